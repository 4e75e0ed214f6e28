import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer as start } from '../../scripts/lib/server-process.mjs';

export const ADMIN = { username: 'admin', password: 'for-the-benchmark' };

/** Starts the production build of the server on one of the benchmark's databases. */
export async function startServer({ database, withoutDatabase = false }) {
  const preload = ['gauges.mjs', ...(withoutDatabase ? ['no-database.mjs'] : [])];
  const logDirectory = mkdtempSync(join(tmpdir(), 'drawbridge-bench-log-'));
  const { child, url, stop } = await start({
    nodeArgs: preload.flatMap((name) => ['--import', new URL(name, import.meta.url).href]),
    env: {
      NODE_ENV: 'production',
      ...database.environment,
      LOG_LEVEL: 'info',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      PUBLIC_SUBMITS_PER_MINUTE: '0',
    },
    logFile: join(logDirectory, 'log'),
    showErrors: true,
    ipc: true,
  });
  return {
    url,
    async readGauges({ reset = false } = {}) {
      child.send(reset ? 'reset' : 'read');
      const [gauges] = await once(child, 'message');
      return gauges;
    },
    async stop() {
      await stop();
      rmSync(logDirectory, { recursive: true });
    },
  };
}

const module = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Starts a bare Fastify process for comparison. */
export async function startBareFastify() {
  const child = fork(module('bare-fastify.mjs'));
  const [url] = await once(child, 'message');
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Starts the load generator; each call returns the measurements of one run. */
export function startGenerator() {
  const child = fork(module('generator.mjs'));
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
