// Builds the image with an engine of this machine and uses it: `npm run image`, or `npm run image -- buildah` to choose
// the engine. It starts on an empty volume, and its backup is restored into a second one. The image stays, as
// `drawbridge`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expectKept, freePort, PASSWORD, untilReady, useServer } from './lib/smoke.mjs';

const NAME = `drawbridge-smoke-${process.pid}`;
/** The other image format has no health checks. */
const DOCKER_FORMAT = '--format=docker';
const OUTPUT = { stdout: 'pipe' };
const HEALTH_CHECKS = [
  ['node', '/opt/drawbridge/lib/node_modules/drawbridge-raffle/deploy/healthcheck.mjs'],
  ['drawbridge', 'doctor'],
];

/** Docker and Podman run the image as compose.yaml does: read-only and without rights. */
function engine(...format) {
  const volumeOf = (which) => `${NAME}-${which}`;
  const runOn = (which, ...options) => [
    ...['run', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges', '--env', `ADMIN_PASSWORD=${PASSWORD}`],
    ...['--volume', `${volumeOf(which)}:/data`, ...options, 'drawbridge'],
  ];
  return {
    address: 'http://127.0.0.1:3000',
    build: () => run(['build', ...format, '--tag', 'drawbridge', '.']),
    start(which) {
      run(runOn(which, '--detach', '--name', NAME, '--publish', `127.0.0.1:${port}:3000`));
    },
    exec: (command, options) => run(['exec', NAME, ...command], options),
    execOn: (which, command, options) =>
      run([...runOn(which, '--rm', '--interactive'), ...command], options),
    stop() {
      run(['stop', NAME]);
      const code = Number(run(['inspect', '--format', '{{.State.ExitCode}}', NAME], OUTPUT));
      run(['rm', NAME]);
      return code;
    },
    remove() {
      spawnSync(program, ['rm', '--force', NAME]);
      spawnSync(program, ['volume', 'rm', volumeOf('first'), volumeOf('second')]);
    },
  };
}

/**
 * The engine buildah: its containers keep their volume, so there is one for each; they have no network of their own, so
 * the server listens on a port of this machine.
 */
function buildah() {
  const containers = new Map();
  let server;
  let current;
  const inside = (which, command) => {
    const name = `${NAME}-${which}`;
    if (!containers.has(which)) {
      containers.set(which, name);
      run(['from', '--name', name, '--pull-never', 'localhost/drawbridge']);
    }
    const env = { PORT: port, HOST: '127.0.0.1', ADMIN_PASSWORD: PASSWORD };
    const settings = { ...env, PUBLIC_URL: 'http://192.0.2.7' };
    const options = Object.entries(settings).flatMap((pair) => ['--env', pair.join('=')]);
    return ['run', ...options, name, '--', ...command];
  };
  return {
    address: url,
    build: () => run(['build', DOCKER_FORMAT, '--network=host', '--tag=drawbridge', '.']),
    start(which) {
      current = which;
      // buildah does not pass on signals, so a line on standard input stops the server. It does not use the image's
      // command either, so the command is given here.
      const untilTold = '"$@" & read line; kill "$!"; wait "$!"';
      const image = JSON.parse(run(['inspect', '--type=image', 'localhost/drawbridge'], OUTPUT));
      const command = ['/bin/sh', '-c', untilTold, 'sh', ...image.OCIv1.config.Cmd];
      const stdio = ['pipe', 'inherit', 'inherit'];
      server = spawn('buildah', inside(which, command), { stdio });
    },
    exec: (command, options) => run(inside(current, command), options),
    execOn: (which, command, options) => run(inside(which, command), options),
    async stop() {
      const ended = once(server, 'exit');
      server.stdin.end('\n');
      return (await ended)[0];
    },
    remove() {
      server?.stdin.end('\n');
      for (const name of containers.values()) spawnSync('buildah', ['rm', name]);
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
  let entered;
  let backup;
  await tryStart('first', async () => {
    entered = await useServer(url);
    builder.exec(['drawbridge', 'verify', `${builder.address}/event/${entered.eventId}`]);
    builder.exec(['drawbridge', 'backup', '/data/all.tar.gz']);
    backup = builder.exec(['cat', '/data/all.tar.gz'], OUTPUT);
  });
  await tryStart('first', () => expectKept(url, entered));
  const restore = 'cat > /data/all.tar.gz && drawbridge restore /data/all.tar.gz';
  builder.execOn('second', ['sh', '-c', restore], { input: backup });
  await tryStart('second', () => expectKept(url, entered));
} finally {
  builder.remove();
}

/** Starts the image on a volume, uses it and stops it. */
async function tryStart(volume, use) {
  builder.start(volume);
  await untilReady(url);
  for (const command of HEALTH_CHECKS) builder.exec(command);
  await use();
  const code = await builder.stop();
  if (code !== 0) throw new Error(`It did not stop cleanly, but with ${code}`);
  console.log(`Started on the ${volume} volume: used, healthy, stopped cleanly`);
}

function run(args, { input, stdout: output = 'inherit' } = {}) {
  const stdio = [input ? 'pipe' : 'ignore', output, 'inherit'];
  const options = { input, stdio, maxBuffer: 64 * 1024 * 1024 };
  const { status, stdout } = spawnSync(program, args, options);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
  return stdout;
}
