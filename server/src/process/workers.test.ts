import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownLead } from '@drawbridge/contract/leads';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type DataDirectory,
  makeDataDirectory,
  stopAll,
} from '../../../scripts/lib/server-process.mjs';
import { ADMIN } from '../test/accounts.ts';
import { stopDatabaseIn } from '../test/data-directory.ts';
import { postmasterOf } from '../test/embedded.ts';
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
    directory = await makeDataDirectory();
    env = { DATA_DIR: directory.path, WORKERS: '2', LOG_LEVEL: 'info' };
  });
  afterEach(async () => {
    await stopAll();
    await stopDatabaseIn(directory.path);
    await directory.remove();
  });

  it('two processes answer, a killed one is replaced, nothing is lost, and all end with the first one', async () => {
    // Only the account that starts the server can read it.
    const file = join(directory.path, 'admin-password');
    writeFileSync(file, `${ADMIN.password}\n`, { mode: 0o600 });
    const backups = join(`${directory.path}-backups`, 'nightly');
    onTestFinished(() => rmSync(dirname(backups), { recursive: true, force: true }));
    Object.assign(env, { ADMIN_PASSWORD_FILE: file, METRICS_PORT: '0', BACKUP_DIR: backups });
    const { server, workers } = await startTwo();
    expect(workers).not.toContain(server.child.pid);
    expect(server.output.stdout.match(/is ready/g)).toHaveLength(1);
    expect(server.output.stdout.match(/^Password: /gm)).toHaveLength(1);
    await vi.waitFor(
      () => expect(readdirSync(backups)).toEqual([expect.stringMatching(/\.tar\.gz$/)]),
      PATIENTLY,
    );
    const admin = await server.client.signIn(ADMIN);
    await vi.waitUntil(async () => {
      await admin.get('/api/auth/me', { connection: 'close' });
      const lines = server.output.stdout.matchAll(/"pid":(\d+),.*"msg":"request"/g);
      return new Set(Array.from(lines, ([, pid]) => pid)).size === 2;
    }, PATIENTLY);

    const url = /^Measurements: (\S+)$/m.exec(server.output.stdout)?.[1] as string;
    const sum = async (name: string) => {
      const text = await (await fetch(url)).text();
      const values = text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'gm'));
      return Array.from(values, ([, value]) => Number(value)).reduce((a, b) => a + b, 0);
    };
    const event = await createEvent(admin);
    expect((await server.client.get(`/event/${event.id}/submit`)).text).toContain(event.name);
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
    const [victim = 0] = workers;
    process.kill(victim, 'SIGKILL');
    await untilGone([victim]);
    expect((await server.client.get('/readyz', { connection: 'close' })).status).toBe(200);
    expect(await sum('drawbridge_entries_total')).toBe(6);
    await vi.waitUntil(() => workersOf(server).length === 2, PATIENTLY);
    sent.push((await submitLead(server.client, event.id)).id);
    expect(await sum('drawbridge_entries_total')).toBe(7);
    if (process.getuid?.() === 0) expectAccountOfDatabase(server);

    // kill -9 of the first process ends all others, and everything acknowledged survives.
    const left = workersOf(server);
    const postmaster = postmasterOf(directory.path);
    await server.kill();
    await untilGone(left);
    // It takes over the PostgreSQL that the killed server has left running.
    const second = await startTwo();
    expect(postmasterOf(directory.path)).toBe(postmaster);
    const answer = await (await second.server.client.signIn(ADMIN)).get(
      `/api/leads?eventId=${event.id}`,
    );
    expect((answer.json() as { id: string }[]).map(({ id }) => id).sort()).toEqual(sent.sort());
    expect(await second.server.stop()).toBe(0);
    await untilGone(second.workers);
    expect(second.server.output.stderr).toBe('');
  });
});

/** What root has started runs as the account of the database, to the last of its processes. */
function expectAccountOfDatabase(server: RunningServer): void {
  const { pid } = server.child;
  const { uid, gid } = statSync(join(directory.path, 'postgres'));
  const accounts = readFileSync('/etc/passwd', 'utf8');
  expect(new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm').exec(accounts)?.[1]).toBe('drawbridge');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  for (const process of [pid, ...children]) {
    // The real, effective, saved and file system ids.
    const status = readFileSync(`/proc/${process}/status`, 'utf8');
    expect(/^Uid:\s+(.*)$/m.exec(status)?.[1]?.split('\t')).toEqual(Array(4).fill(String(uid)));
    if (process === pid) expect(/^Groups:\s+(.*?) ?$/m.exec(status)?.[1]).toBe(String(gid));
  }
  expect(statSync(join(directory.path, 'postgres.log')).uid).toBe(uid);
}

describe('the pause before a replacement', () => {
  it('comes with the second early death in a row, and grows to half a minute', () => {
    expect([0, 1, 2, 3, 4, 7, 50].map(restartDelay)).toEqual([
      0, 0, 1000, 2000, 4000, 30000, 30000,
    ]);
  });
});
