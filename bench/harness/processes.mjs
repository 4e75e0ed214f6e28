import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = file('../..');

export const ADMIN = { username: 'admin', password: 'for-the-benchmark' };

/** The server as it is built for production, on one of the benchmark's databases. */
export async function startServer({ database, withoutDatabase = false }) {
  const preload = ['gauges.mjs', ...(withoutDatabase ? ['no-database.mjs'] : [])];
  // A file, as a service has one: whoever read a pipe would take time from the server.
  const logDirectory = mkdtempSync(join(tmpdir(), 'drawbridge-bench-log-'));
  const logFile = join(logDirectory, 'log');
  const output = openSync(logFile, 'w');
  const child = fork(file('../../server/dist/main.js'), [], {
    cwd: root,
    execArgv: [...preload.flatMap((name) => ['--import', new URL(name, import.meta.url).href])],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...database.environment,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      PUBLIC_SUBMITS_PER_MINUTE: '0',
    },
    stdio: ['ignore', output, 'inherit', 'ipc'],
  });
  closeSync(output);
  return {
    url: await readAddress(child, logFile),
    async readGauges({ reset = false } = {}) {
      child.send(reset ? 'reset' : 'read');
      const [gauges] = await once(child, 'message');
      return gauges;
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(logDirectory, { recursive: true });
    },
  };
}

async function readAddress(child, logFile) {
  while (child.exitCode === null) {
    const address = /is ready: (http\S+)/.exec(readFileSync(logFile, 'utf8'))?.[1];
    if (address) return address;
    await delay(10);
  }
  throw new Error('The server ended before it was ready');
}

/** A bare Fastify process to compare with. */
export async function startBareFastify() {
  const child = fork(file('bare-fastify.mjs'), { cwd: root });
  const [url] = await once(child, 'message');
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** The load generator: each call gives back what one run measured. */
export function startGenerator() {
  const child = fork(file('generator.mjs'), { cwd: root });
  const run = async (job, expected) => {
    child.send({ connections: 64, ...job });
    const [result] = await once(child, 'message');
    const others = Object.keys(result.statuses).filter((status) => status !== expected);
    if (others.length > 0) {
      throw new Error(
        `Not every request was answered ${expected}: ${JSON.stringify(result.statuses)}`,
      );
    }
    return result;
  };
  return {
    enterLeads: (job) => run({ path: '/api/leads/public', ...job }, '201'),
    ask: (job) => run({ method: 'GET', ...job }, '200'),
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
