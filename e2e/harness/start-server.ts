import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureChromium } from './chromium.ts';

export const ADMIN = { username: 'admin', password: 'drawbridge-e2e' };

/** One real server on an empty database for the whole run; gives back how to stop it. */
export default async function startServer(): Promise<() => Promise<void>> {
  ensureChromium();
  const dataDir = mkdtempSync(join(tmpdir(), 'drawbridge-e2e-'));
  // As root, PostgreSQL runs under an account that must be able to walk in here.
  chmodSync(dataDir, 0o755);
  const { DATABASE_URL: _unset, ...environment } = process.env;
  const server = spawn(process.execPath, ['scripts/launch.mjs', 'main'], {
    env: {
      ...environment,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      PUBLIC_SUBMITS_PER_MINUTE: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Workers inherit the environment as it is when the set-up has run.
  process.env.E2E_URL = await readAddress(server);

  return async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function readAddress(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('The server has no output to read');
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /is ready: (http\S+)/.exec(line)?.[1];
    if (address) {
      // Nobody reads on; a full pipe would stop the server.
      server.stdout.resume();
      return address;
    }
  }
  throw new Error('The server ended before it was ready');
}
