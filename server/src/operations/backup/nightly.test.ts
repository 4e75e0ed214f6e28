import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../test/database/database.ts';
import { connectSql } from '../../test/database/sql.ts';
import { msUntilNextNight, nightOf } from '../upkeep/nightly-schedule.ts';
import { backUpNow, backUpToday, readLastBackup } from './nightly.ts';

const HOUR_MS = 3_600_000;

const database = await createDatabase('schema and administrator');
const sql = connectSql(database.target, { max: 4 });
const directory = await mkdtemp(join(tmpdir(), 'drawbridge-nightly-'));
afterAll(async () => {
  await sql.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

describe('the day of nightly work', () => {
  it('begins at three in the morning', () => {
    expect(nightOf(new Date(2026, 10, 15, 2, 59, 59))).toBe('2026-11-14');
    expect(nightOf(new Date(2026, 10, 15, 3, 0, 0))).toBe('2026-11-15');
    expect(nightOf(new Date(2027, 0, 1, 0, 0, 0))).toBe('2026-12-31');
  });

  it('ends when the next one begins', () => {
    expect(msUntilNextNight(new Date(2026, 10, 15, 2, 0, 0))).toBe(HOUR_MS);
    expect(msUntilNextNight(new Date(2026, 10, 15, 3, 0, 0))).toBe(24 * HOUR_MS);
    for (let hour = 0; hour < 24; hour += 1) {
      const now = new Date(2026, 10, 15, hour, 30);
      const then = new Date(now.getTime() + msUntilNextNight(now));
      expect(nightOf(then) > nightOf(now)).toBe(true);
    }
  });
});

describe('nightly backups', () => {
  it('are made once a day, however many servers share the directory', async () => {
    const settings = { backupDir: directory, backupKeep: 2, backupPassphrase: undefined };
    const day = (date: number) => new Date(2026, 10, date, 12);
    const backup = await Promise.all([1, 2, 3].map(() => backUpToday(sql, settings, day(10))));
    expect(backup.filter(Boolean)).toHaveLength(1);
    await writeFile(join(directory, 'notes.txt'), 'of the operator');
    for (const date of [11, 12, 13]) await backUpToday(sql, settings, day(date));
    expect((await readdir(directory)).sort()).toEqual([
      'drawbridge-2026-11-12.tar.gz',
      'drawbridge-2026-11-13.tar.gz',
      'notes.txt',
    ]);
  });

  it('remain for the newest days, however many npm run backup made on one day', async () => {
    const backupDir = join(directory, 'days');
    const settings = { backupDir, backupKeep: 2, backupPassphrase: undefined };
    await backUpToday(sql, settings, new Date(2026, 10, 10, 3));
    for (const hour of [12, 13, 14]) await backUpNow(sql, settings, new Date(2026, 10, 11, hour));
    expect((await readdir(backupDir)).sort()).toEqual([
      'drawbridge-2026-11-10.tar.gz',
      ...[12, 13, 14].map((hour) => `drawbridge-2026-11-11-${hour}0000.tar.gz`),
    ]);
    // A backup made by hand does not count as the nightly one.
    const backup = await backUpToday(sql, settings, new Date(2026, 10, 11, 15));
    expect(await readLastBackup(backupDir)).toMatchObject({ bytes: backup?.bytes });
    await backUpNow(sql, settings, new Date(2026, 10, 12, 9, 30));
    const names = await readdir(backupDir);
    expect(names).toHaveLength(5);
    expect(names).toContain('drawbridge-2026-11-12-093000.tar.gz');
    expect(names).not.toContain('drawbridge-2026-11-10.tar.gz');
    await rm(backupDir, { recursive: true });
  });

  it('make a directory that nobody else can read', async () => {
    const backupDir = join(directory, 'new');
    await backUpToday(sql, { backupDir, backupKeep: 1, backupPassphrase: undefined }, new Date());
    expect((await stat(backupDir)).mode & 0o777).toBe(0o700);
    await rm(backupDir, { recursive: true });
  });

  it('keep the older ones when a new one fails', async () => {
    const before = await readdir(directory);
    const settings = { backupDir: directory, backupKeep: 1, backupPassphrase: undefined };
    const closedSql = connectSql(database.target, { max: 1 });
    await closedSql.end();
    await expect(backUpToday(closedSql, settings, new Date(2026, 10, 20, 12))).rejects.toThrow(
      'Cannot use a pool after calling end',
    );
    expect(await readdir(directory)).toEqual(before);
  });
});
