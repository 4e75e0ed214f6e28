import { randomUUID } from 'node:crypto';
import { raffleResult } from '@drawbridge/contract/raffle/raffle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valuesFor } from '../database/property-runs.ts';
import {
  describedCalls,
  type Example,
  examples,
  type PreparedCall,
  prepareCall,
} from '../examples/examples.ts';
import { mailSettings } from '../fakes/mail-server.ts';
import { startApi, type TestApi } from '../world/api.ts';
import type { ApiResponse, Client } from '../world/client.ts';
import {
  createEvent,
  createPrize,
  createVolunteer,
  eventBody,
  newContact,
  next,
  submitLead,
  verifiedLead,
} from '../world/fixtures.ts';

const MANY_LEADS = 10_000;
const FEW_LEADS = 100;
const COLLECTED = 300;

// One connection, so that the server's queries are counted on the connection that reports the counts.
let api: TestApi;
let big: string;
let small: string;
let collector: { id: string; client: Client };

beforeAll(async () => {
  const env = { PUBLIC_SUBMITS_PER_MINUTE: '0', ...mailSettings() };
  api = await startApi(env, undefined, { connections: 1 });
  big = (await createEvent(api.admin)).id;
  small = (await createEvent(api.admin)).id;
  collector = await createVolunteer(api, [big, small]);
  await fill(big, MANY_LEADS);
  await fill(small, FEW_LEADS);
  await api.sql`
    update leads set submitted_by = ${collector.id}, source = 'volunteer'
    where id in (select id from leads order by id limit ${COLLECTED})`;
  await api.sql.unsafe('vacuum (analyze)');
});
afterAll(() => api.close());

/** Leads of all kinds, one in ten with the phone or e-mail of the one before. */
async function fill(eventId: string, leads: number): Promise<void> {
  await api.sql`
    insert into leads (event_id, name, email, phone, phone_key, status, verified_at, submitted_at,
                       fingerprint)
    select ${eventId}::uuid, 'Visitor ' || n,
           case when n % 3 > 0 then 'visitor' || n - (n % 10 = 0)::int || '@example.com' end,
           '0770' || lpad((n - (n % 10 = 1)::int)::text, 7, '0'),
           '+44770' || lpad((n - (n % 10 = 1)::int)::text, 7, '0'),
           (array['pending', 'verified', 'promoted'])[n % 3 + 1],
           case when n % 3 > 0 then now() end,
           now() - n * interval '1 minute',
           sha256(n::text::bytea)
    from generate_series(1, ${leads}::int) n`;
}

/** The number of full scans of the leads by this connection so far. */
async function countScans(): Promise<number> {
  // Counts stay in the connection's process for up to a second, unless they are flushed.
  await api.sql`select pg_stat_force_next_flush()`;
  const [row] = await api.sql<{ scans: number }[]>`
    select seq_scan::int as scans from pg_stat_user_tables where relname = 'leads'`;
  return row?.scans ?? Number.NaN;
}

/**
 * The number of scans with the generic plan, which PostgreSQL may choose and, with THOROUGH=1, also with a custom plan
 * for the call's values.
 */
async function scansOf(work: Call): Promise<number> {
  const before = await countScans();
  for (const mode of valuesFor(0, ['force_generic_plan', 'force_custom_plan'])) {
    await api.sql.unsafe(`select set_config('plan_cache_mode', '${mode}', false)`, []);
    const { status, text } = await work();
    expect(status, text).toBeLessThan(300);
  }
  return (await countScans()) - before;
}

type Call = () => Promise<ApiResponse>;

/**
 * Calls that may read all leads of an event, or any one of them. They are made for the small event: the big one has
 * nearly the whole table, where a scan is right, and some versions of PostgreSQL choose it.
 */
const OF_ALL_LEADS = [
  ...['getEligiblePeople', 'getEventReadiness', 'getLeads', 'exportLeads', 'countLeadMarks'],
  ...['startDraw', 'verifyLeads', 'promoteLeads', 'deleteLeads', 'exportLeadFile'],
  'getSponsorReport',
  // Their examples hold a draw first.
  ...['handOverPrizeByCode', 'handOverPrize', 'deleteHandover', 'mailWinner'],
  ...['markReached', 'deleteReached'],
];

/** Every call of the API, in the middle of a busy event. */
const measured = examples
  // A backup reads everything.
  .filter(({ name }) => name !== 'downloadBackup' && name !== 'getLeads of all events')
  .filter(({ status }) => status < 300);

/** Makes the call of an example, on a new resource each time unless the call only reads. */
function callOf(example: Example): Call {
  const eventId = OF_ALL_LEADS.includes(example.call.name) ? small : big;
  let prepared: PreparedCall | undefined;
  return async () => {
    prepared ??= await prepareCall(example, { api, eventId });
    const { client, method, url, body } = prepared;
    if (method !== 'GET') prepared = undefined;
    return client.send(method, url, body?.());
  };
}

/** Calls with other database queries than the examples. */
const calls: [name: string, make: Call][] = [
  ['GET /api/events as a volunteer', () => collector.client.get('/api/events')],
  ['GET /api/events/:eventId as anyone', () => api.anyone.get(`/api/events/${big}`)],
  [
    'PATCH /api/events/:eventId of many leads',
    () => api.admin.patch(`/api/events/${big}`, newEvent),
  ],
  ['DELETE /api/events/:eventId with leads and a winner', () => deleteFullEvent()],
  ['POST /api/events/:eventId/draw-winner among 100', () => draw()],
  ['POST /api/events/:eventId/draws/:number/forfeit among 100', () => drawAndForfeit()],
  ['POST /api/leads/public sent again', () => submitTwice()],
  ['POST /api/leads as a volunteer', () => collector.client.post('/api/leads', newLead(big))],
  ['GET /api/leads one page', () => api.admin.get('/api/leads?limit=50')],
  ['GET /api/leads the next page', () => nextPage('/api/leads?limit=50')],
  ['GET /api/leads a page of an event', () => nextPage(`/api/leads?eventId=${big}&limit=50`)],
  ['GET /api/leads pending ones', () => nextPage('/api/leads?status=pending&limit=50')],
  ['POST /api/leads/bulk-verify of 20', () => verifyAll()],
  [
    'PATCH /api/leads/:leadId to another event',
    async () => api.admin.patch(`/api/leads/${await newLeadId()}`, newLead(small)),
  ],
  [
    'PATCH /api/users/:volunteerId with a new name for the leads',
    () => api.admin.patch(`/api/users/${collector.id}`, { fullName: `Priya ${next()}` }),
  ],
  ['DELETE /api/users/:volunteerId whose leads stay', () => deleteCollector()],
  [
    'GET /api/volunteer/assignments of a volunteer',
    () => collector.client.get('/api/volunteer/assignments'),
  ],
  ['GET /api/volunteer/leads of a volunteer', () => collector.client.get('/api/volunteer/leads')],
];

const newEvent = { ...eventBody(), status: 'active' };
const newLead = (eventId: string) => ({ eventId, ...newContact() });
const newLeadId = async () => (await submitLead(api.anyone, big)).id;

async function submitTwice(): Promise<ApiResponse> {
  const lead = { ...newLead(big), id: randomUUID() };
  await api.anyone.post('/api/leads/public', lead);
  return api.anyone.post('/api/leads/public', lead);
}

async function nextPage(path: string): Promise<ApiResponse> {
  const link = (await api.admin.get(path)).headers.get('link') ?? '';
  return api.admin.get(/^<([^>]+)>/.exec(link)?.[1] ?? '');
}

async function verifyAll(): Promise<ApiResponse> {
  const leadIds = [];
  for (let n = 0; n < 20; n += 1) leadIds.push(await newLeadId());
  return api.admin.post('/api/leads/bulk-verify', { leadIds });
}

async function draw(): Promise<ApiResponse> {
  const { id } = await createPrize(api.admin, small);
  return api.admin.post(`/api/events/${small}/draw-winner`, { prizeId: id });
}

async function drawAndForfeit(): Promise<ApiResponse> {
  const { number } = (await draw()).as(raffleResult);
  return api.admin.post(`/api/events/${small}/draws/${number}/forfeit`, { reason: 'Not present' });
}

async function deleteFullEvent(): Promise<ApiResponse> {
  const { id } = await createEvent(api.admin);
  await verifiedLead(api, id);
  const lead = await submitLead(api.anyone, id);
  await api.admin.delete(`/api/leads/${lead.id}`);
  await createPrize(api.admin, id);
  const drawn = await api.admin.post(`/api/events/${id}/draw-winner`, { prizeId: null });
  expect(drawn.status).toBe(201);
  return api.admin.delete(`/api/events/${id}`);
}

async function deleteCollector(): Promise<ApiResponse> {
  const { id, client } = await createVolunteer(api, [big]);
  await client.post('/api/leads', newLead(big));
  return api.admin.delete(`/api/users/${id}`);
}

/** How many leads were read through indexes, in all that this connection has done. */
async function countFetched(): Promise<number> {
  await api.sql`select pg_stat_force_next_flush()`;
  const [row] = await api.sql<{ fetched: number }[]>`
    select idx_tup_fetch::int as fetched from pg_stat_user_tables where relname = 'leads'`;
  return row?.fetched ?? Number.NaN;
}

it('anybody may ask who is here: only those who are get counted', async () => {
  const path = `/api/events/${big}/roll-calls`;
  expect((await api.admin.post(path, {})).status).toBe(201);
  const { id } = await verifiedLead(api, big);
  expect((await api.admin.post(`/api/leads/${id}/here`)).status).toBe(200);
  const before = await countFetched();
  const { text } = await api.anyone.get(`${path}/current`);
  expect(text).toContain('"here":1');
  expect((await countFetched()) - before).toBeLessThan(10);
  await api.admin.delete(`${path}/current`);
});

describe('the leads are not read from end to end', () => {
  it.each(measured)('by $name', async (example) => {
    expect(await scansOf(callOf(example))).toBe(0);
  });

  it.each(calls)('by %s', async (_name, make) => {
    expect(await scansOf(make)).toBe(0);
  });

  it('by any call: every one has an example', async () => {
    const described = (await describedCalls(api)).map(({ name }) => name);
    const tried = examples.map(({ call }) => call.name);
    expect(described.filter((name) => !tried.includes(name))).toEqual([]);
  });
});
