// Builds the image with an engine of this machine, starts it and uses it: `npm run image`, or `npm run image --
// buildah` to choose the engine. The image stays, as `drawbridge`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectKept, PASSWORD, untilReady, useServer } from './lib/smoke.mjs';

const NAME = `drawbridge-smoke-${process.pid}`;
/** The other image format has no health checks. */
const DOCKER_FORMAT = '--format=docker';
const HEALTH_CHECKS = [
  ['node', '/opt/drawbridge/lib/node_modules/drawbridge-raffle/deploy/healthcheck.mjs'],
  ['drawbridge', 'doctor'],
];

/** Docker and Podman run the image as compose.yaml does: read-only and without rights. */
const engine = (...format) => ({
  build: () => run(['build', ...format, '--tag', 'drawbridge', '.'], 'inherit'),
  create() {
    const mounts = ['--read-only', '--tmpfs', '/tmp', '--volume', `${NAME}:/data`];
    const rights = ['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
    const settings = ['--env', `ADMIN_PASSWORD=${PASSWORD}`, '--publish', `127.0.0.1:${port}:3000`];
    run(['create', '--name', NAME, ...mounts, ...rights, ...settings, 'drawbridge']);
  },
  start: () => run(['start', NAME]),
  exec: (command) => run(['exec', NAME, ...command], 'inherit'),
  stop() {
    run(['stop', NAME]);
    return Number(run(['inspect', '--format', '{{.State.ExitCode}}', NAME]));
  },
  remove() {
    spawnSync(program, ['rm', '--force', '--volumes', NAME]);
    spawnSync(program, ['volume', 'rm', NAME]);
  },
});

/** The engine buildah: its containers have no network of their own, so the server listens on a port of this machine. */
function buildah() {
  const data = mkdtempSync(join(tmpdir(), 'drawbridge-image-'));
  let server;
  const inside = (command) => {
    const PUBLIC_URL = 'http://192.0.2.7';
    const env = { PORT: port, HOST: '127.0.0.1', PUBLIC_URL, ADMIN_PASSWORD: PASSWORD };
    const settings = Object.entries(env).flatMap((pair) => ['--env', pair.join('=')]);
    return ['run', '--volume', `${data}:/data:U`, ...settings, NAME, '--', ...command];
  };
  return {
    build: () =>
      run(['build', DOCKER_FORMAT, '--network=host', '--tag=drawbridge', '.'], 'inherit'),
    create: () => run(['from', '--name', NAME, '--pull-never', 'localhost/drawbridge']),
    start() {
      // buildah does not pass on signals, so a line on standard input stops the server. It does not use the image's
      // command either, so the command is given here.
      const untilTold = '"$@" & read line; kill "$!"; wait "$!"';
      const { Cmd } = JSON.parse(run(['inspect', NAME])).OCIv1.config;
      const command = inside(['/bin/sh', '-c', untilTold, 'sh', ...Cmd]);
      server = spawn('buildah', command, { stdio: ['pipe', 'inherit', 'inherit'] });
    },
    exec: (command) => run(inside(command), 'inherit'),
    async stop() {
      const ended = once(server, 'exit');
      server.stdin.end('\n');
      return (await ended)[0];
    },
    remove() {
      server?.stdin.end('\n');
      spawnSync('buildah', ['rm', NAME]);
      rmSync(data, { recursive: true });
    },
  };
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const builders = { docker: () => engine(), podman: () => engine(DOCKER_FORMAT), buildah };
const names = process.argv[2] ? [process.argv[2]] : Object.keys(builders);
const program = names.find((name) => spawnSync(name, ['info']).status === 0);
if (!program) {
  console.error(`Nothing here builds images: none of ${names.join(', ')} works.`);
  process.exit(1);
}
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const builder = builders[program]();
builder.build();
try {
  builder.create();
  let entered;
  for (const time of ['first', 'second']) {
    builder.start();
    await untilReady(url);
    for (const command of HEALTH_CHECKS) builder.exec(command);
    if (entered) await expectKept(url, entered);
    else entered = await useServer(url);
    const code = await builder.stop();
    if (code !== 0) throw new Error(`It did not stop cleanly, but with ${code}`);
    console.log(`The ${time} start: used, healthy, stopped cleanly`);
  }
} finally {
  builder.remove();
}

function run(args, stdio = ['ignore', 'pipe', 'inherit']) {
  const { status, stdout } = spawnSync(program, args, { stdio, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
  return stdout ?? '';
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
