import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ownLead } from '@drawbridge/contract/leads';
import { afterAll, expect, it } from 'vitest';
import { startEmbedded } from '../../db/embedded.ts';
import { locks } from '../../db/transaction.ts';
import { explainFailure } from '../../failure.ts';
import { startApi } from '../../test/api.ts';
import { preparedDirectory } from '../../test/data-directory.ts';
import { createEvent, submitLead } from '../../test/fixtures.ts';
import { raffleOf } from '../../test/raffle.ts';
import { connectSql } from '../../test/sql.ts';
import { OPERATOR } from '../audit-log.ts';
import { removePendingTraces, removeTraces } from './traces.ts';

const silent = { info: () => {}, warn: () => {} };
const person = { name: 'Wilhelmina Quill', phone: '07700 911911', email: 'quill@example.com' };
/** Parts of what is stored, in the forms in which it is. */
const traces = ['Wilhelmina', '7700911911', '7700 911911', 'quill@example'];

const directory = await preparedDirectory();
const embedded = await startEmbedded({ dataDir: directory.path, log: silent });
const database = { name: 'own', target: embedded.connection, drop: async () => {} };
const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' }, undefined, {
  beside: { database },
  oneProcess: 'reads the files of its own database',
});
const eventId = (await createEvent(api.admin)).id;
afterAll(async () => {
  await api.close();
  await embedded.stop();
  await directory.remove();
});

/** The files below the data directory that contain one of the traces. */
async function filesWithTraces(): Promise<string[]> {
  const root = join(directory.path, 'postgres');
  const patterns = traces.flatMap((trace) => ['-e', trace]);
  const grep = promisify(execFile)('grep', ['-rlaF', ...patterns, directory.path]);
  const { stdout } = await grep.catch((error) => {
    // grep's way to say that there are none.
    if (error.code === 1) return { stdout: '' };
    throw error;
  });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((path) => path.replace(`${root}/`, ''));
}

/** Leads of the person, of whom one wins, with everything else that PostgreSQL makes of them. */
async function enterPerson() {
  const lead = await submitLead(api.anyone, eventId, person);
  const other = await submitLead(api.anyone, eventId, { ...person, name: 'Wilhelmina Q.' });
  await api.admin.patch(`/api/leads/${lead.id}`, { status: 'verified' });
  const raffle = raffleOf(api, eventId);
  expect((await raffle.draw()).status).toBe(201);
  // Names become the most common values in the planner's statistics.
  await api.sql`analyze leads`;
  await api.sql`analyze draws`;
  await api.sql.unsafe('checkpoint');
  return [lead.id, other.id];
}

it('a byte search finds nothing of a person who was erased', async () => {
  const ids = await enterPerson();
  const before = await filesWithTraces();
  expect(before.some((path) => path.startsWith('base/'))).toBe(true);
  expect(before.some((path) => path.startsWith('pg_wal/'))).toBe(true);

  await api.admin.post('/api/people/erase', { leadIds: ids });
  // Deleting alone does not do it, nor does an ordinary vacuum.
  await api.sql.unsafe('vacuum');
  await api.sql.unsafe('checkpoint');
  expect(await filesWithTraces()).not.toEqual([]);

  expect(await removeTraces(api.sql, new Date(), OPERATOR)).toEqual({ left: [] });
  expect(await filesWithTraces()).toEqual([]);
  // There is nothing to do a second time.
  expect(await removeTraces(api.sql, new Date(), OPERATOR)).toBeUndefined();
  // Everything works as before, with plans made for the old files.
  expect(
    (await api.anyone.post('/api/leads/public', { eventId, ...person })).as(ownLead),
  ).toMatchObject({ name: person.name });
});

it('nothing is found where other leads remain, and an older transaction is waited for', async () => {
  await submitLead(api.anyone, eventId, { name: 'Somebody Else', phone: '07700 933933' });
  const [lead] = await api.sql<[{ id: string }]>`select id from leads where name = ${person.name}`;
  await api.sql`analyze leads`;
  const reader = await api.sql.pool.connect();
  await reader.query('begin isolation level repeatable read');
  await reader.query('select 1 from events');
  await api.admin.post('/api/people/erase', { leadIds: [lead.id] });
  const removal = removeTraces(api.sql, new Date(), OPERATOR);
  // It waits for the reader, who could still read the lead.
  const locked = () => api.sql`select from pg_locks where objid = ${locks.traces} and granted`;
  await expect.poll(async () => (await locked()).length).toBe(1);
  const { rows } = await reader.query('select name from leads where name = $1', [person.name]);
  expect(rows).toHaveLength(1);
  await reader.query('commit');
  reader.release();
  expect(await removal).toEqual({ left: [] });
  expect(await filesWithTraces()).toEqual([]);
});

it('what stands in the way is told in one line', async () => {
  const { id } = await submitLead(api.anyone, eventId, person);
  await api.admin.post('/api/people/erase', { leadIds: [id] });
  const attempt = () =>
    removeTraces(api.sql, new Date(), OPERATOR, { lockMs: 1, transactionsMs: 0 }).then(
      () => undefined,
      explainFailure,
    );
  const reader = await api.sql.pool.connect();
  await reader.query('begin isolation level repeatable read');
  await reader.query('select 1 from events');
  expect(await attempt()).toBe(
    'The traces of erased leads are still there: a transaction, such as a slow download of leads, ' +
      'has not ended. Try again later.',
  );
  await reader.query('rollback; begin; lock table leads in share mode');
  expect(await attempt()).toBe(
    'The traces of erased leads are still there: something else is using the tables. Try again later.',
  );
  await reader.query('rollback');
  reader.release();
  expect(await removeTraces(api.sql, new Date(), OPERATOR)).toEqual({ left: [] });
});

it('by itself the server does it in the night, not while an event may be running', async () => {
  const { id } = await submitLead(api.anyone, eventId, person);
  await api.admin.post('/api/people/erase', { leadIds: [id] });
  const december = (day: number, hour: number) => new Date(2026, 11, day, hour);
  await api.sql`
    update erasures set at = ${december(5, 14).toISOString()} where traces_removed_at is null`;
  for (const early of [december(5, 20), december(6, 2)]) {
    expect(await removePendingTraces(api.sql, early)).toBeUndefined();
  }
  expect(await removePendingTraces(api.sql, december(6, 3))).toEqual({ left: [] });
  expect(await filesWithTraces()).toEqual([]);
});

it('an account without superuser rights says what it leaves, or that it may do nothing', async () => {
  await api.sql.unsafe('create role plain login; grant create on schema public to plain');
  const asPlain = connectSql({ ...embedded.connection, user: 'plain' }, { max: 2 });
  const attempt = () =>
    removeTraces(asPlain, new Date(), OPERATOR, { transactionsMs: 0 }).catch(explainFailure);
  const { id } = await submitLead(api.anyone, eventId, person);
  await api.admin.post('/api/people/erase', { leadIds: [id] });

  // The tables belong to another account, from which it has only the ordinary rights.
  await api.sql.unsafe(
    'grant select, insert, update, delete on all tables in schema public to plain',
  );
  const [{ owner }] = await api.sql<[{ owner: string }]>`select current_user as owner`;
  expect(await attempt()).toBe(
    `The traces of erased leads are still there: only ${owner}, who owns the table leads, may rewrite it. ` +
      'Use that account in DATABASE_URL.',
  );

  await api.sql.unsafe(`
    alter table leads owner to plain;
    alter table draws owner to plain;
    alter table import_rows owner to plain;
    alter table answered_requests owner to plain;
    alter table deliveries owner to plain;
    alter table mails owner to plain;
    alter table mail_addresses owner to plain`);
  // A transaction of another account hides everything but its age.
  const reader = await api.sql.pool.connect();
  await reader.query('begin isolation level repeatable read');
  await reader.query('select 1 from events');
  await api.sql`select pg_current_xact_id()`;
  expect(await attempt()).toContain(
    'a transaction, such as a slow download of leads, has not ended',
  );
  await reader.query('rollback');
  reader.release();
  expect(await attempt()).toEqual({ left: ['statistics', 'the write-ahead log'] });
  await asPlain.end();
});
