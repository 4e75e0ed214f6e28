import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverStatus } from '@drawbridge/contract/operations/status';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from '../../log.ts';
import { newAdministrator } from '../../test/checks/callers.ts';
import { createDatabase } from '../../test/database/database.ts';
import { connectSql } from '../../test/database/sql.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent } from '../../test/world/fixtures.ts';
import { restoreBackup } from '../backup/file.ts';

const PASSPHRASE = 'nine copper weathervanes';
const confirm = { currentPassword: 'secret-enough' };
const lines: string[] = [];
const directory = await mkdtemp(join(tmpdir(), 'drawbridge-status-'));
const log = createLog('warn', { write: (line) => lines.push(JSON.parse(line).msg) });
const env = {
  BACKUP_DIR: directory,
  BACKUP_PASSPHRASE: PASSPHRASE,
  PUBLIC_URL: 'http://fair.lan',
};
const api = await startApi(env, log);
const admin = await newAdministrator(api);
afterAll(async () => {
  await api.close();
  await rm(directory, { recursive: true });
});

const readStatus = async (client = admin) =>
  (await client.get('/api/status')).as(serverStatus.strict());

describe('the status', () => {
  it('shows administrators the version, the disks and the warnings', async () => {
    const status = await readStatus();
    expect(status).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      database: { embedded: true, version: expect.stringMatching(/^\d+\.\d+$/) },
      backup: { nightly: true, last: null, encrypted: true, downloadedAt: null },
      publicUrl: 'http://fair.lan',
      https: false,
    });
    expect(status.database.bytes).toBeGreaterThan(1_000_000);
    expect(Date.parse(status.startedAt)).toBeLessThan(Date.now());
    expect(status.disks.map(({ setting }) => setting)).toContain('BACKUP_DIR');
    expect(status.warnings).toEqual([
      {
        kind: 'no-https',
        operator: expect.stringContaining('Without HTTPS'),
        count: 1,
      },
    ]);

    await writeFile(join(directory, 'drawbridge-2026-11-10.tar.gz.age'), 'twelve bytes');
    expect((await readStatus()).backup.last?.bytes).toBe(12);
  });

  it('warns of webhooks that fail and of a provider of single sign-on that does not answer', async () => {
    await api.sql`
      insert into webhooks (url, kinds, failing_since)
      values ('https://crm.invalid/', '{lead.created}', now())`;
    const provider = { OIDC_ISSUER: 'http://127.0.0.1:10', OIDC_CLIENT_ID: 'drawbridge' };
    const other = await startApi({ ...env, ...provider }, undefined, { beside: api });
    expect((await readStatus(other.admin)).warnings).toEqual([
      expect.objectContaining({ operator: expect.stringContaining('Without HTTPS') }),
      { kind: 'webhooks', operator: null, count: 1 },
      {
        kind: 'sign-on',
        count: 1,
        operator:
          'Single sign-on: http://127.0.0.1:10 cannot be used: connect ECONNREFUSED 127.0.0.1:10',
      },
    ]);
    await other.close();
    await api.sql`delete from webhooks`;
  });

  it('warns of a proxy that is not trusted, in the log once', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.7' };
    for (const path of ['/healthz', '/readyz']) await api.anyone.get(path, forwarded);
    const told =
      /^Requests come through \S*127\.0\.0\.1 with X-Forwarded-For, but TRUST_PROXY is off/;
    expect(lines.filter((line) => told.test(line))).toHaveLength(1);
    await expect
      .poll(async () => (await readStatus()).warnings)
      .toContainEqual(expect.objectContaining({ operator: expect.stringMatching(told) }));
    // Another server on the database reports it as well, unless it trusts a proxy.
    for (const [TRUST_PROXY, warned] of [
      ['off', true],
      ['1', false],
    ] as const) {
      const other = await startApi({ TRUST_PROXY }, undefined, { beside: api });
      const { warnings } = await readStatus(other.admin);
      expect(warnings.some(({ operator }) => told.test(operator ?? ''))).toBe(warned);
      await other.close();
    }
  });
});

describe('a backup', () => {
  it('is downloaded with the password, encrypted, restorable and recorded', async () => {
    const { name } = await createEvent(api.admin);
    const wrong = await admin.post('/api/status/backup', { currentPassword: 'wrong' });
    expect(wrong.problem).toEqual([403, 'Your current password is wrong']);
    const response = await fetch(`${admin.url}/api/status/backup`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(confirm),
    });
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="drawbridge-\d{4}-\d\d-\d\d-\d{6}\.tar\.gz\.age"$/,
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.includes(name)).toBe(false);
    const path = join(directory, 'downloaded');
    await writeFile(path, bytes);
    const restored = await createDatabase('empty');
    const sql = connectSql(restored.target, { max: 2 });
    await restoreBackup(sql, path, PASSPHRASE);
    expect(await sql`select name from events`).toEqual([{ name }]);
    await sql.end();
    await restored.drop();

    const trail = await api.admin.get('/api/audit?kind=backup-downloaded');
    expect(trail.text).toContain(admin.user?.username);
    expect((await readStatus()).backup.downloadedAt).not.toBeNull();
  });

  it('that would not be encrypted is refused, because it contains the secrets of future draws', async () => {
    const plain = await startApi({ BACKUP_PASSPHRASE: '' }, undefined, { beside: api });
    const response = await (await newAdministrator(plain)).post('/api/status/backup', confirm);
    expect(response.problem).toEqual([
      409,
      'Backups can be downloaded once the operator has set BACKUP_PASSPHRASE',
    ]);
    await plain.close();
  });

  it('is made one at a time', async () => {
    const download = () => admin.post('/api/status/backup', confirm);
    const first = await api.sql.begin(async (tx) => {
      await tx`lock table prizes in access exclusive mode`;
      const waiting = download();
      await expect
        .poll(
          () => api.sql`select pid from pg_locks
            where not granted and relation = 'prizes'::regclass`,
        )
        .toHaveLength(1);
      expect((await download()).problem).toEqual([
        409,
        'Another backup is being downloaded. Please try again in a moment.',
      ]);
      return { waiting };
    });
    expect((await first.waiting).status).toBe(200);
    expect((await download()).status).toBe(200);
  });
});
