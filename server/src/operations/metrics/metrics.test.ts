import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { readSettings } from '../../settings.ts';
import { connectSql } from '../../test/database/sql.ts';
import { LONG_TIMEOUT } from '../../test/fakes/until-blocked.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent, createVolunteer, newContact, submitLead } from '../../test/world/fixtures.ts';
import { watch } from '../../test/world/live-client.ts';
import { backUpToday } from '../backup/nightly.ts';
import { Metrics } from './metrics.ts';

const backupDir = await mkdtemp(join(tmpdir(), 'drawbridge-metrics-'));
const api = await startApi({ BACKUP_DIR: backupDir }, undefined, { measured: true });
afterAll(async () => {
  await api.close();
  await rm(backupDir, { recursive: true });
});

const read = () => (api.metrics as Metrics).read();

/** The value of a series, such as `drawbridge_entries_total{source="qr"}`; undefined if it is not there. */
function readSeries(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

it('counts requests by the pattern of their route and by status', async () => {
  const event = await createEvent(api.admin);
  await api.anyone.get(`/api/events/${event.id}`);
  await api.anyone.get(`/api/events/${randomUUID()}`);
  await api.anyone.get('/api/leads?q=harbour');
  await api.anyone.get('/no-such-path/at-all');
  // A response is counted once it has been sent, which may be after the client has read it.
  await vi.waitFor(async () => {
    const text = await read();
    const count = (method: string, route: string, status: number) =>
      readSeries(
        text,
        `drawbridge_http_requests_total{method="${method}",route="${route}",status="${status}"}`,
      );
    expect(count('GET', '/api/events/:eventId', 200)).toBe(1);
    expect(count('GET', '/api/events/:eventId', 404)).toBe(1);
    expect(count('GET', '/api/leads', 401)).toBe(1);
    expect(count('GET', 'none', 404)).toBe(1);
    const timed = 'drawbridge_http_request_duration_seconds_count';
    expect(readSeries(text, `${timed}{method="GET",route="/api/events/:eventId"}`)).toBe(2);
    for (const typed of [event.id, 'harbour', 'no-such-path']) expect(text).not.toContain(typed);
  }, LONG_TIMEOUT);
});

it('counts leads once, and shows what waits and what is open', async () => {
  const event = await createEvent(api.admin);
  const before = readSeries(await read(), 'drawbridge_entries_total{source="qr"}') ?? 0;
  const entry = { id: randomUUID(), eventId: event.id, ...newContact() };
  expect((await api.anyone.post('/api/leads/public', entry)).status).toBe(201);
  expect((await api.anyone.post('/api/leads/public', entry)).status).toBe(200);
  await submitLead(api.anyone, event.id);
  const refused = await api.anyone.post('/api/leads/public', {
    ...newContact(),
    eventId: randomUUID(),
  });
  expect(refused.status).toBe(404);
  const idle = await read();
  expect(readSeries(idle, 'drawbridge_entries_total{source="qr"}')).toBe(before + 2);
  expect(readSeries(idle, 'drawbridge_entries_waiting')).toBe(0);
  expect(readSeries(idle, 'drawbridge_live_streams')).toBe(0);
  expect(readSeries(idle, 'drawbridge_pool_connections')).toBeGreaterThan(0);

  const watcher = await watch(api.anyone.url, event.id);
  // The lock on the event blocks the entry.
  await api.sql.begin(async (tx) => {
    await tx`select from events where id = ${event.id} for update`;
    const entered = submitLead(api.anyone, event.id);
    await vi.waitFor(
      async () => expect(readSeries(await read(), 'drawbridge_entries_waiting')).toBe(1),
      LONG_TIMEOUT,
    );
    expect(readSeries(await read(), 'drawbridge_live_streams')).toBe(1);
    await tx`rollback`;
    await entered;
  });
  await api.admin.delete(`/api/events/${event.id}`);
  await watcher.ended();
  await vi.waitFor(
    async () => expect(readSeries(await read(), 'drawbridge_live_streams')).toBe(0),
    LONG_TIMEOUT,
  );
  expect(await read()).not.toContain('/live"');
});

it('shows the migration, what devices have not sent, and the newest backup', async () => {
  const [{ number }] = await api.sql<[{ number: number }]>`
    select count(*)::int as number from migrations`;
  const event = await createEvent(api.admin);
  const { id } = await createVolunteer(api, [event.id]);
  for (const unsent of [3, 4, 0]) {
    await api.sql`insert into heartbeats (user_id, device_id, event_id, unsent)
      values (${id}, ${randomUUID()}, ${event.id}, ${unsent})`;
  }
  const before = await read();
  expect(readSeries(before, 'drawbridge_database_up')).toBe(1);
  expect(readSeries(before, 'drawbridge_database_migration')).toBe(number);
  expect(readSeries(before, 'drawbridge_unsent_leads')).toBe(7);
  expect(readSeries(before, 'drawbridge_unsent_devices')).toBe(2);
  expect(readSeries(before, 'drawbridge_backup_last_bytes')).toBeUndefined();

  const backup = await backUpToday(
    api.sql,
    { backupDir, backupKeep: 1, backupPassphrase: undefined },
    new Date(),
  );
  const { mtimeMs, size } = await stat(String(backup?.path));
  const after = await read();
  expect(readSeries(after, 'drawbridge_backup_last_bytes')).toBe(size);
  const [free = 0, all = 0] = ['free', 'size'].map((what) =>
    readSeries(after, `drawbridge_disk_${what}_bytes{setting="BACKUP_DIR"}`),
  );
  expect(free).toBeGreaterThan(0);
  expect(all).toBeGreaterThanOrEqual(free);
  expect(readSeries(after, 'drawbridge_backup_last_timestamp_seconds')).toBeCloseTo(
    mtimeMs / 1000,
    0,
  );
});

it('says that the database is unavailable, and leaves out what it cannot know', async () => {
  const nowhere = connectSql('postgres://nobody@127.0.0.1:1/nothing');
  const text = await new Metrics({
    db: nowhere,
    settings: readSettings({ DATA_DIR: '/nowhere' }),
    backupSucceeded: () => false,
  }).read();
  await nowhere.end();
  expect(readSeries(text, 'drawbridge_database_up')).toBe(0);
  expect(readSeries(text, 'drawbridge_database_migration')).toBeUndefined();
  expect(readSeries(text, 'drawbridge_unsent_leads')).toBeUndefined();
  expect(readSeries(text, 'drawbridge_backup_succeeded')).toBe(0);
  expect(text).not.toContain('drawbridge_disk_free_bytes{');
});

it('lists the same measurements as docs/operations.md, and has all that the alerts watch', async () => {
  const resolvePath = (path: string) =>
    readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  const handbook = await resolvePath('docs/operations.md');
  const names = Array.from(handbook.matchAll(/\bdrawbridge_[a-z_]+/g), String);
  const text = await read();
  const all = Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name);
  const own = all.filter((name) => name?.startsWith('drawbridge_'));
  expect(own.length).toBeGreaterThan(15);
  expect([...new Set(names)].sort()).toEqual(own.sort());
  const alerts = await resolvePath('deploy/prometheus-alerts.yml');
  const watched = Array.from(alerts.matchAll(/\b(?:drawbridge|nodejs)_\w+/g), String);
  expect(watched.length).toBeGreaterThan(10);
  expect(watched.filter((name) => !all.includes(name))).toEqual([]);
});
