import { registrationAnswer } from '@drawbridge/contract/auth';
import { type OwnLead, ownLead } from '@drawbridge/contract/leads';
import { sponsor } from '@drawbridge/contract/sponsors';
import { assignment, ownAssignment } from '@drawbridge/contract/volunteers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Route } from '../plugins/session.ts';
import { ADMIN } from './accounts.ts';
import { startApi, type TestApi } from './api.ts';
import type { Client } from './client.ts';
import {
  createEvent,
  createPrize,
  createVolunteer,
  next,
  somebody,
  submitLead,
  verifiedLead,
} from './fixtures.ts';

/*
 * Who may do what: every route of the server against every kind of caller, as the table of decisions
 * says. The routes come from the server itself, so that one without a row here fails. HEAD has no rows
 * of its own: wherever GET is called, HEAD is called too and must answer the same.
 */

const callers = [
  'nobody',
  'volunteer', // assigned to the event
  'other volunteer', // not assigned
  'administrator',
  'logged out', // an administrator's session that was ended
  'deleted', // a volunteer who was assigned, and whose account is gone
] as const;
type Caller = (typeof callers)[number];
type Statuses = Record<Caller, number>;

const everybody = (ok: number): Statuses => ({
  nobody: ok,
  volunteer: ok,
  'other volunteer': ok,
  administrator: ok,
  'logged out': ok,
  deleted: ok,
});
const users = (ok: number): Statuses => ({
  ...everybody(ok),
  nobody: 401,
  'logged out': 401,
  deleted: 401,
});
const administrators = (ok: number): Statuses => ({
  ...users(ok),
  volunteer: 403,
  'other volunteer': 403,
});

interface Call {
  path: string;
  body?: unknown;
}
type Row = [route: string, statuses: Statuses, call: () => Call | Promise<Call>];

let api: TestApi;
let eventId: string;
let sessions: Record<Caller, Client>;
let accounts: Partial<Record<Caller, typeof ADMIN>>;

beforeAll(async () => {
  api = await startApi();
  eventId = (await createEvent(api.admin)).id;
  const volunteer = await createVolunteer(api, [eventId]);
  const other = await createVolunteer(api);
  const gone = await createVolunteer(api, [eventId]);
  const ended = await api.anyone.signIn(ADMIN);
  await ended.post('/api/auth/logout');
  await api.admin.delete(`/api/users/${gone.id}`);

  sessions = {
    nobody: api.anyone,
    volunteer: volunteer.client,
    'other volunteer': other.client,
    administrator: api.admin,
    'logged out': ended,
    deleted: gone.client,
  };
  accounts = { volunteer, 'other volunteer': other, administrator: ADMIN };
});
afterAll(() => api.close());

const logo = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';

const newEvent = () => createEvent(api.admin);
const newLead = () => submitLead(api.anyone, eventId);
/** An event in which somebody can win. */
const newRaffle = async () => {
  const { id } = await newEvent();
  await verifiedLead(api, id);
  return id;
};
const newDrawnEvent = async () => {
  const id = await newRaffle();
  await api.admin.post(`/api/events/${id}/draw-winner`, {});
  return id;
};
const newSealedEvent = async () => {
  const id = await newRaffle();
  await api.admin.post(`/api/events/${id}/seal`, {});
  return id;
};
const newSponsor = async () =>
  (await api.admin.post('/api/sponsors', { eventId, logo })).as(sponsor);
const newAccount = () => ({ username: `helper${next()}`, password: 'secret1', fullName: 'Jo' });
const newUser = async () =>
  (await api.admin.post('/api/auth/register', newAccount())).as(registrationAnswer).user;
const newAssignment = async () =>
  (
    await api.admin.post('/api/volunteer-assignments', {
      volunteerId: (await newUser()).id,
      eventId,
    })
  ).as(assignment);

const rows: Row[] = [
  ['GET /healthz', everybody(200), () => ({ path: '/healthz' })],
  ['GET /readyz', everybody(200), () => ({ path: '/readyz' })],

  ['POST /api/auth/login', everybody(200), () => ({ path: '/api/auth/login', body: ADMIN })],
  [
    'POST /api/auth/register',
    administrators(201),
    () => ({ path: '/api/auth/register', body: newAccount() }),
  ],
  ['GET /api/auth/me', users(200), () => ({ path: '/api/auth/me' })],
  ['POST /api/auth/logout', users(200), () => ({ path: '/api/auth/logout' })],

  ['GET /api/events', users(200), () => ({ path: '/api/events' })],
  ['GET /api/events/:id', everybody(200), () => ({ path: `/api/events/${eventId}` })],
  [
    'POST /api/events',
    administrators(201),
    () => ({
      path: '/api/events',
      body: { name: 'Fair', date: '2026-12-05', location: 'Hall' },
    }),
  ],
  [
    'PATCH /api/events/:id',
    administrators(200),
    () => ({ path: `/api/events/${eventId}`, body: { location: 'Hall 8' } }),
  ],
  [
    'DELETE /api/events/:id',
    administrators(200),
    async () => ({ path: `/api/events/${(await newEvent()).id}` }),
  ],
  [
    'GET /api/events/:eventId/raffles',
    everybody(200),
    () => ({ path: `/api/events/${eventId}/raffles` }),
  ],
  [
    'POST /api/events/:eventId/draw-winner',
    administrators(201),
    async () => {
      await verifiedLead(api, eventId);
      return { path: `/api/events/${eventId}/draw-winner`, body: { prizeId: null } };
    },
  ],

  [
    'GET /api/events/:eventId/draws',
    everybody(200),
    () => ({ path: `/api/events/${eventId}/draws` }),
  ],
  [
    'GET /api/events/:eventId/draws/:number',
    everybody(200),
    async () => ({ path: `/api/events/${await newDrawnEvent()}/draws/1` }),
  ],
  [
    'GET /api/events/:eventId/eligible',
    administrators(200),
    () => ({ path: `/api/events/${eventId}/eligible` }),
  ],
  [
    'POST /api/events/:eventId/seal',
    administrators(201),
    async () => ({ path: `/api/events/${await newRaffle()}/seal`, body: { prizeId: null } }),
  ],
  [
    'POST /api/events/:eventId/void',
    administrators(200),
    async () => ({ path: `/api/events/${await newSealedEvent()}/void`, body: { reason: 'Oh' } }),
  ],
  [
    'POST /api/events/:eventId/draws/:number/forfeit',
    administrators(201),
    async () => ({
      path: `/api/events/${await newDrawnEvent()}/draws/1/forfeit`,
      body: { reason: 'Not present' },
    }),
  ],
  [
    'POST /api/events/:eventId/drawing',
    administrators(204),
    async () => ({ path: `/api/events/${await newRaffle()}/drawing`, body: { prizeId: null } }),
  ],
  [
    'GET /api/events/:eventId/live',
    everybody(200),
    () => ({ path: `/api/events/${eventId}/live` }),
  ],

  ['GET /api/sponsors', everybody(200), () => ({ path: `/api/sponsors?eventId=${eventId}` })],
  [
    'POST /api/sponsors',
    administrators(201),
    () => ({ path: '/api/sponsors', body: { eventId, logo } }),
  ],
  [
    'PATCH /api/sponsors/:id',
    administrators(200),
    async () => ({ path: `/api/sponsors/${(await newSponsor()).id}`, body: { name: 'Acme' } }),
  ],
  [
    'DELETE /api/sponsors/:id',
    administrators(200),
    async () => ({ path: `/api/sponsors/${(await newSponsor()).id}` }),
  ],

  ['GET /api/prizes', everybody(200), () => ({ path: `/api/prizes?eventId=${eventId}` })],
  ['GET /api/prizes', administrators(200), () => ({ path: '/api/prizes' })],
  [
    'POST /api/prizes',
    administrators(201),
    () => ({ path: '/api/prizes', body: { eventId, name: 'Kettle' } }),
  ],
  [
    'DELETE /api/prizes/:id',
    administrators(200),
    async () => ({ path: `/api/prizes/${(await createPrize(api.admin, eventId)).id}` }),
  ],

  [
    'POST /api/leads/public',
    everybody(201),
    () => ({ path: '/api/leads/public', body: { eventId, ...somebody() } }),
  ],
  [
    'POST /api/leads',
    { ...users(201), 'other volunteer': 403 },
    () => ({ path: '/api/leads', body: { eventId, ...somebody() } }),
  ],
  ['GET /api/leads', administrators(200), () => ({ path: '/api/leads' })],
  ['GET /api/leads', administrators(200), () => ({ path: `/api/leads?eventId=${eventId}&q=x` })],
  [
    'GET /api/leads/export',
    administrators(200),
    () => ({ path: `/api/leads/export?eventId=${eventId}` }),
  ],
  [
    'POST /api/leads/bulk-verify',
    administrators(200),
    async () => ({ path: '/api/leads/bulk-verify', body: { leadIds: [(await newLead()).id] } }),
  ],
  [
    'PATCH /api/leads/:id',
    administrators(200),
    async () => ({ path: `/api/leads/${(await newLead()).id}`, body: { status: 'verified' } }),
  ],
  [
    'DELETE /api/leads/:id',
    administrators(200),
    async () => ({ path: `/api/leads/${(await newLead()).id}` }),
  ],

  ['GET /api/users/volunteers', administrators(200), () => ({ path: '/api/users/volunteers' })],
  [
    'PATCH /api/users/:id',
    administrators(200),
    async () => ({ path: `/api/users/${(await newUser()).id}`, body: { fullName: 'Jo B.' } }),
  ],
  [
    'DELETE /api/users/:id',
    administrators(200),
    async () => ({ path: `/api/users/${(await newUser()).id}` }),
  ],

  [
    'GET /api/volunteer-assignments',
    administrators(200),
    () => ({ path: '/api/volunteer-assignments' }),
  ],
  [
    'POST /api/volunteer-assignments',
    administrators(201),
    async () => ({
      path: '/api/volunteer-assignments',
      body: { volunteerId: (await newUser()).id, eventId },
    }),
  ],
  [
    'PATCH /api/volunteer-assignments/:id/revoke',
    administrators(200),
    async () => ({ path: `/api/volunteer-assignments/${(await newAssignment()).id}/revoke` }),
  ],
  ['GET /api/volunteer/assignments', users(200), () => ({ path: '/api/volunteer/assignments' })],
  ['GET /api/volunteer/leads', users(200), () => ({ path: '/api/volunteer/leads' })],

  ['GET /api/analytics', administrators(200), () => ({ path: '/api/analytics' })],

  ['GET /api/openapi.json', everybody(200), () => ({ path: '/api/openapi.json' })],
  ['GET /api/docs', everybody(200), () => ({ path: '/api/docs' })],
  ['GET /api/docs/json', everybody(200), () => ({ path: '/api/docs/json' })],
  ['GET /api/docs/yaml', everybody(200), () => ({ path: '/api/docs/yaml' })],
  ['GET /api/docs/static/*', everybody(200), () => ({ path: '/api/docs/static/swagger-ui.css' })],
  [
    'GET /api/docs/static/index.html',
    everybody(200),
    () => ({ path: '/api/docs/static/index.html' }),
  ],
  [
    'GET /api/docs/static/swagger-initializer.js',
    everybody(200),
    () => ({ path: '/api/docs/static/swagger-initializer.js' }),
  ],
];

/** The caller's session; for the call that ends it, another one. */
async function sessionOf(caller: Caller, route: string): Promise<Client> {
  const account = accounts[caller];
  return route === 'POST /api/auth/logout' && account
    ? api.anyone.signIn(account)
    : sessions[caller];
}

const nameOf = ({ method, url }: Route) => `${method} ${url}`;

/** 'POST /api/leads' in its parts. */
function partsOf(route: string): [method: string, url: string] {
  const [method = '', url = ''] = route.split(' ');
  return [method, url];
}

/** Whether a call goes to the route it stands for. */
function belongsTo(url: string, path: string): boolean {
  const pattern = url.replaceAll('.', '\\.').replace('*', '.+').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path.replace(/\?.*/, ''));
}

describe('who may do what', () => {
  it('has a row for every route of the server, and no other', () => {
    const served = api.app.routeList.filter(({ method }) => method !== 'HEAD').map(nameOf);
    expect([...new Set(rows.map(([route]) => route))].sort()).toEqual([...new Set(served)].sort());
  });

  it('knows HEAD only beside GET', () => {
    const having = (wanted: string) =>
      api.app.routeList.filter(({ method }) => method === wanted).map(({ url }) => url);
    expect([...new Set(having('HEAD'))].sort()).toEqual([...new Set(having('GET'))].sort());
  });

  it.each(rows)('%s', async (route, statuses, call) => {
    const [method, url] = partsOf(route);
    const answered = {} as Statuses;
    for (const caller of callers) {
      const { path, body } = await call();
      expect(belongsTo(url, path)).toBe(true);
      const client = await sessionOf(caller, route);
      answered[caller] = (await client.send(method, path, body)).status;
      if (method === 'GET') {
        expect((await client.send('HEAD', path)).status).toBe(answered[caller]);
      }
    }
    expect(answered).toEqual(statuses);
  });
});

describe('a refusal', () => {
  const guarded = (status: number, caller: Caller) =>
    rows
      // Of the prizes an event's are public, so that this route has to look at its input first.
      .filter(([route, statuses]) => statuses[caller] === status && route !== 'GET /api/prizes')
      .map(([route]) => route);

  it.each([...new Set(guarded(401, 'nobody'))])('of %s to nobody comes first', async (route) => {
    for (const answer of await provoke(api.anyone, route)) {
      expect(answer.refusal).toEqual([401, 'Please sign in to continue']);
    }
  });

  // 'POST /api/leads' is for users, and which event it is about stands in the body.
  const forAdministrators = guarded(403, 'volunteer');
  it.each([...new Set(forAdministrators)])('of %s to volunteers comes first', async (route) => {
    for (const answer of await provoke(sessions.volunteer, route)) {
      expect(answer.refusal).toEqual([403, 'Only administrators can do this']);
    }
  });

  /** Sends to a route what it would refuse for other reasons, if it looked. */
  function provoke(client: Client, route: string) {
    const [method, url] = partsOf(route);
    const path = `${url.replace(/:\w+/g, 'no-uuid')}?eventId=no-uuid&limit=none&timeZone=none`;
    if (method === 'GET') return Promise.all([client.get(path)]);
    const bodies: [body: string, type: string][] = [
      ['{"broken', 'application/json'],
      ['[]', 'application/json'],
      ['<lead/>', 'application/xml'],
      ['x'.repeat(100_000), 'application/json'],
    ];
    return Promise.all(
      bodies.map(([body, type]) => client.send(method, path, body, { 'content-type': type })),
    );
  }
});

describe('what a user calls their own', () => {
  it('is theirs alone', async () => {
    const { id: other } = await newEvent();
    const [first, second] = [
      await createVolunteer(api, [eventId, other]),
      await createVolunteer(api, [eventId]),
    ];
    const add = async (client: Client): Promise<OwnLead> =>
      (await client.post('/api/leads', { eventId, ...somebody() })).as(ownLead);
    const leads = new Map([
      [first.client, await add(first.client)],
      [second.client, await add(second.client)],
      [api.admin, await add(api.admin)],
    ]);
    const everyLead = [...leads.values(), await newLead()].map(({ id }) => id);

    for (const [client, lead] of leads) {
      const own = (await client.get('/api/volunteer/leads')).as(z.array(ownLead));
      const known = own.map(({ id }) => id).filter((id) => everyLead.includes(id));
      expect(known).toEqual([lead.id]);
    }
    const assigned = async ({ client }: { client: Client }) =>
      (await client.get('/api/volunteer/assignments'))
        .as(z.array(ownAssignment))
        .map(({ eventId }) => eventId);
    expect((await assigned(first)).sort()).toEqual([eventId, other].sort());
    expect(await assigned(second)).toEqual([eventId]);
    expect(await assigned({ client: api.admin })).toEqual([]);
  });
});
