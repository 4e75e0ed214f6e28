import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer as start } from '../../scripts/lib/server-process.mjs';

export const ADMIN = { username: 'admin', password: 'for-the-benchmark' };

/** Starts the production build of the server on one of the benchmark's databases. */
export async function startServer({ database, withoutDatabase = false, env = {} }) {
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
      WEBHOOKS_TO_PRIVATE: 'on',
      ...env,
    },
    logFile: join(logDirectory, 'log'),
    showErrors: true,
    ipc: true,
  });
  return {
    url,
    pid: child.pid,
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

/** Starts the load generator; each call returns the measurements of one run. */
export function startGenerator() {
  const child = fork(module('generator.mjs'));
  return {
    async enterLeads(job) {
      child.send({ connections: 64, ...job });
      const [result] = await once(child, 'message');
      if (Object.keys(result.statuses).some((status) => status !== '201')) {
        throw new Error(`Not every entry was accepted: ${JSON.stringify(result.statuses)}`);
      }
      return result;
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
