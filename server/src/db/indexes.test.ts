import { randomUUID } from 'node:crypto';
import { registrationAnswer } from '@drawbridge/contract/auth';
import { raffleResult } from '@drawbridge/contract/raffle';
import { sponsor } from '@drawbridge/contract/sponsors';
import { assignment } from '@drawbridge/contract/volunteers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ADMIN } from '../test/accounts.ts';
import { startApi, type TestApi } from '../test/api.ts';
import type { Answer, Client } from '../test/client.ts';
import {
  createEvent,
  createPrize,
  createVolunteer,
  next,
  somebody,
  submitLead,
  verifiedLead,
} from '../test/fixtures.ts';

const MANY_LEADS = 30_000;
const FEW_LEADS = 100;
const COLLECTED = 300;
// PostgreSQL plans a statement anew five times before it may settle on one plan for all values.
const REPEATS = 7;

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9' +
  'awAAAABJRU5ErkJggg==';

// One connection, so that whatever the server asks is counted where the test can have it written down.
let api: TestApi;
let big: string;
let small: string;
let collector: { id: string; client: Client };

beforeAll(async () => {
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' }, undefined, { connections: 1 });
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

/** How often the leads have been read from end to end, in all that this connection has done. */
async function countScans(): Promise<number> {
  // Figures are kept in the connection's process for up to a second, unless it is told otherwise.
  await api.sql`select pg_stat_force_next_flush()`;
  const [row] = await api.sql<{ scans: number }[]>`
    select seq_scan::int as scans from pg_stat_user_tables where relname = 'leads'`;
  return row?.scans ?? Number.NaN;
}

async function scansOf(work: Call, repeats = REPEATS): Promise<number> {
  const before = await countScans();
  for (let n = 0; n < repeats; n += 1) {
    const { status, text } = await work();
    expect(status, text).toBeLessThan(300);
  }
  return (await countScans()) - before;
}

type Call = () => Promise<Answer>;

/** Every call of the API, as it is made in the middle of a busy event. */
const calls: [call: string, how: string, make: Call][] = [
  ['GET /healthz', '', () => api.anyone.get('/healthz')],
  ['GET /readyz', '', () => api.anyone.get('/readyz')],
  ['POST /api/auth/login', '', () => api.anyone.post('/api/auth/login', ADMIN)],
  ['POST /api/auth/register', '', () => register()],
  ['GET /api/auth/me', '', () => api.admin.get('/api/auth/me')],
  [
    'POST /api/auth/logout',
    '',
    async () => (await api.anyone.signIn(ADMIN)).post('/api/auth/logout', {}),
  ],
  ['GET /api/events', 'as an administrator', () => api.admin.get('/api/events')],
  ['GET /api/events', 'as a volunteer', () => collector.client.get('/api/events')],
  ['POST /api/events', '', () => api.admin.post('/api/events', newEvent)],
  ['GET /api/events/{id}', 'of many leads', () => api.admin.get(`/api/events/${big}`)],
  ['GET /api/events/{id}', 'as anyone', () => api.anyone.get(`/api/events/${big}`)],
  ['PATCH /api/events/{id}', '', () => api.admin.patch(`/api/events/${big}`, newEvent)],
  ['DELETE /api/events/{id}', 'with leads and a winner', () => deleteFullEvent()],
  ['GET /api/events/{eventId}/raffles', '', () => api.anyone.get(`/api/events/${big}/raffles`)],
  ['POST /api/events/{eventId}/draw-winner', 'of few leads', () => draw()],
  ['GET /api/events/{eventId}/draws', '', () => api.anyone.get(`/api/events/${small}/draws`)],
  ['GET /api/events/{eventId}/draws/{number}', '', () => readDraw()],
  [
    'GET /api/events/{eventId}/eligible',
    'of few leads',
    () => api.admin.get(`/api/events/${small}/eligible`),
  ],
  ['POST /api/events/{eventId}/seal', 'of few leads', () => sealAndVoid('seal')],
  ['POST /api/events/{eventId}/void', '', () => sealAndVoid('void')],
  [
    'POST /api/events/{eventId}/drawing',
    '',
    () => api.admin.post(`/api/events/${small}/drawing`, { prizeId: null }),
  ],
  ['POST /api/events/{eventId}/draws/{number}/forfeit', 'of few leads', () => drawAndForfeit()],
  ['GET /api/events/{eventId}/live', '', () => api.anyone.get(`/api/events/${small}/live`)],
  ['GET /api/sponsors', '', () => api.anyone.get(`/api/sponsors?eventId=${big}`)],
  ['POST /api/sponsors', '', () => api.admin.post('/api/sponsors', { eventId: big, logo: png })],
  [
    'PATCH /api/sponsors/{id}',
    '',
    async () => api.admin.patch(`/api/sponsors/${await newSponsor()}`, { name: 'Bank' }),
  ],
  [
    'DELETE /api/sponsors/{id}',
    '',
    async () => api.admin.delete(`/api/sponsors/${await newSponsor()}`),
  ],
  ['GET /api/prizes', 'of an event', () => api.anyone.get(`/api/prizes?eventId=${big}`)],
  ['GET /api/prizes', 'of all', () => api.admin.get('/api/prizes')],
  ['POST /api/prizes', '', () => api.admin.post('/api/prizes', { eventId: big, name: 'Bicycle' })],
  [
    'DELETE /api/prizes/{id}',
    '',
    async () => api.admin.delete(`/api/prizes/${(await createPrize(api.admin, big)).id}`),
  ],
  ['POST /api/leads/public', '', () => api.anyone.post('/api/leads/public', newLead(big))],
  ['POST /api/leads/public', 'sent again', () => submitTwice()],
  ['POST /api/leads', 'as a volunteer', () => collector.client.post('/api/leads', newLead(big))],
  ['POST /api/leads', 'as an administrator', () => api.admin.post('/api/leads', newLead(big))],
  ['GET /api/leads', 'of few leads', () => api.admin.get(`/api/leads?eventId=${small}`)],
  ['GET /api/leads', 'one page', () => api.admin.get('/api/leads?limit=50')],
  ['GET /api/leads', 'the next page', () => nextPage('/api/leads?limit=50')],
  ['GET /api/leads', 'a page of an event', () => nextPage(`/api/leads?eventId=${big}&limit=50`)],
  ['GET /api/leads', 'pending ones', () => nextPage('/api/leads?status=pending&limit=50')],
  [
    'GET /api/leads',
    'a search among few',
    () => api.admin.get(`/api/leads?eventId=${small}&q=visitor`),
  ],
  ['GET /api/leads/export', 'few', () => api.admin.get(`/api/leads/export?eventId=${small}`)],
  ['POST /api/leads/bulk-verify', '', () => verifyAll()],
  [
    'PATCH /api/leads/{id}',
    'a new status',
    async () => api.admin.patch(`/api/leads/${await newLeadId()}`, { status: 'verified' }),
  ],
  [
    'PATCH /api/leads/{id}',
    'new details in another event',
    async () => api.admin.patch(`/api/leads/${await newLeadId()}`, newLead(small)),
  ],
  ['DELETE /api/leads/{id}', '', async () => api.admin.delete(`/api/leads/${await newLeadId()}`)],
  ['GET /api/users/volunteers', '', () => api.admin.get('/api/users/volunteers')],
  [
    'PATCH /api/users/{id}',
    'a new name for the leads',
    () => api.admin.patch(`/api/users/${collector.id}`, { fullName: `Priya ${next()}` }),
  ],
  ['DELETE /api/users/{id}', 'of whom leads stay', () => deleteCollector()],
  ['GET /api/volunteer-assignments', '', () => api.admin.get('/api/volunteer-assignments')],
  ['POST /api/volunteer-assignments', '', () => assign()],
  [
    'PATCH /api/volunteer-assignments/{id}/revoke',
    '',
    async () => {
      const { id } = (await assign()).as(assignment);
      return api.admin.patch(`/api/volunteer-assignments/${id}/revoke`, {});
    },
  ],
  ['GET /api/volunteer/assignments', '', () => collector.client.get('/api/volunteer/assignments')],
  ['GET /api/volunteer/leads', '', () => collector.client.get('/api/volunteer/leads')],
  ['GET /api/analytics', '', () => api.admin.get('/api/analytics?timeZone=Europe/Lisbon')],
];

const newEvent = { name: 'Fair', date: '2026-12-05', location: 'Hall 7', status: 'active' };
const newLead = (eventId: string) => ({ eventId, ...somebody() });
const newLeadId = async () => (await submitLead(api.anyone, big)).id;

function register(): Promise<Answer> {
  const account = { username: `user${next()}`, password: 'secret-enough' };
  return api.admin.post('/api/auth/register', { fullName: 'Ana', ...account });
}

async function newSponsor(): Promise<string> {
  return (await api.admin.post('/api/sponsors', { eventId: big, logo: png })).as(sponsor).id;
}

async function submitTwice(): Promise<Answer> {
  const lead = { ...newLead(big), id: randomUUID() };
  await api.anyone.post('/api/leads/public', lead);
  return api.anyone.post('/api/leads/public', lead);
}

async function nextPage(path: string): Promise<Answer> {
  const link = (await api.admin.get(path)).headers.get('link') ?? '';
  return api.admin.get(/^<([^>]+)>/.exec(link)?.[1] ?? '');
}

async function verifyAll(): Promise<Answer> {
  const leadIds = [];
  for (let n = 0; n < 20; n += 1) leadIds.push(await newLeadId());
  return api.admin.post('/api/leads/bulk-verify', { leadIds });
}

async function draw(): Promise<Answer> {
  const { id } = await createPrize(api.admin, small);
  return api.admin.post(`/api/events/${small}/draw-winner`, { prizeId: id });
}

async function drawAndForfeit(): Promise<Answer> {
  const { number } = (await draw()).as(raffleResult);
  return api.admin.post(`/api/events/${small}/draws/${number}/forfeit`, { reason: 'Not present' });
}

async function readDraw(): Promise<Answer> {
  await draw();
  return api.anyone.get(`/api/events/${small}/draws/1`);
}

/** The answer to one of the two; the other comes before or after it. */
async function sealAndVoid(call: 'seal' | 'void'): Promise<Answer> {
  const { id: prizeId } = await createPrize(api.admin, small);
  const sealed = await api.admin.post(`/api/events/${small}/seal`, { prizeId });
  const voided = await api.admin.post(`/api/events/${small}/void`, { reason: 'Only tried' });
  return call === 'seal' ? sealed : voided;
}

async function deleteFullEvent(): Promise<Answer> {
  const { id } = await createEvent(api.admin);
  await verifiedLead(api, id);
  const lead = await submitLead(api.anyone, id);
  await api.admin.delete(`/api/leads/${lead.id}`);
  await createPrize(api.admin, id);
  const drawn = await api.admin.post(`/api/events/${id}/draw-winner`, { prizeId: null });
  expect(drawn.status).toBe(201);
  return api.admin.delete(`/api/events/${id}`);
}

async function deleteCollector(): Promise<Answer> {
  const { id, client } = await createVolunteer(api, [big]);
  await client.post('/api/leads', newLead(big));
  return api.admin.delete(`/api/users/${id}`);
}

async function assign(): Promise<Answer> {
  const { user } = (await register()).as(registrationAnswer);
  return api.admin.post('/api/volunteer-assignments', { volunteerId: user.id, eventId: big });
}

describe('the leads are not read from end to end', () => {
  it.each(calls)('by %s %s', async (_call, _how, make) => {
    expect(await scansOf(make)).toBe(0);
  });

  it('by any call: there is none that is not in this list', async () => {
    const { paths } = (await api.anyone.get('/api/openapi.json')).as(
      z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) }),
    );
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...new Set(calls.map(([call]) => call))].sort()).toEqual(described.sort());
  });
});

describe('the leads are read from end to end', () => {
  it('by the list of them all', async () => {
    expect(await scansOf(() => api.admin.get('/api/leads'), 1)).toBeGreaterThan(0);
  });

  it('by a call whose index is gone', async () => {
    const deleteOne = calls.find(([call]) => call === 'DELETE /api/users/{id}')?.[2] as Call;
    expect(await scansOf(deleteOne, 1)).toBe(0);
    await api.sql`drop index leads_of_volunteer_newest, leads_tally_of_volunteer`;
    expect(await scansOf(deleteOne, 1)).toBeGreaterThan(0);
  });
});
