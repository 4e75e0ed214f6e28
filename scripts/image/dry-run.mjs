// Runs every step of the Dockerfile without a container engine, starts what it made with a read-only file system
// and its own user, and uses it: `npm run image:dry`. Instead of the base image it takes this machine's system
// and Node.js. Needs Linux, root and the npm registry.
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseDockerfile } from './dockerfile.mjs';
import { expectKept, PASSWORD, untilReady, useServer } from './smoke.mjs';
import { Stage } from './stage.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
if (process.platform !== 'linux' || process.getuid() !== 0) {
  console.error('This needs Linux and root: every step gets a file system of its own (chroot).');
  process.exit(1);
}

const directory = mkdtempSync(join(tmpdir(), 'drawbridge-image-'));
const stages = new Map();
const image = { volumes: [] };
try {
  console.log(`Node.js ${process.version} of this machine takes the place of the base images`);
  for (const { name, base, steps } of parseDockerfile(readFileSync('Dockerfile', 'utf8'))) {
    console.log(`\nStage ${name} (${base})`);
    const stage = new Stage(join(directory, name));
    stages.set(name, stage);
    image.stage = stage;
    for (const step of steps) {
      console.log(`  ${step.line}: ${step.text.replace(/\s+/g, ' ')}`);
      take(step, stage);
    }
  }
  await useImage();
  console.log('\nThe image works');
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function take({ instruction, value }, stage) {
  if (instruction === 'WORKDIR') stage.setWorkdir(value);
  else if (instruction === 'COPY') stage.copy(value, value.from && stages.get(value.from));
  else if (instruction === 'RUN') stage.run(value.command);
  else if (instruction === 'ENV') Object.assign(stage.env, value);
  else if (instruction === 'USER') stage.user = value;
  else if (instruction === 'VOLUME') image.volumes.push(value);
  else image[instruction] = value;
}

/** Starts it twice on the same volume, because what was entered has to survive. */
async function useImage() {
  const { stage } = image;
  const volumes = Object.fromEntries(image.volumes.map((path, n) => [path, makeVolume(path, n)]));
  const env = { PORT: String(await freePort()), HOST: '127.0.0.1', ADMIN_PASSWORD: PASSWORD };
  const url = `http://127.0.0.1:${env.PORT}`;
  let entered;
  for (const time of ['first', 'second']) {
    const server = stage.start(image.CMD, { env, volumes, stdio: ['ignore', 'ignore', 'inherit'] });
    const ended = new Promise((done) =>
      server.once('exit', (code, signal) => done(code ?? signal)),
    );
    try {
      await Promise.race([
        untilReady(url),
        ended.then((end) => Promise.reject(new Error(`The server ended with ${end}`))),
      ]);
      await checkHealth(stage, env, volumes);
      if (entered) await expectKept(url, entered);
      else entered = await useServer(url);
    } finally {
      server.kill('SIGTERM');
    }
    const end = await ended;
    if (end !== 0) throw new Error(`The server ended with ${end}`);
    console.log(`The ${time} start: used, healthy, stopped cleanly`);
  }
}

/** A new volume takes its owner from the directory in the image. */
function makeVolume(path, number) {
  const made = join(directory, `volume-${number}`);
  mkdirSync(made);
  const { uid, gid } = statSync(image.stage.path(path));
  chownSync(made, uid, gid);
  return made;
}

async function checkHealth(stage, env, volumes) {
  const check = (settings) => {
    const probe = stage.start(image.HEALTHCHECK.command, {
      env: settings,
      volumes,
      stdio: 'inherit',
    });
    return new Promise((done) => probe.once('exit', done));
  };
  if ((await check(env)) !== 0) throw new Error('The health check fails');
  const nobody = { ...env, PORT: String(await freePort()) };
  if ((await check(nobody)) !== 1) throw new Error('The health check succeeds without a server');
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
