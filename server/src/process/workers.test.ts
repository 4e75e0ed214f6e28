import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ownLead } from '@drawbridge/contract/leads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DataDirectory, runProgram, stopAll } from '../../../scripts/lib/server-process.mjs';
import { SETTINGS_EXIT_CODE } from '../failure.ts';
import { ADMIN } from '../test/accounts.ts';
import { clearDirectory, preparedDirectory, stopDatabaseIn } from '../test/data-directory.ts';
import { createEvent, newContact, submitLead } from '../test/fixtures.ts';
import { isAlive, type RunningServer, startServer } from '../test/process.ts';
import { PATIENTLY } from '../test/standstill.ts';
import { restartDelay } from './workers.ts';

let directory: DataDirectory;
let env: Record<string, string>;
/** Starts the server, and waits until both processes have reported. */
async function startTwo(): Promise<{ server: RunningServer; workers: number[] }> {
  const server = await startServer(env);
  await vi.waitUntil(() => workersOf(server).length === 2, PATIENTLY);
  return { server, workers: workersOf(server) };
}

/** The processes that have begun to answer, as the log tells, without those that are gone. */
function workersOf(server: RunningServer): number[] {
  const lines = server.output.stdout.matchAll(/"pid":(\d+),"msg":"Server listening/g);
  return [...new Set(Array.from(lines, ([, pid]) => Number(pid)))].filter(isAlive);
}

const untilGone = (pids: number[]) => vi.waitUntil(() => !pids.some(isAlive), PATIENTLY);

describe('with WORKERS=2', () => {
  beforeEach(async () => {
    directory = await preparedDirectory();
    env = {
      DATA_DIR: directory.path,
      ADMIN_PASSWORD: ADMIN.password,
      WORKERS: '2',
      LOG_LEVEL: 'info',
    };
  });
  afterEach(async () => {
    await stopAll();
    await stopDatabaseIn(directory.path);
    await directory.remove();
  });

  it('two processes answer, one announces, and SIGTERM ends all with exit code 0', async () => {
    await clearDirectory(directory);
    // Only the account that starts the server can read it.
    const { ADMIN_PASSWORD: password = '', ...others } = env;
    const file = join(directory.path, 'admin-password');
    writeFileSync(file, `${password}\n`, { mode: 0o600 });
    env = { ...others, ADMIN_PASSWORD_FILE: file };
    const { server, workers } = await startTwo();
    expect(workers).not.toContain(server.child.pid);
    expect(server.output.stdout.match(/is ready/g)).toHaveLength(1);
    expect(server.output.stdout.match(/^Password: /gm)).toHaveLength(1);

    const admin = await server.client.signIn(ADMIN);
    await vi.waitUntil(async () => {
      await admin.get('/api/auth/me', { connection: 'close' });
      const lines = server.output.stdout.matchAll(/"pid":(\d+),.*"msg":"request"/g);
      return new Set(Array.from(lines, ([, pid]) => pid)).size === 2;
    }, PATIENTLY);
    expect(await server.stop()).toBe(0);
    await untilGone(workers);
    expect(server.output.stderr).toBe('');
  });

  it('replaces a killed process at the same port, loses neither counts nor leads, and ends with the first process', async () => {
    Object.assign(env, { METRICS_PORT: '0' });
    const { server, workers } = await startTwo();
    const url = /^Measurements: (\S+)$/m.exec(server.output.stdout)?.[1] as string;
    const sum = async (name: string) => {
      const text = await (await fetch(url)).text();
      const values = text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'gm'));
      return Array.from(values, ([, value]) => Number(value)).reduce((a, b) => a + b, 0);
    };
    const event = await createEvent(await server.client.signIn(ADMIN));
    const sent: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      // A new connection each, so that both processes take some.
      const answer = await server.client.post(
        '/api/leads/public',
        { eventId: event.id, ...newContact() },
        { connection: 'close' },
      );
      sent.push(answer.as(ownLead).id);
    }
    expect(await sum('drawbridge_entries_total')).toBe(6);
    expect(await sum('drawbridge_database_up')).toBe(1);
    expect(await sum('drawbridge_database_migration')).toBeGreaterThan(0);
    for (const victim of workers) {
      process.kill(victim, 'SIGKILL');
      await untilGone([victim]);
      expect((await server.client.get('/readyz', { connection: 'close' })).status).toBe(200);
      expect(await sum('drawbridge_entries_total')).toBe(6);
      await vi.waitUntil(() => workersOf(server).length === 2, PATIENTLY);
    }
    sent.push((await submitLead(server.client, event.id)).id);
    expect(await sum('drawbridge_entries_total')).toBe(7);

    // kill -9 of the first process ends all others, and everything acknowledged survives.
    const left = workersOf(server);
    await server.kill();
    await untilGone(left);
    const second = await startServer({ ...env, WORKERS: '1' });
    const admin = await second.client.signIn(ADMIN);
    const answer = await admin.get(`/api/leads?eventId=${event.id}`);
    expect((answer.json() as { id: string }[]).map(({ id }) => id).sort()).toEqual(sent.sort());
  });

  it.skipIf(!process.env.THOROUGH)('says in one line that the port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const command = runProgram('start', {
      env: { ...env, LOG_LEVEL: 'error', PORT: String(port) },
    });
    expect(await command.ended).toBe(1);
    expect(command.output).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/^Cannot listen: .*EADDRINUSE.*\n$/),
    });
    taken.close();
  });

  it('ends as without workers when one of them finds a bad setting', async () => {
    const files = { TLS_CERT_FILE: '/nowhere/cert.pem', TLS_KEY_FILE: '/nowhere/key.pem' };
    const command = runProgram('start', { env: { ...env, LOG_LEVEL: 'error', ...files } });
    expect(await command.ended).toBe(SETTINGS_EXIT_CODE);
    expect(command.output.stderr).toMatch(/^TLS_CERT_FILE, TLS_KEY_FILE: .*ENOENT.*\n$/);
  });
});

describe('the pause before a replacement', () => {
  it('comes with the second early death in a row, and grows to half a minute', () => {
    expect([0, 1, 2, 3, 4, 7, 50].map(restartDelay)).toEqual([
      0, 0, 1000, 2000, 4000, 30000, 30000,
    ]);
  });
});
