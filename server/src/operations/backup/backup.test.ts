import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { lstat, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { SessionUser } from '@drawbridge/contract/login/auth';
import { newWebhook } from '@drawbridge/contract/outreach/webhooks';
import { token } from '@drawbridge/contract/team/tokens';
import { Decrypter } from 'age-encryption';
import { packTar, unpackTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newProgram } from '../../test/checks/callers.ts';
import { createDatabase, type TestDatabase } from '../../test/database/database.ts';
import { valuesFor } from '../../test/database/property-runs.ts';
import { connectSql, type TestSql } from '../../test/database/sql.ts';
import { ADMIN } from '../../test/world/accounts.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import { Client } from '../../test/world/client.ts';
import { createEvent, createSponsor, submitLead } from '../../test/world/fixtures.ts';
import { fillDatabase } from '../demo/fill.ts';
import type { Manifest } from './archive.ts';
import { restoreBackup, writeBackup } from './file.ts';
import { checkIntegrity } from './integrity.ts';
import { makeSnapshot } from './snapshot.ts';
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
  plain = join(directory, 'plain.tar.gz');
  encrypted = join(directory, 'encrypted.tar.gz.age');
  await writeBackup(api.sql, plain, undefined);
  await writeBackup(api.sql, encrypted, PASSPHRASE);
});
afterAll(async () => {
  await api.close();
  await rm(directory, { recursive: true });
});

/** Restores into a new database, which is passed to `look`. */
async function restoreInto<T>(
  path: string,
  passphrase: string | undefined,
  readData: (sql: TestSql) => Promise<T>,
): Promise<T> {
  const database = await createDatabase('empty');
  const sql = connectSql(database.target, { max: 2 });
  try {
    await restoreBackup(sql, path, passphrase);
    return await readData(sql);
  } finally {
    await end(sql, database);
  }
}

async function end(sql: TestSql, database: TestDatabase): Promise<void> {
  await sql.end();
  await database.drop();
}

/** The number of rows of every table, a hash of all their values, generated columns included, and the indexes. */
async function contentsOf(sql: TestSql): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  // A restore parses all phone numbers again, which is a change of leads without a change of counts.
  await sql`select add_up_lead_counts()`;
  for (const { name, lasting } of await listTables(sql)) {
    if (!lasting || name === 'sessions') continue;
    const rows = await sql<{ row: string }[]>`
      select t::text as row from ${sql(name)} t order by t::text`;
    const hash = createHash('sha256');
    for (const { row } of rows) hash.update(`${row}\n`);
    contents[name] = `${rows.length} rows ${hash.digest('hex')}`;
  }
  const [{ indexes }] = await sql<[{ indexes: string }]>`
    select string_agg(indexdef, '; ' order by indexname) as indexes from pg_indexes
    where schemaname = current_schema()`;
  contents.indexes = indexes;
  return contents;
}

describe('a backup', () => {
  it.each([
    ['as it is', () => plain, undefined],
    ['encrypted', () => encrypted, PASSPHRASE],
  ])(
    '%s brings back every table and every draw, and no login code',
    async (_, path, passphrase) => {
      const before = await contentsOf(api.sql);
      expect(before.leads).toMatch(/^481 rows/);
      const { contents, codes, integrity } = await restoreInto(path(), passphrase, async (sql) => {
        const restored = await contentsOf(sql);
        const checked = await checkIntegrity(sql);
        await sql`update leads set status = status where status = 'pending'`;
        const valid = await sql`select from login_codes`;
        return { contents: restored, codes: valid.length, integrity: checked };
      });
      // Every event has a record of the restore, and another secret from there on.
      const setBack = ['events', 'records', 'rosters', 'live_messages'].map((table) => [
        table,
        expect.any(String),
      ]);
      expect(contents).toEqual({ ...before, ...Object.fromEntries(setBack) });
      expect(codes).toBe(0);
      expect(integrity.problems).toEqual([]);
      expect(integrity.checked.join()).toMatch(/[1-9]\d* draws/);
    },
  );

  it('brings back no session, and a token only when an administrator confirms it', async () => {
    const program = await newProgram(api, ['leads:read']);
    const path = join(directory, 'token.tar.gz');
    await writeBackup(api.sql, path, undefined);
    const [made] = (await api.admin.get('/api/tokens')).as(z.array(token));
    expect((await api.admin.delete(`/api/tokens/${made?.id}`)).status).toBe(200);
    const database = await createDatabase('empty');
    const sql = connectSql(database.target, { max: 2 });
    await restoreBackup(sql, path, undefined);
    const restored = await startApi({}, undefined, { beside: { database } });
    const as = ({ token: secret = '' }: Client) =>
      new Client(restored.anyone.url, { token: secret, user: api.admin.user as SessionUser });
    const reads = async (client: Client) => (await as(client).get('/api/leads?limit=1')).status;
    expect([await reads(api.admin), await reads(program)]).toEqual([401, 401]);
    const [listed] = (await restored.admin.get('/api/tokens')).as(z.array(token));
    expect(listed).toMatchObject({ id: made?.id, confirmed: false });
    const confirm = (id: unknown, currentPassword = ADMIN.password) =>
      restored.admin.post(`/api/tokens/${id}/confirm`, { currentPassword });
    expect((await confirm(made?.id, 'wrong')).status).toBe(403);
    expect(await reads(program)).toBe(401);
    expect((await confirm(made?.id)).as(token)).toMatchObject({ confirmed: true });
    expect(await reads(program)).toBe(200);
    const unknown = await confirm(randomUUID());
    expect(unknown.problem).toEqual([404, 'Token not found']);
    await restored.close();
    await end(sql, database);
  });

  it('brings back no link of a sponsor, and webhooks disabled', async () => {
    const event = await createEvent(api.admin);
    const { id: sponsorId } = await createSponsor(api, event.id);
    await api.admin.post(`/api/sponsors/${sponsorId}/link`, { password: 'opens-one-page' });
    const hook = await api.admin.post('/api/webhooks', {
      url: 'https://receiver.invalid/',
      kinds: ['lead.created'],
      currentPassword: ADMIN.password,
    });
    expect(hook.status).toBe(201);
    const path = join(directory, 'access.tar.gz');
    await writeBackup(api.sql, path, undefined);
    const remaining = await restoreInto(
      path,
      undefined,
      (sql) => sql`
        select (select count(*)::int from sponsor_pages where sponsor_id = ${sponsorId}) as pages,
               (select count(link_hash)::int from sponsor_pages) as links,
               (select count(*)::int from webhooks) as webhooks,
               (select count(disabled_at)::int from webhooks) as disabled`,
    );
    expect(remaining).toEqual([{ pages: 1, links: 0, webhooks: 1, disabled: 1 }]);
    // Its deliveries would change while other tests compare stored rows.
    const { id } = hook.as(newWebhook);
    expect((await api.admin.delete(`/api/webhooks/${id}`)).status).toBe(200);
  });

  it('contains one moment, while visitors enter and are deleted', async () => {
    const event = await createEvent(api.admin);
    let writing = true;
    const load = (async () => {
      while (writing) {
        const lead = await submitLead(api.anyone, event.id);
        await api.admin.delete(`/api/leads/${lead.id}`);
      }
    })();
    const path = join(directory, 'under-load.tar.gz');
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
    const path = join(directory, 'importing.tar.gz');
    await writeBackup(api.sql, path, undefined);
    const remaining = await restoreInto(
      path,
      undefined,
      (sql) => sql`
      select (select count(*)::int from imports) as imports,
             (select count(*)::int from import_rows) as rows`,
    );
    expect(remaining).toEqual([{ imports: 1, rows: 0 }]);
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

  it('is not opened if its key would take more memory than ours', async () => {
    const text = (await readFile(encrypted)).toString('latin1');
    const path = join(directory, 'costly.tar.gz.age');
    await writeFile(path, Buffer.from(text.replace(/^(-> scrypt \S+) 10$/m, '$1 21'), 'latin1'));
    await expect(restoreInto(path, PASSPHRASE, async () => {})).rejects.toThrow(
      'The passphrase is wrong, or the backup is damaged at its beginning',
    );
  });

  it('is refused by a database that is not empty, which stays as it is', async () => {
    const before = await contentsOf(api.sql);
    await expect(restoreBackup(api.sql, plain, undefined)).rejects.toThrow(
      'The database is not empty',
    );
    expect(await contentsOf(api.sql)).toEqual(before);
  });

  it.each<[string, (manifest: Manifest) => unknown]>([
    ['newer', ({ migrations }) => migrations.push({ name: '999-later.sql', checksum: 'x' })],
    ['older', ({ migrations }) => migrations.splice(0, 1, { name: '001-schema', checksum: 'x' })],
  ])('is refused in one sentence if its schema is %s', async (_age, change) => {
    const path = await repack((files) =>
      changeManifest(files, (manifest) => {
        manifest.version = '7.8.9';
        change(manifest);
      }),
    );
    await expect(restoreInto(path, undefined, async () => {})).rejects.toThrow(
      /^The backup was made by Drawbridge 7\.8\.9 with another schema: restore it with that version$/,
    );
  });
});

type File = Awaited<ReturnType<typeof unpackTar>>[number];
const isLeads = ({ header }: File) => header.name === 'tables/leads.copy';

/** Packs the plain backup again, with other files. */
async function repack(change: (files: File[]) => File[], more = 0): Promise<string> {
  const files = change(await unpackTar(gunzipSync(await readFile(plain))));
  const path = join(directory, 'repacked.tar.gz');
  await writeFile(path, gzipSync(Buffer.concat([await packTar(files), Buffer.alloc(more)])));
  return path;
}

function changeText({ header, data }: File, text: RegExp, other: string): File {
  const changed = Buffer.from(data ?? [])
    .toString()
    .replace(text, other);
  return { header, data: new Uint8Array(Buffer.from(changed)) };
}

function changeManifest(files: File[], change: (manifest: Manifest) => unknown): File[] {
  return files.map((file) => {
    if (file.header.name !== 'manifest.json') return file;
    const manifest = JSON.parse(Buffer.from(file.data ?? []).toString());
    change(manifest);
    const data = new Uint8Array(Buffer.from(JSON.stringify(manifest)));
    return { header: { ...file.header, size: data.length }, data };
  });
}

const has = (command: string) => spawnSync(command, ['--version']).status === 0;

describe('with tools that everybody has, a backup', () => {
  it.skipIf(!has('tar'))(
    has('age') && has('script')
      ? 'is opened by age and tar'
      : 'is opened by the library of age, because the commands age and script are missing, and by tar',
    async () => {
      const opened = join(directory, 'opened.tar.gz');
      if (has('age') && has('script')) await openWithAge(encrypted, opened);
      else {
        const decrypter = new Decrypter();
        decrypter.addPassphrase(PASSPHRASE);
        await writeFile(opened, await decrypter.decrypt(await readFile(encrypted)));
      }
      const files = join(directory, 'opened');
      await mkdir(files);
      expect(spawnSync('tar', ['xzf', opened, '-C', files]).status).toBe(0);
      const read = (name: string) => readFile(join(files, name));
      const manifest: Manifest = JSON.parse((await read('manifest.json')).toString());
      expect(manifest).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
      for (const { name, rows, sha256 } of manifest.tables) {
        const content = await read(`tables/${name}.copy`);
        expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
        expect(content.toString().split('\n')).toHaveLength(rows + 1);
      }
      expect((await read('tables/events.copy')).toString()).toContain('Harbour');
    },
  );
});

/** Decrypts with age. It reads a passphrase only from a terminal, which `script` provides. */
async function openWithAge(path: string, opened: string): Promise<void> {
  const terminal = spawn('script', ['-qec', `age -d -o ${opened} ${path}`, '/dev/null']);
  terminal.stdout.on('data', (text) => {
    if (String(text).includes('Enter passphrase')) terminal.stdin.write(`${PASSPHRASE}\n`);
  });
  const [code] = await once(terminal, 'exit');
  expect(code).toBe(0);
}

describe('a damaged backup', () => {
  let database: TestDatabase;
  let empty: TestSql;
  beforeAll(async () => {
    database = await createDatabase('empty');
    empty = connectSql(database.target, { max: 2 });
  });
  afterAll(() => end(empty, database));

  it.each([
    ['plain', () => plain, undefined],
    ['encrypted', () => encrypted, PASSPHRASE],
  ])('is refused, and the database stays empty: %s', async (_, of, passphrase) => {
    const good = await readFile(of());
    const path = join(directory, 'damaged.tar.gz');
    const refusal = /^The backup is damaged|^This is not a backup|^The passphrase is wrong/;
    const expectRefusal = async (bytes: Uint8Array) => {
      await writeFile(path, bytes);
      await expect(restoreBackup(empty, path, passphrase)).rejects.toThrow(refusal);
    };
    for (const part of valuesFor(0, [0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95], 6)) {
      const offset = Math.floor(part * good.length);
      const bad = Buffer.from(good);
      bad[offset] = (bad[offset] as number) ^ 1;
      await expectRefusal(bad);
    }
    for (const length of [0, 100, Math.floor(good.length / 2), good.length - 1]) {
      await expectRefusal(good.subarray(0, length));
    }
    const tables = empty`select from pg_class where relnamespace = 'public'::regnamespace`;
    expect(await tables).toEqual([]);
  });

  it.each<[string, (files: File[]) => File[], number?]>([
    [
      'in the table leads: the checksum does not match',
      (files) => files.map((file) => (isLeads(file) ? changeText(file, /.(?=@)/, 'z') : file)),
    ],
    [
      'in the table leads: invalid input syntax for type uuid',
      (files) => {
        const changed = files.map((file) => (isLeads(file) ? changeText(file, /^./, 'x') : file));
        const data = changed.find(isLeads)?.data ?? '';
        const sha256 = createHash('sha256').update(data).digest('hex');
        return changeManifest(changed, ({ tables }) => {
          for (const table of tables) if (table.name === 'leads') table.sha256 = sha256;
        });
      },
    ],
    [
      'the checksum does not match',
      (files) =>
        changeManifest(files, ({ tables }) => {
          for (const table of tables) table.rows += 1;
        }),
    ],
    ['the file tables/leads.copy was expected', (files) => files.filter((file) => !isLeads(file))],
    [
      'the file tables/leads.copy was expected',
      (files) =>
        files.map((file) =>
          isLeads(file)
            ? { ...file, header: { ...file.header, name: '../../../tables/leads.copy' } }
            : file,
        ),
    ],
    ['it contains more than its manifest names', (files) => [...files, ...files.slice(1, 2)]],
    ['the file manifest.json was expected', (files) => files.slice(1)],
    [
      'other tables or columns',
      (files) =>
        changeManifest(files, ({ tables }) =>
          tables.find(({ name }) => name === 'leads')?.columns.pop(),
        ),
    ],
    ['unpacks to far more than a backup does', (files) => files.slice(0, 1), 40 * 1024 * 1024],
  ])('that somebody has packed again is refused: %s', async (refusal, change, more) => {
    const path = await repack(change, more);
    await expect(restoreBackup(empty, path, undefined)).rejects.toThrow(refusal);
  });
});

describe('a backup that cannot be finished', () => {
  it('leaves no file behind', async () => {
    const path = join(directory, 'taken.tar.gz');
    await mkdir(join(path, 'by a directory'), { recursive: true });
    await expect(writeBackup(api.sql, path, undefined)).rejects.toThrow('rename');
    await expect(stat(`${path}.unfinished`)).rejects.toThrow('ENOENT');
    // The connection has left the copy mode.
    expect(await api.sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it.each([[undefined], [PASSPHRASE]])('gives its connection back, with %s', async (passphrase) => {
    const snapshot = makeSnapshot(api.sql, passphrase);
    expect((await snapshot.next()).done).toBe(false);
    await snapshot.return(undefined);
    const copies = () => api.sql`
      select from pg_stat_activity where datname = current_database() and query like 'copy %'`;
    await expect.poll(copies).toEqual([]);
    expect(await api.sql`select 1 as one`).toEqual([{ one: 1 }]);
  });
});

describe('a file in place of the unfinished one', () => {
  it('gives a backup neither its permissions nor another place', async () => {
    const path = join(directory, 'own.tar.gz');
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
        update winners set name = 'Somebody Else' where number = 1;
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
