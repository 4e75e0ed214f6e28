// Builds the image with an engine of this machine and uses it: `npm run image`, or `npm run image -- buildah` to choose
// the engine. It starts on an empty volume, and its backup is restored into a second one. The image stays, as
// `drawbridge`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectKept, freePort, PASSWORD, untilReady, useServer } from './lib/smoke.mjs';

const NAME = `drawbridge-smoke-${process.pid}`;
/** The other image format has no health checks. */
const DOCKER_FORMAT = '--format=docker';
const HEALTH_CHECKS = [
  ['node', '/opt/drawbridge/lib/node_modules/drawbridge-raffle/deploy/healthcheck.mjs'],
  ['drawbridge', 'doctor'],
];

/** Docker and Podman run the image as compose.yaml does: read-only and without rights. */
function engine(...format) {
  const volume = (which) => `${NAME}-${which}`;
  const safely = [
    ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges', '--env', `ADMIN_PASSWORD=${PASSWORD}`],
  ];
  const mount = (which, at) => ['--volume', `${volume(which)}:${at}`];
  return {
    inner: 'http://127.0.0.1:3000',
    build: () => run(['build', ...format, '--tag', 'drawbridge', '.'], 'inherit'),
    start(which) {
      const publish = ['--publish', `127.0.0.1:${port}:3000`];
      run([
        'run',
        '--detach',
        '--name',
        NAME,
        ...safely,
        ...mount(which, '/data'),
        ...publish,
        'drawbridge',
      ]);
    },
    exec: (command) => run(['exec', NAME, ...command], 'inherit'),
    stop() {
      run(['stop', NAME]);
      const code = Number(run(['inspect', '--format', '{{.State.ExitCode}}', NAME]));
      run(['rm', NAME]);
      return code;
    },
    restore(from, to, command) {
      const mounts = [...mount(from, '/first'), ...mount(to, '/data')];
      run(['run', '--rm', ...safely, ...mounts, 'drawbridge', ...command], 'inherit');
    },
    remove() {
      spawnSync(program, ['rm', '--force', NAME]);
      spawnSync(program, ['volume', 'rm', volume('first'), volume('second')]);
    },
  };
}

/** The engine buildah: its containers have no network of their own, so the server listens on a port of this machine. */
function buildah() {
  const place = mkdtempSync(join(tmpdir(), 'drawbridge-image-'));
  let server;
  let volumes;
  const inside = (command) => {
    const PUBLIC_URL = 'http://192.0.2.7';
    const env = { PORT: port, HOST: '127.0.0.1', PUBLIC_URL, ADMIN_PASSWORD: PASSWORD };
    const settings = Object.entries(env).flatMap((pair) => ['--env', pair.join('=')]);
    return ['run', ...volumes, ...settings, NAME, '--', ...command];
  };
  const mount = (which, at) => {
    const directory = join(place, which);
    mkdirSync(directory, { recursive: true });
    return ['--volume', `${directory}:${at}:U`];
  };
  return {
    inner: url,
    build() {
      run(['build', DOCKER_FORMAT, '--network=host', '--tag=drawbridge', '.'], 'inherit');
      run(['from', '--name', NAME, '--pull-never', 'localhost/drawbridge']);
    },
    start(which) {
      volumes = mount(which, '/data');
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
    restore(from, to, command) {
      volumes = [...mount(from, '/first'), ...mount(to, '/data')];
      run(inside(command), 'inherit');
    },
    remove() {
      server?.stdin.end('\n');
      spawnSync('buildah', ['rm', NAME]);
      rmSync(place, { recursive: true });
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
  const entered = await tryStart('first', async () => {
    const used = await useServer(url);
    builder.exec(['drawbridge', 'verify', `${builder.inner}/event/${used.eventId}`]);
    builder.exec(['drawbridge', 'backup', '/data/all.tar.gz']);
    return used;
  });
  await tryStart('first', () => expectKept(url, entered));
  builder.restore('first', 'second', ['drawbridge', 'restore', '/first/all.tar.gz']);
  await tryStart('second', () => expectKept(url, entered));
} finally {
  builder.remove();
}

/** Starts the image on a volume, uses it and stops it. */
async function tryStart(volume, use) {
  builder.start(volume);
  await untilReady(url);
  for (const command of HEALTH_CHECKS) builder.exec(command);
  const result = await use();
  const code = await builder.stop();
  if (code !== 0) throw new Error(`It did not stop cleanly, but with ${code}`);
  console.log(`Started on the ${volume} volume: used, healthy, stopped cleanly`);
  return result;
}

function run(args, stdio = ['ignore', 'pipe', 'inherit']) {
  const { status, stdout } = spawnSync(program, args, { stdio, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
  return stdout ?? '';
}
