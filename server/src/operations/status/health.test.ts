import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WriteMonitor } from '../../db/write-monitor.ts';
import { createLog } from '../../log.ts';
import { connectSql } from '../../test/database/sql.ts';
import { LONG_TIMEOUT } from '../../test/fakes/until-blocked.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import { createEvent, newContact } from '../../test/world/fixtures.ts';

const lines: { level: number; msg: string }[] = [];
let api: TestApi;
beforeAll(async () => {
  const log = createLog('info', { write: (text) => lines.push(JSON.parse(text)) });
  api = await startApi({}, log);
});
afterAll(() => api.close());

const SENTENCE = 'Nothing can be saved at the moment. Please try again in a moment.';
const noted = () => lines.filter(({ msg }) => msg.includes('be written to'));
const ready = async () => (await api.anyone.get('/readyz')).status;

/** Makes new connections read-only, as on a standby. */
async function setReadOnly(on: boolean): Promise<void> {
  const { name } = api.database;
  await api.sql.unsafe(
    `begin read write; alter database ${name} set default_transaction_read_only to ${on}; commit`,
  );
  await api.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await api.sql`select pg_terminate_backend(pg_backend_pid())`.catch(() => {});
  const readOnly = async () => (await api.sql`show default_transaction_read_only`)[0];
  const expected = { defaultTransactionReadOnly: on ? 'on' : 'off' };
  await vi.waitFor(async () => expect(await readOnly()).toEqual(expected), LONG_TIMEOUT);
}

it('/readyz says when nothing can be written, and the log says why, once', async () => {
  const event = await createEvent(api.admin);
  expect(await ready()).toBe(200);

  await setReadOnly(true);
  await vi.waitFor(async () => expect(await ready()).toBe(503), LONG_TIMEOUT);
  const response = await api.anyone.get('/readyz');
  expect(response.problem).toEqual([503, SENTENCE]);
  expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect((await api.anyone.get(`/api/events/${event.id}`)).status).toBe(200);
  const entry = { eventId: event.id, ...newContact() };
  expect((await api.anyone.post('/api/leads/public', entry)).status).toBe(503);

  await setReadOnly(false);
  await vi.waitFor(() => expect(noted()).toHaveLength(2), LONG_TIMEOUT);
  expect(noted().map(({ msg }) => msg)).toEqual([
    'the database cannot be written to: cannot execute INSERT in a read-only transaction',
    expect.stringMatching(/^the database can be written to again, after \d+ s$/),
  ]);
  expect(await ready()).toBe(200);
});

it('a database that is away is one line, however much fails in the background', async () => {
  lines.length = 0;
  const log = createLog('info', { write: (text) => lines.push(JSON.parse(text)) });
  const closedSql = connectSql(api.database.target, { max: 1 });
  await closedSql.end();
  const monitor = new WriteMonitor(closedSql, log);
  for (const what of ['limits', 'pages', 'limits']) {
    monitor.report(new Error('Connection terminated'), what);
  }
  await vi.waitFor(() => expect(noted()).toHaveLength(1));
  expect(lines).toEqual(noted());
  monitor.report(new Error('anything else'), 'limits');
  expect(lines.at(-1)).toMatchObject({ msg: 'limits', err: { message: 'anything else' } });
  monitor.close();
});
