import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runProgram } from '../../../../scripts/lib/server-process.mjs';
import { createDatabase } from '../../test/database/database.ts';
import { connectSql, type TestSql } from '../../test/database/sql.ts';
import { LONG_TIMEOUT } from '../../test/fakes/until-blocked.ts';
import { databaseSettings, startApi, type TestApi } from '../../test/world/api.ts';
import { createEvent, submitLead } from '../../test/world/fixtures.ts';
import { restoreBackup, writeBackup } from './file.ts';

let api: TestApi;
let directory: string;
beforeAll(async () => {
  api = await startApi();
  directory = await mkdtemp(join(tmpdir(), 'drawbridge-killed-'));
  const event = await createEvent(api.admin);
  for (let n = 0; n < 5; n += 1) await submitLead(api.anyone, event.id);
});
afterAll(async () => {
  await api.close();
  await rm(directory, { recursive: true });
});

const tablesOf = (sql: TestSql) =>
  sql`select relname from pg_class where relnamespace = 'public'::regnamespace`;

it('a backup that is killed leaves no file of that name, and the next one succeeds', async () => {
  const path = join(directory, 'killed.tar.gz');
  const unfinished = `${path}.unfinished`;
  const env = databaseSettings(api.database.target);
  // The lock blocks the backup in the middle of its tables.
  await api.sql.begin(async (tx) => {
    await tx`lock table leads in access exclusive mode`;
    const backup = runProgram('backup', { env, args: [path] });
    await vi.waitFor(async () => {
      const waiting = await api.sql`
        select from pg_locks where not granted and relation = 'leads'::regclass`;
      // The server may wait for the lock as well, to count its new leads.
      expect(waiting.length).toBeGreaterThan(0);
    }, LONG_TIMEOUT);
    backup.signal('SIGKILL');
    expect(await backup.ended).toBe('SIGKILL');
  });
  await expect(stat(path)).rejects.toThrow('ENOENT');
  const empty = await createDatabase('empty');
  const sql = connectSql(empty.target, { max: 2 });
  await expect(restoreBackup(sql, unfinished, undefined)).rejects.toThrow('not a backup');
  expect(await tablesOf(sql)).toEqual([]);

  await writeBackup(api.sql, path, undefined);
  await restoreBackup(sql, path, undefined);
  expect(await sql`select from leads`).toHaveLength(5);
  await sql.end();
  await empty.drop();
});

it('a restoration that is killed leaves the database empty, and the next one succeeds', async () => {
  const whole = join(directory, 'whole.tar.gz');
  await writeBackup(api.sql, whole, undefined);
  const bytes = await readFile(whole);
  // Only a part of the backup comes through this pipe, so the restore waits for the rest.
  const pipe = join(directory, 'pipe');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  const database = await createDatabase('empty');
  const sql = connectSql(database.target, { max: 2 });
  const restore = runProgram('restore', { env: databaseSettings(database.target), args: [pipe] });
  const writer = createWriteStream(pipe).on('error', () => {});
  writer.write(bytes.subarray(0, Math.floor(bytes.length * 0.9)));
  const others = () => sql<{ writing: boolean }[]>`
    select backend_xid is not null as writing from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`;
  await vi.waitFor(async () => expect(await others()).toEqual([{ writing: true }]), LONG_TIMEOUT);
  restore.signal('SIGKILL');
  expect(await restore.ended).toBe('SIGKILL');
  writer.destroy();

  await vi.waitFor(async () => expect(await others()).toEqual([]), LONG_TIMEOUT);
  expect(await tablesOf(sql)).toEqual([]);
  await restoreBackup(sql, whole, undefined);
  expect(await sql`select from leads`).toHaveLength(5);
  await sql.end();
  await database.drop();
});

it('a backup that finds no room for its data leaves no file behind', async () => {
  const path = join(directory, 'full.tar.gz');
  const env = databaseSettings(api.database.target);
  const backup = runProgram('backup', { env, args: [path], fileBlocks: 1 });
  expect(await backup.ended).toBe(1);
  expect(backup.output.stderr).toContain('EFBIG');
  await expect(stat(path)).rejects.toThrow('ENOENT');
  await expect(stat(`${path}.unfinished`)).rejects.toThrow('ENOENT');
});
