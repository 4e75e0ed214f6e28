// Builds the image with the container engine of this machine, starts it as compose.yaml does and uses it:
// `npm run image`. The image stays, as `drawbridge`.
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expectKept, PASSWORD, untilReady, useServer } from './smoke.mjs';

const NAME = `drawbridge-smoke-${process.pid}`;
const HEALTHY_MS = 90_000;

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const engine = ['docker', 'podman'].find(
  (name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0,
);
if (!engine) {
  console.error(
    'There is no container engine here. `npm run image:dry` tries every step without one.',
  );
  process.exit(1);
}

run(['build', '--tag', 'drawbridge', '.'], 'inherit');
try {
  const mounts = ['--read-only', '--tmpfs', '/tmp', '--volume', `${NAME}:/data`];
  const rights = ['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
  const settings = ['--env', `ADMIN_PASSWORD=${PASSWORD}`, '--publish', '127.0.0.1::3000'];
  run(['run', '--detach', '--name', NAME, ...mounts, ...rights, ...settings, 'drawbridge']);
  const entered = await withServer(useServer);
  await untilHealthy();
  run(['stop', NAME]);
  if (inspect('{{.State.ExitCode}}') !== '0') throw new Error('It did not stop cleanly');
  run(['start', NAME]);
  await withServer((url) => expectKept(url, entered));
  console.log(`The image works: ${run(['images', 'drawbridge', '--format', '{{.Size}}']).trim()}`);
} catch (error) {
  console.error(spawnSync(engine, ['logs', NAME], { encoding: 'utf8' }).stdout);
  throw error;
} finally {
  spawnSync(engine, ['rm', '--force', NAME], { stdio: 'ignore' });
  spawnSync(engine, ['volume', 'rm', NAME], { stdio: 'ignore' });
}

/** The port on this machine changes with every start. */
async function withServer(use) {
  const [address] = run(['port', NAME, '3000/tcp']).trim().split('\n');
  const url = `http://${address}`;
  await untilReady(url);
  return use(url);
}

async function untilHealthy() {
  const deadline = Date.now() + HEALTHY_MS;
  while (inspect('{{.State.Health.Status}}') !== 'healthy') {
    if (Date.now() > deadline) throw new Error('It does not become healthy');
    await delay(500);
  }
}

function inspect(format) {
  return run(['inspect', '--format', format, NAME]).trim();
}

function run(args, stdio = ['ignore', 'pipe', 'inherit']) {
  const { status, stdout } = spawnSync(engine, args, { stdio, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${engine} ${args.join(' ')} ended with ${status}`);
  return stdout ?? '';
}
