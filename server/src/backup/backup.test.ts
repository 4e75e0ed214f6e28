import { createHash, randomUUID } from 'node:crypto';
import { lstat, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { fillDatabase } from '../demo/fill.ts';
import { startApi, type TestApi } from '../test/api.ts';
import { createDatabase, type TestDatabase } from '../test/database.ts';
import { createEvent, submitLead } from '../test/fixtures.ts';
import { valuesFor } from '../test/property-runs.ts';
import { connectSql, type TestSql } from '../test/sql.ts';
import { restoreBackup, writeBackup } from './file.ts';
import { checkIntegrity } from './integrity.ts';
import { listTables } from './tables.ts';

const PASSPHRASE = 'correct horse battery staple';

let api: TestApi;
let directory: string;
let plain: string;
let encrypted: string;
beforeAll(async () => {
  api = await startApi();
  directory = await mkdtemp(join(tmpdir(), 'drawbridge-backup-'));
  const [{ id: adminId }] = await api.sql<[{ id: string }]>`select id from users limit 1`;
  await fillDatabase(api.sql, { adminId, password: 'drawbridge', now: new Date() });
  await api.sql`
    insert into login_codes (code_hash, user_id, expires_at)
    values (sha256('once'), ${adminId}, now() + interval '1 hour')`;
  plain = join(directory, 'plain.backup');
  encrypted = join(directory, 'encrypted.backup');
  await writeBackup(api.sql, plain, undefined);
  await writeBackup(api.sql, encrypted, PASSPHRASE);
});
afterAll(async () => {
  await api.close();
  await rm(directory, { recursive: true });
});

/** Restores into a new database and hands it to `look`. */
async function restoreInto<T>(
  path: string,
  passphrase: string | undefined,
  look: (sql: TestSql) => Promise<T>,
): Promise<T> {
  const database = await createDatabase('empty');
  const sql = connectSql(database.target, { max: 2 });
  try {
    await restoreBackup(sql, path, passphrase);
    return await look(sql);
  } finally {
    await end(sql, database);
  }
}

async function end(sql: TestSql, database: TestDatabase): Promise<void> {
  await sql.end();
  await database.drop();
}

/** The number of rows of every table, and a hash of everything in them, generated columns included. */
async function contentsOf(sql: TestSql): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  // A restored database has read its phone numbers again, which is a change of leads that changes no count.
  await sql`select add_up_lead_counts()`;
  for (const { name, lasting } of await listTables(sql)) {
    if (!lasting) continue;
    const rows = await sql<{ row: string }[]>`
      select t::text as row from ${sql(name)} t order by t::text`;
    const hash = createHash('sha256');
    for (const { row } of rows) hash.update(`${row}\n`);
    contents[name] = `${rows.length} rows ${hash.digest('hex')}`;
  }
  return contents;
}

describe('a backup', () => {
  it.each([
    ['as it is', () => plain, undefined],
    ['encrypted', () => encrypted, PASSPHRASE],
  ])(
    '%s brings back every table and every draw, and no log-in code',
    async (_, path, passphrase) => {
      const before = await contentsOf(api.sql);
      expect(before.leads).toMatch(/^3924 rows/);
      const { contents, codes, integrity } = await restoreInto(path(), passphrase, async (sql) => {
        // What was restored is the current schema, and can be written.
        await migrate(sql);
        const restored = await contentsOf(sql);
        const checked = await checkIntegrity(sql);
        await sql`update leads set status = status where status = 'pending'`;
        const valid = await sql`select from login_codes`;
        return { contents: restored, codes: valid.length, integrity: checked };
      });
      expect(contents).toEqual(before);
      expect(codes).toBe(0);
      expect(integrity.problems).toEqual([]);
      expect(integrity.checked.join()).toMatch(/[1-9]\d* draws/);
    },
  );

  it('contains one moment, while visitors enter and are deleted', async () => {
    const event = await createEvent(api.admin);
    let writing = true;
    const load = (async () => {
      while (writing) {
        const lead = await submitLead(api.anyone, event.id);
        await api.admin.delete(`/api/leads/${lead.id}`);
      }
    })();
    const path = join(directory, 'under-load.backup');
    await writeBackup(api.sql, path, undefined);
    writing = false;
    await load;
    const problems = await restoreInto(path, undefined, async (sql) => {
      const { problems: found } = await checkIntegrity(sql);
      return found;
    });
    expect(problems).toEqual([]);
  });

  it('leaves out what is only of the moment, such as the rows of an import', async () => {
    const event = await createEvent(api.admin);
    const id = randomUUID();
    await api.admin.post('/api/imports', { id, eventId: event.id });
    const row = { row: 1, name: 'Ottoline Vance', phone: '07700 933933' };
    expect((await api.admin.post(`/api/imports/${id}/rows`, { rows: [row] })).status).toBe(200);
    const path = join(directory, 'importing.backup');
    await writeBackup(api.sql, path, undefined);
    const left = await restoreInto(
      path,
      undefined,
      (sql) => sql`
      select (select count(*)::int from imports) as imports,
             (select count(*)::int from import_rows) as rows`,
    );
    expect(left).toEqual([{ imports: 1, rows: 0 }]);
  });

  it('does not show its contents when it is encrypted, nor open with another passphrase', async () => {
    const bytes = await readFile(encrypted);
    expect(bytes.includes('Harbour')).toBe(false);
    await expect(restoreInto(encrypted, 'another passphrase', async () => {})).rejects.toThrow(
      'The passphrase is wrong, or the backup is damaged at its beginning',
    );
    await expect(restoreInto(encrypted, undefined, async () => {})).rejects.toThrow(
      'The backup is encrypted: set BACKUP_PASSPHRASE',
    );
  });

  it('is refused if it is not encrypted although there is a passphrase', async () => {
    await expect(restoreInto(plain, PASSPHRASE, async () => {})).rejects.toThrow(
      'The backup is not encrypted, although BACKUP_PASSPHRASE is set. If you trust this file, add --plain.',
    );
  });

  it('says how its key was derived, which must not take much more than 128 MiB', async () => {
    const [format, header, ...rest] = (await readFile(encrypted)).toString('latin1').split('\n');
    const { scrypt, ...other } = JSON.parse(header as string);
    expect(Object.keys(scrypt)).toEqual(['N', 'r', 'p']);
    const ours = { N: 131_072, r: 8, p: 1 };
    for (const changed of [{ N: 2 ** 20 }, { N: 131_071 }, { r: 64 }, { p: 1000 }]) {
      const path = join(directory, 'other-key.backup');
      const line = JSON.stringify({ ...other, scrypt: { ...ours, ...changed } });
      await writeFile(path, Buffer.from([format, line, ...rest].join('\n'), 'latin1'));
      await expect(restoreInto(path, PASSPHRASE, async () => {})).rejects.toThrow(
        'its header is not readable',
      );
    }
  });

  it('is refused by a database that is not empty, which stays as it is', async () => {
    const before = await contentsOf(api.sql);
    await expect(restoreBackup(api.sql, plain, undefined)).rejects.toThrow(
      'The database is not empty',
    );
    expect(await contentsOf(api.sql)).toEqual(before);
  });

  it('is refused when a newer version made it', async () => {
    const [format, header, ...rest] = (await readFile(plain)).toString('latin1').split('\n');
    const { migrations, ...other } = JSON.parse(header as string);
    migrations.push({ name: '999-later.sql', checksum: 'x' });
    const path = join(directory, 'newer.backup');
    const text = [format, JSON.stringify({ ...other, migrations }), ...rest].join('\n');
    await writeFile(path, Buffer.from(text, 'latin1'));
    await expect(restoreInto(path, undefined, async () => {})).rejects.toThrow('999-later.sql');
  });
});

describe('a damaged backup', () => {
  it.each([
    ['plain', () => plain, undefined],
    ['encrypted', () => encrypted, PASSPHRASE],
  ])('is refused with the place, and the database stays empty: %s', async (_, of, passphrase) => {
    const good = await readFile(of());
    const path = join(directory, 'damaged.backup');
    const database = await createDatabase('empty');
    const sql = connectSql(database.target, { max: 2 });
    const places = valuesFor(0, [0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999]).map((part) =>
      Math.floor(part * good.length),
    );
    for (const place of places) {
      const bad = Buffer.from(good);
      bad[place] = (bad[place] as number) ^ 1;
      await writeFile(path, bad);
      const failure = await restoreBackup(sql, path, passphrase).catch((error: Error) => error);
      expect(String(failure)).toMatch(/damaged|not a backup/);
      const named = /at byte (\d+)/.exec(String(failure));
      // The place is the beginning of the frame, and frames are shorter than a megabyte.
      if (named) expect(place - Number(named[1])).toBeLessThan(2 ** 20);
    }
    const half = Math.floor(good.length / 2);
    const refusals: [length: number, refusal: RegExp][] = [
      [0, /^This is not a backup of Drawbridge/],
      [100, /^The backup is damaged at byte 20: its header is not readable$/],
      [
        half,
        new RegExp(`^The backup is damaged at byte ${half}, in the table \\w+: the file ends`),
      ],
      [
        good.length - 1,
        new RegExp(`^The backup is damaged at byte ${good.length - 1}: the file ends`),
      ],
    ];
    for (const [length, refusal] of refusals) {
      await writeFile(path, good.subarray(0, length));
      await expect(restoreBackup(sql, path, passphrase)).rejects.toThrow(refusal);
    }
    await writeFile(path, Buffer.concat([good, Buffer.from('x')]));
    await expect(restoreBackup(sql, path, passphrase)).rejects.toThrow('more data than expected');
    expect(await sql`select from pg_class where relnamespace = 'public'::regnamespace`).toEqual([]);
    await end(sql, database);
  });
});

describe('a backup that cannot be finished', () => {
  it('leaves no file behind', async () => {
    const path = join(directory, 'taken.backup');
    await mkdir(join(path, 'by a directory'), { recursive: true });
    await expect(writeBackup(api.sql, path, undefined)).rejects.toThrow('rename');
    await expect(stat(`${path}.unfinished`)).rejects.toThrow('ENOENT');
    // The connection it used is not left inside the copy.
    expect(await api.sql`select 1 as one`).toEqual([{ one: 1 }]);
  });
});

describe('what stands in place of the unfinished file', () => {
  it('gives a backup neither its permissions nor another place', async () => {
    const path = join(directory, 'own.backup');
    await writeFile(`${path}.unfinished`, 'old', { mode: 0o666 });
    await writeBackup(api.sql, path, undefined);
    expect((await stat(path)).mode & 0o777).toBe(0o600);

    const elsewhere = join(directory, 'elsewhere');
    await writeFile(elsewhere, 'untouched');
    await symlink(elsewhere, `${path}.unfinished`);
    await writeBackup(api.sql, path, undefined);
    expect(await readFile(elsewhere, 'utf8')).toBe('untouched');
    expect((await lstat(path)).isFile()).toBe(true);
  });
});

describe('the check of a database', () => {
  it('finds a reference to nothing and a changed draw', async () => {
    const problems = await restoreInto(plain, undefined, async (sql) => {
      await sql.unsafe(`
        begin;
        set local session_replication_role = replica;
        update leads set event_id = gen_random_uuid() where id in (select id from leads where not won limit 3);
        update draws set winner_name = 'Somebody Else' where number = 1;
        commit`);
      return (await checkIntegrity(sql)).problems;
    });
    expect(problems).toEqual(
      expect.arrayContaining([
        '3 rows break the rule leads_event_id_fkey',
        expect.stringMatching(/^\d+ counts of leads are wrong$/),
        expect.stringMatching(/^Draw 1 of .*winner/),
      ]),
    );
  });
});
