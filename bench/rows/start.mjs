import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { judge, median } from '../harness/table.mjs';

const ROUNDS = 5;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** `npm start` on a data directory that is in use already, to the first answer. */
export async function measure() {
  const dataDir = await mkdtemp(join(tmpdir(), 'drawbridge-bench-start-'));
  await chmod(dataDir, 0o755);
  const port = await freePort();
  const env = {
    ...process.env,
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
  };
  try {
    const demo = spawn('npm', ['run', 'demo'], { cwd: root, env, stdio: 'ignore' });
    const [code] = await once(demo, 'exit');
    if (code !== 0) throw new Error('The data directory could not be filled');
    const times = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await startOnce(env, port));
    return [
      judge({
        what: '`npm start` to the first answer',
        value: median(times),
        unit: ' ms',
        against: 'a built checkout with data in its directory',
        atMost: 2000,
        details: { times },
      }),
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startOnce(env, port) {
  const began = performance.now();
  // A group, so that the signal reaches the server behind npm.
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore', detached: true });
  const ended = once(npm, 'exit');
  while (!(await answers(port))) {
    if (npm.exitCode !== null) throw new Error('The server ended before it answered');
    await delay(5);
  }
  const ms = performance.now() - began;
  process.kill(-npm.pid, 'SIGTERM');
  await ended;
  // npm may be gone a moment before the server has stopped PostgreSQL.
  while (await answers(port)) await delay(5);
  return ms;
}

async function answers(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
