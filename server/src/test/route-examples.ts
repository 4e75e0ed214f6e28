import { session } from '@drawbridge/contract/accounts/accounts';
import { registrationAnswer, type SessionUser } from '@drawbridge/contract/accounts/auth';
import { auditPage } from '@drawbridge/contract/audit';
import { newEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { handoverCodes } from '@drawbridge/contract/handover';
import { enteredLead, ownLead } from '@drawbridge/contract/leads';
import { newToken, type Scope } from '@drawbridge/contract/programs/tokens';
import { delivery, newWebhook } from '@drawbridge/contract/programs/webhooks';
import { raffleResult } from '@drawbridge/contract/raffle';
import { newSponsorLink as sponsorLink, sponsorSession } from '@drawbridge/contract/sponsor-pages';
import { sponsor } from '@drawbridge/contract/sponsors';
import { assignment } from '@drawbridge/contract/volunteers';
import { z } from 'zod';
import { createToken, hash } from '../features/auth/rules.ts';
import { hashCheaply } from './accounts.ts';
import type { TestApi } from './api.ts';
import { Client } from './client.ts';
import {
  createEvent,
  createPrize,
  newContact,
  next,
  submitLead,
  verifiedLead,
} from './fixtures.ts';
import { appCode, giveSecondFactor } from './second-factor.ts';

/*
 * Every route of the server: who may call it, and a call that succeeds. The tests of access, of bad
 * input and of indexes all read this table, and each of them fails when a route has no row.
 */

/** Where the examples are made. */
export interface World {
  api: TestApi;
  /** An active event. */
  eventId: string;
  /** Who will call, for examples about the caller's own account. */
  caller?: Client;
}

export type Body = Record<string, unknown>;
export type Callers =
  | 'everybody'
  | 'users'
  | 'administrators'
  | 'administrators and assigned'
  | 'administrators and whoever did it'
  | 'owner'
  | 'sponsors';

interface Input {
  /** The values of the path's parameters, in their order. */
  params?: string[];
  query?: Record<string, string>;
  /** A valid body, every time a different one where that matters. */
  body?: () => Body;
  /** Who calls; an administrator unless set. */
  client?: Client;
}
type Prepare = (world: World) => Input | Promise<Input>;

export interface RouteExample {
  /** As the server lists it. */
  route: string;
  /** What distinguishes this row from others of the same route. */
  variant?: string;
  callers: Callers;
  /** The status of the response for a caller with permission. */
  status: number;
  takes: 'nothing' | 'body' | 'query';
  prepare: Prepare;
}

export interface PreparedCall {
  client: Client;
  method: string;
  path: string;
  query: Record<string, string>;
  /** The path with the query. */
  url: string;
  body?: () => Body;
}

/** Creates what the call is about. */
export async function prepareCall(
  { route, prepare }: RouteExample,
  world: World,
): Promise<PreparedCall> {
  const [method = '', pattern = ''] = route.split(' ');
  const { params = [], query = {}, body, client = world.api.admin } = await prepare(world);
  const values = params.values();
  const path = pattern.replace(/:\w+|\*/g, () => {
    const { value } = values.next();
    if (value === undefined) throw new Error(`${route} has more parameters than its example`);
    return value;
  });
  const url = Object.keys(query).length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
  return { client, method, path, query, url, ...(body && { body }) };
}

const none: Prepare = () => ({});
const rowsThatTake =
  (takes: RouteExample['takes']) =>
  (
    route: string,
    callers: Callers,
    status: number,
    prepare = none,
    variant = '',
  ): RouteExample => ({
    route,
    ...(variant && { variant }),
    callers,
    status,
    takes,
    prepare,
  });
const plain = rowsThatTake('nothing');
const withBody = rowsThatTake('body');
const withQuery = rowsThatTake('query');

export const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9' +
  'awAAAABJRU5ErkJggg==';
/** Of every account that is created here. */
const password = 'secret-enough';

export const eventBody = () => ({
  name: 'Founders Breakfast',
  date: '2027-01-14',
  location: 'The Exchange',
  status: 'upcoming',
  totalAmountCollected: '12.50',
  roa: '-3',
  country: 'GB',
  language: 'en',
  languages: ['en', 'de'],
  currency: 'EUR',
  timeZone: 'Europe/London',
  winnerDisplay: 'short',
  organiser: 'Harbour Traders',
  privacyText: 'We keep your number\nuntil the draw.',
  privacyUrl: 'https://example.com/privacy',
  consentNote: 'By submitting, you enter the raffle.',
  marketingText: 'Tell me about future events.',
  retentionDays: 90,
  checklist: 'open',
  receipts: false,
});
export const leadBody = (eventId: string) => ({
  id: crypto.randomUUID(),
  eventId,
  ...newContact(),
  entryCode: newEntryCode(),
  consentVersion: 1,
  marketing: true,
});
const accountBody = () => ({
  fullName: 'Priya Shah',
  username: `helper${next()}`,
  password,
  role: 'volunteer',
});

const inEvent: Prepare = ({ eventId }) => ({ params: [eventId] });
const ofEvent: Prepare = ({ eventId }) => ({ query: { eventId } });
const newEventId = async ({ api }: World) => (await createEvent(api.admin)).id;
const newLeadId = async ({ api, eventId }: World) => (await submitLead(api.anyone, eventId)).id;
const newOwnLeadId = async ({ api, eventId }: World) =>
  (await api.admin.post('/api/leads', leadBody(eventId))).as(ownLead).id;
const newPrizeId = async ({ api, eventId }: World) => (await createPrize(api.admin, eventId)).id;
async function newSponsorId({ api, eventId }: World): Promise<string> {
  // Calls with any fields may have used up the event's room for sponsors.
  await api.sql`delete from sponsors where event_id = ${eventId}`;
  return (await api.admin.post('/api/sponsors', { eventId, name: 'Acme', logo })).as(sponsor).id;
}
const newSponsorLink = async ({ api }: Pick<World, 'api'>, id: string) =>
  (await api.admin.post(`/api/sponsors/${id}/link`, {})).as(sponsorLink).secret;

/** Somebody who has opened the private link of a sponsor of another event. */
export async function newSponsorClient(api: TestApi): Promise<Client> {
  const { id: eventId } = await createEvent(api.admin);
  const secret = await newSponsorLink({ api }, await newSponsorId({ api, eventId }));
  const opened = await api.anyone.post('/api/sponsor-page/session', { secret });
  const { token } = opened.as(sponsorSession);
  return new Client(api.anyone.url, { token, user: {} as SessionUser });
}
export const newUser = async ({ api }: Pick<World, 'api'>) =>
  (await api.admin.post('/api/auth/register', accountBody())).as(registrationAnswer).user;

async function newAssignmentId({ api, eventId }: World): Promise<string> {
  const { id: volunteerId } = await newUser({ api });
  const answer = await api.admin.post('/api/volunteer-assignments', { volunteerId, eventId });
  return answer.as(assignment).id;
}

/** A volunteer of the world's event. */
async function newVolunteerId(world: World): Promise<string> {
  const { id } = await newUser(world);
  await world.api.admin.post('/api/volunteer-assignments', {
    volunteerId: id,
    eventId: world.eventId,
  });
  return id;
}

/** Creates a session without logging in, because log-ins are slowed down after many failures. */
export async function newSession(api: TestApi, user: SessionUser): Promise<Client> {
  const token = createToken();
  await api.sql`
    insert into sessions (token_hash, user_id, expires_at)
    values (${hash(token)}, ${user.id}, now() + interval '1 hour')`;
  return new Client(api.anyone.url, { token, user });
}

let passwordHash: Promise<string> | undefined;

/** Another administrator, whose failures do not slow the first one down. */
export async function newAdministrator(
  api: TestApi,
  events: string[] | null = null,
): Promise<Client> {
  passwordHash ??= hashCheaply(password);
  const [user] = await api.sql<SessionUser[]>`
    insert into users (username, name, password_hash, role, only_events)
    values (${`organiser${next()}`}, 'Jo Bloggs', ${await passwordHash}, 'admin', ${events})
    returning id, username, name, role, only_events as events`;
  return newSession(api, user as SessionUser);
}

const callerIn = async ({ api, caller }: World) => caller ?? (await newAdministrator(api));

/** A change that the caller confirms with their password. */
const confirmed =
  (prepare: (world: World, caller: Client) => Input | Promise<Input> = none): Prepare =>
  async (world) => {
    const client = await callerIn(world);
    const { body = () => ({}), ...input } = await prepare(world, client);
    return { client, ...input, body: () => ({ currentPassword: password, ...body() }) };
  };

async function newAccountId({ api }: World): Promise<string> {
  return (await newAdministrator(api)).user?.id ?? '';
}

/** An import with one row. */
async function newImport({ api, eventId }: World): Promise<Input> {
  const id = crypto.randomUUID();
  await api.admin.post('/api/imports', { id, eventId });
  await api.admin.post(`/api/imports/${id}/rows`, { rows: [{ row: 1, ...newContact() }] });
  return { params: [id] };
}

/** An event with an eligible person. */
async function newRaffle({ api }: World): Promise<string> {
  const { id } = await createEvent(api.admin);
  await verifiedLead(api, id);
  return id;
}

/** A win at the world's event, and the digits that the winner's phone shows. */
async function newWin({ api, eventId }: World): Promise<{ number: number; code: () => string }> {
  await verifiedLead(api, eventId);
  const answer = await api.admin.post(`/api/events/${eventId}/draw-winner`, {});
  const { number } = answer.as(raffleResult);
  const [lead] = await api.sql<[{ entryCode: Buffer }]>`
    select entry_code from leads l join draws d on d.winner_id = l.id
    where d.event_id = ${eventId} and d.number = ${number}`;
  return { number, code: () => handoverCodes(eventId, lead.entryCode, Date.now()).digits };
}

/** An event with a draw that was held, or one that is sealed. */
async function newDraw(world: World, call: 'draw-winner' | 'seal'): Promise<string> {
  const id = await newRaffle(world);
  await world.api.admin.post(`/api/events/${id}/${call}`, {});
  return id;
}

async function giveAddress(api: TestApi, id: string | undefined): Promise<void> {
  await api.sql`update users set email = ${`user${next()}@example.com`} where id = ${id}`;
}

/** The scope that a token needs for each call that tokens may make. */
export const scopesOfRoutes: Record<string, Scope> = {
  'GET /api/events': 'events:read',
  'POST /api/events': 'events:write',
  'PATCH /api/events/:eventId': 'events:write',
  'PUT /api/events/:eventId/questions': 'events:write',
  'PUT /api/events/:eventId/translations': 'events:write',
  'GET /api/events/:eventId/answers': 'events:read',
  'GET /api/events/:eventId/readiness': 'events:read',
  'DELETE /api/events/:eventId/readiness/:userId': 'events:write',
  'GET /api/events/live': 'events:read',
  'GET /api/analytics': 'events:read',
  'POST /api/sponsors': 'events:write',
  'PATCH /api/sponsors/:sponsorId': 'events:write',
  'POST /api/sponsors/:sponsorId/restore': 'events:write',
  'DELETE /api/sponsors/:sponsorId': 'events:write',
  'GET /api/prizes': 'events:read',
  'POST /api/prizes': 'events:write',
  'POST /api/prizes/order': 'events:write',
  'PATCH /api/prizes/:prizeId': 'events:write',
  'POST /api/prizes/:prizeId/restore': 'events:write',
  'DELETE /api/prizes/:prizeId': 'events:write',
  'GET /api/events/:eventId/eligible': 'draws:read',
  'GET /api/events/:eventId/winners': 'draws:read',
  'POST /api/events/:eventId/winners/export': 'draws:read',
  'POST /api/leads': 'leads:write',
  'GET /api/leads': 'leads:read',
  'GET /api/leads/export': 'leads:read',
  'POST /api/leads/export': 'leads:read',
  'GET /api/leads/counts': 'leads:read',
  'GET /api/leads/marks': 'leads:read',
  'GET /api/leads/submitters': 'leads:read',
  'GET /api/leads/:leadId': 'leads:read',
  'PATCH /api/leads/:leadId': 'leads:write',
  'DELETE /api/leads/:leadId': 'leads:write',
  'POST /api/imports': 'leads:write',
  'POST /api/imports/:importId/rows': 'leads:write',
  'GET /api/imports/:importId': 'leads:read',
  'GET /api/imports/:importId/duplicates': 'leads:read',
  'POST /api/imports/:importId/commit': 'leads:write',
  'DELETE /api/imports/:importId': 'leads:write',
};

/** What administrators of all events alone may do: an organiser of single events may call every other route. */
export const allEventsOnly = [
  /^(POST \/api\/events(\/:eventId\/erasure)?|DELETE \/api\/events\/:eventId)$/,
  /^\w+ \/api\/(accounts|tokens|webhooks|status|mail(?!\/log-in-links))\b/,
];

/** A program with these scopes. */
export async function newProgram(
  api: TestApi,
  scopes: Scope[],
  more: { eventId?: string; expiresAt?: string } = {},
): Promise<Client> {
  const admin = await newAdministrator(api);
  const body = { name: `Program ${next()}`, scopes, currentPassword: password, ...more };
  const { secret } = (await admin.post('/api/tokens', body)).as(newToken);
  return new Client(api.anyone.url, { token: secret, user: admin.user as SessionUser });
}

/** Nothing that any authenticator has signed. */
const noAssertion = {
  id: 'AA',
  response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
};

async function newPasskeyId(api: TestApi, { user }: Client): Promise<string> {
  if (!user) return crypto.randomUUID();
  const [row] = await api.sql<[{ id: string }]>`
    insert into passkeys (user_id, credential_id, public_key, counter, name)
    values (${user.id}, ${Buffer.from(crypto.randomUUID())}, ${Buffer.from('key')}, 0, 'Phone')
    returning id`;
  return row.id;
}

const webhookBody = (eventId: string) => ({
  url: 'https://receiver.invalid/hook',
  kinds: ['lead.created', 'winner.drawn'],
  eventId,
});
/** A webhook of an event where nothing happens. */
async function newWebhookId({ api }: World): Promise<string> {
  // Calls with any fields may have used up the room for webhooks.
  await api.sql`delete from webhooks`;
  const admin = await newAdministrator(api);
  const body = { ...webhookBody((await createEvent(api.admin)).id), currentPassword: password };
  return (await admin.post('/api/webhooks', body)).as(newWebhook).id;
}

export const routeExamples: RouteExample[] = [
  plain('GET /healthz', 'everybody', 200),
  plain('GET /readyz', 'everybody', 200),

  withBody('POST /api/auth/login', 'everybody', 200, async ({ api }) => {
    const { username } = await newUser({ api });
    const device = crypto.randomUUID();
    return { body: () => ({ username, password, code: '123456', device }), client: api.anyone };
  }),
  withBody('POST /api/auth/login-code', 'everybody', 200, async ({ api }) => {
    const { id } = await newUser({ api });
    const code = createToken();
    await api.sql`
      insert into login_codes (code_hash, user_id, expires_at)
      values (${hash(code)}, ${id}, now() + interval '1 hour')`;
    return { body: () => ({ code, device: crypto.randomUUID() }), client: api.anyone };
  }),
  withBody('POST /api/auth/register', 'administrators', 201, () => ({
    body: () => ({ id: crypto.randomUUID(), ...accountBody() }),
  })),
  plain('GET /api/auth/ways', 'everybody', 200),
  // There is no provider in most tests.
  plain('POST /api/auth/sign-on', 'everybody', 404),
  withBody('POST /api/auth/login-sign-on', 'everybody', 404, () => ({
    body: () => ({ secret: createToken(), answer: 'code=x&state=y', device: crypto.randomUUID() }),
  })),
  plain('GET /api/auth/sign-on/end', 'everybody', 404),
  plain('POST /api/auth/passkey-challenge', 'everybody', 200),
  // A passkey is for one address, and these servers have several.
  withBody('POST /api/auth/login-passkey', 'everybody', 401, () => ({
    body: () => ({ passkey: noAssertion, device: crypto.randomUUID() }),
  })),
  withBody('POST /api/auth/forgotten-password', 'everybody', 202, ({ api }) => ({
    body: () => ({ email: `nobody${next()}@example.com` }),
    client: api.anyone,
  })),
  withBody('POST /api/auth/password-by-link', 'everybody', 200, async ({ api }) => {
    const { user } = await newAdministrator(api);
    const code = createToken();
    await api.sql`
      insert into login_codes (code_hash, user_id, expires_at)
      values (${hash(code)}, ${user?.id}, now() + interval '1 hour')`;
    return { body: () => ({ code, newPassword: 'seven brass kettles' }), client: api.anyone };
  }),
  plain('GET /api/auth/me', 'users', 200),
  plain('POST /api/auth/logout', 'users', 200, async (world) => ({
    client: await callerIn(world),
  })),

  plain('GET /api/account', 'users', 200),
  withBody(
    'POST /api/account/password',
    'users',
    200,
    confirmed(() => ({ body: () => ({ newPassword: password.repeat(2) }) })),
  ),
  withBody(
    'POST /api/account/email',
    'administrators',
    200,
    confirmed(() => ({ body: () => ({ email: `organiser${next()}@example.com` }) })),
  ),
  plain('GET /api/account/sessions', 'users', 200),
  plain('DELETE /api/account/sessions', 'users', 200, async (world) => ({
    client: await callerIn(world),
  })),
  plain('DELETE /api/account/sessions/:sessionId', 'users', 200, async (world) => {
    const client = await callerIn(world);
    if (!client.user) return { client, params: [crypto.randomUUID()] };
    await newSession(world.api, client.user);
    const sessions = (await client.get('/api/account/sessions')).as(z.array(session));
    return { client, params: [sessions.find(({ current }) => !current)?.id ?? ''] };
  }),
  withBody('POST /api/account/second-factor', 'administrators', 201, confirmed()),
  withBody('POST /api/account/second-factor/confirm', 'administrators', 200, async (world) => {
    const client = await callerIn(world);
    await giveSecondFactor(world.api, client, 'started');
    return { client, body: () => ({ code: appCode() }) };
  }),
  ...['recovery-codes', 'remove'].map((what) =>
    withBody(
      `POST /api/account/second-factor/${what}`,
      'administrators',
      200,
      confirmed(async ({ api }, caller) => {
        await giveSecondFactor(api, caller, 'on');
        return {};
      }),
    ),
  ),

  withBody('POST /api/account/confirmation', 'users', 403, async (world) => ({
    client: await callerIn(world),
    body: () => ({ passkey: noAssertion }),
  })),
  withBody('POST /api/account/passkeys/options', 'users', 200, confirmed()),
  withBody('POST /api/account/passkeys', 'users', 400, async (world) => ({
    client: await callerIn(world),
    body: () => ({
      name: 'Phone',
      credential: { id: 'AA', response: { clientDataJSON: 'AA', attestationObject: 'AA' } },
    }),
  })),
  withBody('PATCH /api/account/passkeys/:passkeyId', 'users', 200, async (world) => {
    const client = await callerIn(world);
    return {
      client,
      params: [await newPasskeyId(world.api, client)],
      body: () => ({ name: 'Laptop' }),
    };
  }),
  withBody(
    'POST /api/account/passkeys/:passkeyId/remove',
    'users',
    200,
    confirmed(async ({ api }, caller) => ({ params: [await newPasskeyId(api, caller)] })),
  ),
  plain('GET /api/mail', 'administrators', 200),
  plain('POST /api/mail/test', 'administrators', 202, async ({ api }) => {
    await giveAddress(api, api.admin.user?.id);
    return {};
  }),
  plain('POST /api/mail/log-in-links/:volunteerId', 'administrators', 202, async (world) => {
    const id = await newVolunteerId(world);
    await giveAddress(world.api, id);
    return { params: [id] };
  }),
  plain('GET /api/events/:eventId/winners/mail', 'administrators', 200, inEvent),
  withBody('POST /api/events/:eventId/draws/:number/mail', 'administrators', 202, async (world) => {
    const { number } = await newWin(world);
    const [draw] = await world.api.sql<[{ email: string }]>`
      select winner_email as email from draws
      where event_id = ${world.eventId} and number = ${number}`;
    return {
      params: [world.eventId, String(number)],
      body: () => ({ id: crypto.randomUUID(), email: draw.email }),
    };
  }),
  plain('GET /mail/stop/:id', 'everybody', 200, () => ({ params: [crypto.randomUUID()] })),
  plain('POST /mail/stop/:id', 'everybody', 200, () => ({ params: [crypto.randomUUID()] })),

  plain('GET /api/tokens', 'administrators', 200),
  withBody(
    'POST /api/tokens',
    'administrators',
    201,
    confirmed(({ eventId }) => ({
      body: () => ({
        name: `Program ${next()}`,
        scopes: ['leads:read'],
        eventId,
        expiresAt: '2038-01-19T03:14:07Z',
      }),
    })),
  ),
  plain('DELETE /api/tokens/:tokenId', 'administrators', 200, async (world) => {
    await newProgram(world.api, ['leads:read']);
    const [row] = await world.api.sql<[{ id: string }]>`
      select id from users where role = 'program' order by created_at desc limit 1`;
    return { params: [row.id] };
  }),

  plain('GET /api/webhooks', 'administrators', 200),
  withBody(
    'POST /api/webhooks',
    'administrators',
    201,
    confirmed(async ({ api, eventId }) => {
      await api.sql`delete from webhooks`;
      return { body: () => webhookBody(eventId) };
    }),
  ),
  withBody(
    'PATCH /api/webhooks/:webhookId',
    'administrators',
    200,
    confirmed(async (world) => ({
      params: [await newWebhookId(world)],
      body: () => ({ ...webhookBody(world.eventId), disabled: true }),
    })),
  ),
  withBody(
    'POST /api/webhooks/:webhookId/rotate',
    'administrators',
    200,
    confirmed(async (world) => ({ params: [await newWebhookId(world)] })),
  ),
  plain('POST /api/webhooks/:webhookId/test', 'administrators', 201, async (world) => ({
    params: [await newWebhookId(world)],
  })),
  withQuery('GET /api/webhooks/:webhookId/deliveries', 'administrators', 200, async (world) => ({
    params: [await newWebhookId(world)],
    query: { limit: '5' },
  })),
  plain(
    'POST /api/webhooks/:webhookId/deliveries/:deliveryId/send',
    'administrators',
    200,
    async (world) => {
      const id = await newWebhookId(world);
      const sent = await world.api.admin.post(`/api/webhooks/${id}/test`);
      return { params: [id, sent.as(delivery).id] };
    },
  ),
  plain('DELETE /api/webhooks/:webhookId', 'administrators', 200, async (world) => ({
    params: [await newWebhookId(world)],
  })),

  plain('GET /api/accounts', 'administrators', 200),
  withBody(
    'POST /api/accounts',
    'administrators',
    201,
    confirmed(({ eventId }) => ({
      body: () => ({
        id: crypto.randomUUID(),
        fullName: 'Jo Bloggs',
        username: `organiser${next()}`,
        password: 'seven brass kettles',
        events: [eventId],
      }),
    })),
  ),
  withBody(
    'PATCH /api/accounts/:accountId',
    'administrators',
    200,
    confirmed(async (world) => ({
      params: [await newAccountId(world)],
      body: () => ({
        fullName: 'Jo Bloggs',
        username: `organiser${next()}`,
        email: `organiser${next()}@example.com`,
        disabled: true,
        events: [world.eventId],
        takeOver: [crypto.randomUUID()],
      }),
    })),
  ),
  withBody(
    'POST /api/accounts/:accountId/password',
    'administrators',
    200,
    confirmed(async (world) => ({
      params: [await newAccountId(world)],
      body: () => ({ newPassword: 'seven brass kettles' }),
    })),
  ),
  withBody(
    'POST /api/accounts/:accountId/second-factor/remove',
    'administrators',
    200,
    confirmed(async ({ api }) => {
      const other = await newAdministrator(api);
      await giveSecondFactor(api, other, 'on');
      return { params: [other.user?.id ?? ''] };
    }),
  ),

  withQuery('GET /api/audit', 'administrators', 200, async ({ api, eventId }) => {
    const { nextCursor } = (await api.admin.get('/api/audit?limit=1')).as(auditPage);
    return {
      query: {
        actorId: api.admin.user?.id ?? '',
        eventId,
        kind: 'event-created',
        from: '2024-05-15',
        to: '2038-01-19T03:14:07Z',
        limit: '10',
        cursor: nextCursor ?? '',
      },
    };
  }),
  plain('GET /api/audit/choices', 'administrators', 200),
  withQuery('GET /api/audit/export', 'administrators', 200, ({ eventId }) => ({
    query: { eventId, kind: 'event-created', from: '2024-05-15', to: '2038-01-19' },
  })),

  plain('GET /api/events', 'users', 200),
  plain('GET /api/events/:eventId', 'everybody', 200, inEvent),
  withBody('POST /api/events', 'administrators', 201, () => ({
    body: () => ({ id: crypto.randomUUID(), ...eventBody() }),
  })),
  withBody('PATCH /api/events/:eventId', 'administrators', 200, async (world) => ({
    params: [await newEventId(world)],
    body: eventBody,
  })),
  withBody('PUT /api/events/:eventId/questions', 'administrators', 200, async (world) => ({
    params: [await newEventId(world)],
    body: () => ({
      version: 1,
      questions: [{ id: crypto.randomUUID(), kind: 'text', label: 'Company', required: true }],
    }),
  })),
  withBody('PUT /api/events/:eventId/translations', 'administrators', 200, async (world) => {
    const id = await newEventId(world);
    const prizeId = await newPrizeId({ ...world, eventId: id });
    return {
      params: [id],
      body: () => ({
        version: 1,
        event: { de: { name: 'Frühstück', privacyText: 'Bis zur\nZiehung.' } },
        prizes: { [prizeId]: { fr: { name: 'Vélo' } } },
      }),
    };
  }),
  plain('GET /api/events/:eventId/answers', 'administrators', 200, async (world) => ({
    params: [await newEventId(world)],
  })),
  withBody(
    'POST /api/events/:eventId/erasure',
    'administrators',
    200,
    confirmed(async ({ api }) => {
      // It is due from the beginning.
      const { id } = await createEvent(api.admin, { date: '2020-01-01', retentionDays: 1 });
      const body = () => ({ id: crypto.randomUUID(), day: '2020-01-02', leads: 0 });
      return { params: [id], body };
    }),
  ),
  plain('DELETE /api/events/:eventId', 'administrators', 200, async (world) => ({
    params: [await newEventId(world)],
  })),

  plain('GET /api/events/:eventId/raffles', 'everybody', 200, inEvent),
  withBody('POST /api/events/:eventId/draw-winner', 'administrators', 201, async (world) => {
    const eventId = await newRaffle(world);
    const prizeId = await newPrizeId({ ...world, eventId });
    return {
      params: [eventId],
      body: () => ({ id: crypto.randomUUID(), prizeId, phrase: 'three loud cheers' }),
    };
  }),
  plain('GET /api/events/:eventId/draws', 'everybody', 200, inEvent),
  plain('GET /api/events/:eventId/draws/:number', 'everybody', 200, async (world) => ({
    params: [await newDraw(world, 'draw-winner'), '1'],
  })),
  plain('GET /api/events/:eventId/tickets/:ticket', 'everybody', 200, async (world) => {
    const answer = await world.api.anyone.post('/api/leads/public', leadBody(world.eventId));
    return { params: [world.eventId, answer.as(enteredLead).ticket] };
  }),
  plain('GET /api/events/:eventId/eligible', 'administrators', 200, inEvent),
  plain('GET /api/events/:eventId/readiness', 'administrators', 200, inEvent),
  plain('DELETE /api/events/:eventId/readiness/:userId', 'administrators', 200, (world) => ({
    params: [world.eventId, crypto.randomUUID()],
  })),
  withBody('POST /api/events/:eventId/seal', 'administrators', 201, async (world) => ({
    params: [await newRaffle(world)],
    body: () => ({ id: crypto.randomUUID(), prizeId: null }),
  })),
  withBody('POST /api/events/:eventId/void', 'administrators', 200, async (world) => ({
    params: [await newDraw(world, 'seal')],
    body: () => ({ id: crypto.randomUUID(), reason: 'The wrong prize' }),
  })),
  withBody(
    'POST /api/events/:eventId/draws/:number/forfeit',
    'administrators',
    201,
    async (world) => ({
      params: [await newDraw(world, 'draw-winner'), '1'],
      body: () => ({ id: crypto.randomUUID(), reason: 'Not present' }),
    }),
  ),
  withBody(
    'POST /api/events/:eventId/handovers',
    'administrators and assigned',
    200,
    async (world) => {
      const { code } = await newWin(world);
      return {
        params: [world.eventId],
        body: () => ({ id: crypto.randomUUID(), code: code() }),
        // Wrong codes are counted for each account.
        client: await newAdministrator(world.api),
      };
    },
  ),
  withBody(
    'POST /api/events/:eventId/draws/:number/handover',
    'administrators and assigned',
    200,
    async (world) => ({
      params: [world.eventId, String((await newWin(world)).number)],
      body: () => ({ id: crypto.randomUUID(), note: 'Showed a passport' }),
    }),
  ),
  plain(
    'DELETE /api/events/:eventId/draws/:number/handover',
    'administrators and whoever did it',
    200,
    async (world) => {
      const { number } = await newWin(world);
      const path = `/api/events/${world.eventId}/draws/${number}/handover`;
      await world.api.admin.post(path, { note: 'Showed a passport' });
      return { params: [world.eventId, String(number)] };
    },
  ),
  plain('GET /api/events/:eventId/winners', 'administrators', 200, inEvent),
  withBody('POST /api/events/:eventId/winners/export', 'administrators', 200, ({ eventId }) => ({
    params: [eventId],
    body: () => ({ format: 'csv', timeZone: 'Asia/Tokyo' }),
  })),
  withBody('POST /api/events/:eventId/drawing', 'administrators', 204, async (world) => ({
    params: [await newRaffle(world)],
    body: () => ({ prizeId: null }),
  })),
  withBody('PATCH /api/events/:eventId/stage', 'administrators', 200, async (world) => ({
    params: [await newRaffle(world)],
    body: () => ({ blank: true, phrase: 'three cheers' }),
  })),
  plain('GET /api/events/live', 'administrators', 200),
  withQuery('GET /api/events/:eventId/live', 'everybody', 200, ({ eventId }) => ({
    params: [eventId],
    query: { after: '5' },
  })),
  withQuery('GET /api/events/:eventId/live/missed', 'everybody', 200, ({ eventId }) => ({
    params: [eventId],
    query: { after: '5' },
  })),

  withQuery('GET /api/sponsors', 'everybody', 200, ofEvent),
  withQuery('GET /api/sponsors/public', 'everybody', 200, ofEvent),
  plain('GET /api/sponsors/:sponsorId/logo/:hash', 'everybody', 200, async (world) => {
    const id = await newSponsorId(world);
    const [row] = await world.api.sql<[{ logoHash: string }]>`
      select logo_hash from sponsors where id = ${id}`;
    return { params: [id, row.logoHash] };
  }),
  withBody('POST /api/sponsors', 'administrators', 201, ({ eventId }) => ({
    body: () => ({ id: crypto.randomUUID(), eventId, name: 'Acme', logo, position: 1 }),
  })),
  withBody('PATCH /api/sponsors/:sponsorId', 'administrators', 200, async (world) => ({
    params: [await newSponsorId(world)],
    body: () => ({ name: 'Acme', logo, position: 1 }),
  })),
  plain('POST /api/sponsors/:sponsorId/restore', 'administrators', 200, async (world) => {
    const id = await newSponsorId(world);
    await world.api.admin.delete(`/api/sponsors/${id}`);
    return { params: [id] };
  }),
  plain('DELETE /api/sponsors/:sponsorId', 'administrators', 200, async (world) => ({
    params: [await newSponsorId(world)],
  })),
  withQuery('GET /api/sponsors/sharing', 'administrators', 200, ofEvent),
  withBody('PUT /api/sponsors/:sponsorId/sharing', 'administrators', 200, async (world) => ({
    params: [await newSponsorId(world)],
    body: () => ({ asked: false, questions: [crypto.randomUUID()], prizes: [] }),
  })),
  withBody('POST /api/sponsors/:sponsorId/link', 'administrators', 201, async (world) => ({
    params: [await newSponsorId(world)],
    body: () => ({ password: 'opens-one-page' }),
  })),
  plain('DELETE /api/sponsors/:sponsorId/link', 'administrators', 200, async (world) => ({
    params: [await newSponsorId(world)],
  })),
  plain('GET /api/sponsors/:sponsorId/report', 'administrators', 200, async (world) => ({
    params: [await newSponsorId(world)],
  })),

  withBody('POST /api/sponsor-page/session', 'everybody', 200, async (world) => {
    const secret = await newSponsorLink(world, await newSponsorId(world));
    const device = crypto.randomUUID();
    return { body: () => ({ secret, password: 'not needed', device }), client: world.api.anyone };
  }),
  withQuery('GET /api/sponsor-page', 'sponsors', 200, async ({ api }) => ({
    client: await newSponsorClient(api),
    query: { page: '1' },
  })),
  plain('GET /api/sponsor-page/report', 'sponsors', 200, async ({ api }) => ({
    client: await newSponsorClient(api),
  })),
  withBody('POST /api/sponsor-page/file', 'sponsors', 200, async ({ api }) => ({
    client: await newSponsorClient(api),
    body: () => ({ format: 'csv' }),
  })),

  withQuery('GET /api/prizes', 'everybody', 200, ofEvent),
  withQuery('GET /api/prizes/left', 'everybody', 200, ofEvent),
  withQuery('GET /api/prizes', 'administrators', 200, none, 'of all events'),
  withBody('POST /api/prizes', 'administrators', 201, ({ eventId }) => ({
    body: () => ({
      id: crypto.randomUUID(),
      eventId,
      name: 'City bicycle',
      description: 'Seven gears\nand a bell',
      value: '£400',
      position: 2,
    }),
  })),
  withBody('POST /api/prizes/order', 'administrators', 200, async (world) => {
    const eventId = await newEventId(world);
    const prizeIds = [await newPrizeId({ ...world, eventId })];
    return { body: () => ({ eventId, prizeIds }) };
  }),
  withBody('PATCH /api/prizes/:prizeId', 'administrators', 200, async (world) => ({
    params: [await newPrizeId(world)],
    body: () => ({ name: 'Tandem', description: 'For two', value: '£900' }),
  })),
  plain('POST /api/prizes/:prizeId/restore', 'administrators', 200, async (world) => {
    const id = await newPrizeId(world);
    await world.api.admin.delete(`/api/prizes/${id}`);
    return { params: [id] };
  }),
  plain('DELETE /api/prizes/:prizeId', 'administrators', 200, async (world) => ({
    params: [await newPrizeId(world)],
  })),

  withBody('POST /api/leads/public', 'everybody', 201, ({ api, eventId }) => ({
    body: () => ({ ...leadBody(eventId), website: '', nonce: 'none-of-ours' }),
    client: api.anyone,
  })),
  withBody('POST /api/leads', 'administrators and assigned', 201, ({ eventId }) => ({
    body: () => leadBody(eventId),
  })),
  withQuery('GET /api/leads', 'administrators', 200, async (world) => {
    const { api, eventId } = world;
    await newLeadId(world);
    await newLeadId(world);
    const { headers } = await api.admin.get(`/api/leads?eventId=${eventId}&limit=1`);
    const cursor = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1] ?? '';
    return {
      query: {
        eventId,
        status: 'pending',
        source: 'qr',
        imported: 'false',
        won: 'false',
        invalidPhone: 'false',
        duplicate: 'false',
        q: 'visitor',
        addedBy: 'public',
        from: '2024-05-15',
        to: '2038-01-19T03:14:07Z',
        sort: 'newest',
        limit: '10',
        cursor,
      },
    };
  }),
  withQuery('GET /api/leads', 'administrators', 200, none, 'of all events'),
  withQuery('GET /api/leads/export', 'administrators', 200, ofEvent),
  withBody('POST /api/leads/export', 'administrators', 200, ({ eventId }) => ({
    body: () => ({ eventId, q: 'visitor', format: 'csv', details: true, timeZone: 'Asia/Tokyo' }),
  })),
  withQuery('GET /api/leads/counts', 'administrators', 200, ({ eventId }) => ({
    query: { eventId, status: 'pending', q: 'visitor' },
  })),
  withQuery('GET /api/leads/marks', 'administrators', 200, ({ eventId }) => ({
    query: { eventId, status: 'pending' },
  })),
  withQuery('GET /api/leads/submitters', 'administrators', 200, ofEvent),
  withBody('POST /api/leads/bulk-verify', 'administrators', 200, async (world) => {
    const id = await newLeadId(world);
    return { body: () => ({ leadIds: [id] }) };
  }),
  withBody(
    'POST /api/leads/bulk-verify',
    'administrators',
    200,
    ({ eventId }) => ({
      body: () => ({
        id: crypto.randomUUID(),
        filter: { eventId, q: 'visitor' },
        except: [crypto.randomUUID()],
      }),
    }),
    'by filter',
  ),
  withBody('POST /api/leads/undo', 'administrators', 200, async (world) => {
    const leadId = await newLeadId(world);
    await world.api.admin.patch(`/api/leads/${leadId}`, { status: 'verified' });
    return { body: () => ({ id: crypto.randomUUID(), leadId }) };
  }),
  withBody('PATCH /api/leads/:leadId', 'administrators', 200, async (world) => ({
    params: [await newLeadId(world)],
    body: () => ({
      eventId: world.eventId,
      ...newContact(),
      source: 'volunteer',
      status: 'verified',
    }),
  })),
  plain('GET /api/leads/:leadId', 'administrators', 200, async (world) => ({
    params: [await newLeadId(world)],
  })),
  plain('DELETE /api/leads/:leadId', 'administrators', 200, async (world) => ({
    params: [await newLeadId(world)],
  })),

  withBody('POST /api/imports', 'administrators', 201, ({ eventId }) => ({
    body: () => ({ id: crypto.randomUUID(), eventId }),
  })),
  withBody('POST /api/imports/:importId/rows', 'administrators', 200, async (world) => ({
    ...(await newImport(world)),
    body: () => ({ rows: [{ row: 2, ...newContact() }] }),
  })),
  plain('GET /api/imports/:importId', 'administrators', 200, newImport),
  plain('GET /api/imports/:importId/duplicates', 'administrators', 200, newImport),
  withBody('POST /api/imports/:importId/commit', 'administrators', 200, async (world) => ({
    ...(await newImport(world)),
    body: () => ({ rows: 1, duplicates: 'leave-out', withErrors: 0 }),
  })),
  plain('DELETE /api/imports/:importId', 'administrators', 200, newImport),

  plain('GET /api/people/consents', 'administrators', 200),
  withBody('POST /api/people/find', 'administrators', 200, () => ({
    body: () => ({ contact: '07700 900123' }),
  })),
  withBody('POST /api/people/export', 'administrators', 200, async (world) => {
    const id = await newLeadId(world);
    return { body: () => ({ leadIds: [id], usernames: [] }) };
  }),
  withBody('POST /api/people/erase', 'administrators', 200, async (world) => {
    const id = await newLeadId(world);
    return { body: () => ({ leadIds: [id] }) };
  }),

  plain('GET /api/users/volunteers', 'administrators', 200),
  withBody('POST /api/users/login-codes', 'administrators', 201, async (world) => {
    const volunteerId = await newVolunteerId(world);
    return { body: () => ({ volunteerId }) };
  }),
  withBody(
    'POST /api/users/login-codes',
    'administrators',
    201,
    async (world) => {
      await newAssignmentId(world);
      const until = new Date(Date.now() + 3_600_000).toISOString();
      return { body: () => ({ eventId: world.eventId, until }) };
    },
    'of an event',
  ),
  withBody('PATCH /api/users/:volunteerId', 'administrators', 200, async (world) => ({
    params: [await newVolunteerId(world)],
    body: () => ({
      fullName: 'Jo Bloggs',
      username: `helper${next()}`,
      email: `helper${next()}@example.com`,
      password,
    }),
  })),
  plain('DELETE /api/users/:volunteerId', 'administrators', 200, async (world) => ({
    params: [await newVolunteerId(world)],
  })),

  plain('GET /api/volunteer-assignments', 'administrators', 200),
  withBody('POST /api/volunteer-assignments', 'administrators', 201, async (world) => {
    const { id } = await newUser(world);
    return {
      body: () => ({
        id: crypto.randomUUID(),
        volunteerId: id,
        userId: id,
        eventId: world.eventId,
      }),
    };
  }),
  plain(
    'PATCH /api/volunteer-assignments/:assignmentId/revoke',
    'administrators',
    200,
    async (world) => ({
      params: [await newAssignmentId(world)],
    }),
  ),
  plain(
    'PATCH /api/volunteer-assignments/:assignmentId/restore',
    'administrators',
    200,
    async (world) => ({
      params: [await newAssignmentId(world)],
    }),
  ),
  plain('GET /api/volunteer/assignments', 'users', 200),
  plain('GET /api/volunteer/leads', 'users', 200),
  plain('GET /api/volunteer/numbers', 'users', 200),
  withBody('POST /api/volunteer/heartbeat', 'users', 200, ({ eventId }) => ({
    body: () => ({ deviceId: crypto.randomUUID(), events: [{ eventId, unsent: 3 }] }),
  })),
  withBody('PATCH /api/volunteer/leads/:leadId', 'owner', 200, async (world) => ({
    params: [await newOwnLeadId(world)],
    body: newContact,
  })),
  plain('DELETE /api/volunteer/leads/:leadId', 'owner', 200, async (world) => ({
    params: [await newOwnLeadId(world)],
  })),

  plain('GET /api/address', 'everybody', 200),
  plain('GET /api/address/network', 'administrators', 200),
  plain('GET /api/status', 'administrators', 200),
  withBody('POST /api/status/backup', 'administrators', 200, confirmed()),
  withQuery('GET /api/analytics', 'administrators', 200, () => ({
    query: { timeZone: 'Europe/Lisbon' },
  })),

  plain('GET /api/openapi.json', 'everybody', 200),
  plain('GET /api/docs', 'everybody', 200),
  plain('GET /api/docs/json', 'everybody', 200),
  plain('GET /api/docs/yaml', 'everybody', 200),
  plain('GET /api/docs/static/*', 'everybody', 200, () => ({ params: ['swagger-ui.css'] })),
  plain('GET /api/docs/static/index.html', 'everybody', 200),
  plain('GET /api/docs/static/swagger-initializer.js', 'everybody', 200),
];

/** The routes that the server's description lists, in the form of the table. */
export async function describedRoutes({ anyone }: TestApi) {
  const { paths } = (await anyone.get('/api/openapi.json')).json() as {
    paths: Record<string, Record<string, { parameters?: { in: string }[]; requestBody?: object }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      route: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      parameters: parameters.map((parameter) => parameter.in),
      body: requestBody !== undefined,
    })),
  );
}
