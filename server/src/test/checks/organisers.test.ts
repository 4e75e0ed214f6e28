import type { Call } from '@drawbridge/contract/core/call';
import { adminEvent } from '@drawbridge/contract/events/events';
import { sponsor } from '@drawbridge/contract/events/sponsors';
import { registrationResponse } from '@drawbridge/contract/login/auth';
import { newSponsorLink } from '@drawbridge/contract/outreach/sponsor-pages';
import { account } from '@drawbridge/contract/team/accounts';
import { auditPage } from '@drawbridge/contract/team/audit';
import { assignment, loginCodes, volunteer } from '@drawbridge/contract/team/volunteers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { assignVolunteer } from '../../team/assignments/store.ts';
import { type Example, examples, type PreparedCall, prepareCall } from '../examples/examples.ts';
import { mailSettings } from '../fakes/mail-server.ts';
import { standstill } from '../fakes/until-blocked.ts';
import { ADMIN } from '../world/accounts.ts';
import { startApi, type TestApi } from '../world/api.ts';
import type { ApiResponse, Client } from '../world/client.ts';
import {
  createEvent,
  createPrize,
  createVolunteer,
  logo,
  newContact,
  next,
  submitLead,
  verifiedLead,
} from '../world/fixtures.ts';
import { newAdministrator, newSession } from './callers.ts';

/*
 * Access of event administrators: every route of the server, with their own event, and with every id of another event
 * in every position of the request. Everything in the other event carries a marker, which no response may contain. A
 * call without an example fails.
 */

const MARKER = 'Zyzzyva';
// No user may call a sponsor's page.
const rows = examples
  .filter(({ allowedFor }) => allowedFor !== 'sponsors')
  .map((example) => ({
    ...example,
    open: example.allowedFor === 'anyone',
    denied:
      example.allowedFor !== 'anyone' && ['none', 'tokens only'].includes(example.call.eventScope),
  }));

let api: TestApi;
let own: string;
let other: string;
let organiser: Client;
const accounts = async () => (await api.admin.get('/api/accounts')).as(z.array(account));

beforeAll(async () => {
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0', ...mailSettings() });
  own = (await createEvent(api.admin, { name: 'Own Fair' })).id;
  other = (await createEvent(api.admin, { name: MARKER, location: MARKER, organiser: MARKER })).id;
  const { id, client } = await createVolunteer(api, [own, other]);
  await client.post('/api/leads', { eventId: own, name: 'Ada Byron', phone: '07700 900001' });
  await fill(client);
  await api.admin.put(`/api/events/${other}/questions`, {
    version: 1,
    questions: [{ id: crypto.randomUUID(), kind: 'text', label: MARKER }],
  });
  await api.admin.patch(`/api/events/${other}`, { privacyText: MARKER, consentNote: MARKER });
  await api.sql`update users set name = 'Of Both' where id = ${id}`;
});
beforeEach(async () => {
  organiser = await newAdministrator(api, [own]);
});
afterAll(() => api.close());

/** Adds resources of all kinds to the other event. */
async function fill(collector: Client): Promise<void> {
  await verifiedLead(api, other, { name: MARKER });
  const added = await collector.post('/api/leads', {
    eventId: other,
    ...newContact(),
    name: MARKER,
  });
  expect(added.status).toBe(201);
  await createPrize(api.admin, other, { name: MARKER });
  await api.admin.post('/api/sponsors', { eventId: other, name: MARKER, logo });
  await api.admin.post(`/api/events/${other}/draw-winner`, {});
}

/**
 * True if a call is about something that belongs to its caller: an account, an import, or a change that can be undone.
 */
const belongsToCaller = ({ name, route }: Call) =>
  / \/api\/account(\/|$)/.test(route) ||
  route.includes(':importId') ||
  ['logOut', 'undoLeadSteps', 'updateOwnLead', 'deleteOwnLead'].includes(name);

/** A call about an event, prepared as the user whom the example needs. */
async function prepare(row: Example, eventId: string): Promise<PreparedCall> {
  const maker = belongsToCaller(row.call) && eventId === own ? organiser : api.admin;
  return prepareCall(row, { api: { ...api, admin: maker }, eventId, caller: organiser });
}

const listEvents = async () =>
  (await api.sql<{ id: string }[]>`select id from events`).map(({ id }) => id);

/** Limits the organiser to these events. */
const limitTo = (events: string[]) =>
  api.sql`update users set only_events = ${events}::uuid[] where id = ${organiser.user?.id ?? ''}`;

const send = ({ method, url, body }: PreparedCall, changed = body?.()): Promise<ApiResponse> =>
  organiser.send(method, url, changed);

/** A digest of each table's rows in other events than these. */
async function readOthers(events: string[]): Promise<Record<string, string>> {
  const eventTables = [
    'leads',
    'prizes',
    'sponsors',
    'volunteer_assignments',
    'winners',
    'imports',
  ];
  const others = [
    ...eventTables.map((table) => `${table} t where event_id <> all($1::uuid[])`),
    'events t where id <> all($1::uuid[])',
  ].map(
    (from) =>
      `(select md5(string_agg(t::text, ' ' order by id)) from ${from}) as ${from.split(' ')[0]}`,
  );
  const [found] = await api.sql.unsafe(
    `select ${others.join()}, (
       select md5(string_agg(concat(password_hash, name), ' ' order by id)) from users where role = 'volunteer') as users`,
    others.map(() => events),
  );
  return found ?? {};
}

/** The given texts that are ids of resources in other events than these. */
async function idsElsewhere(texts: string[], events: string[]): Promise<Set<string>> {
  const rows = await api.sql<{ id: string }[]>`
    with other as (
      select id from events where id <> all(${events}::uuid[])
      union all select id from leads where event_id <> all(${events}::uuid[])
      union all select id from prizes where event_id <> all(${events}::uuid[])
      union all select id from sponsors where event_id <> all(${events}::uuid[])
      union all select id from restorable_rows where event_id <> all(${events}::uuid[])
      union all select id from imports where event_id <> all(${events}::uuid[])
      union all select id from volunteer_assignments where event_id <> all(${events}::uuid[])
      union all select volunteer_id from volunteer_assignments where event_id <> all(${events}::uuid[])
    )
    select distinct id from other where id::text = any(${texts}::text[])`;
  return new Set(rows.map(({ id }) => id));
}

/** The ids in a call, and other texts that look alike. */
const idsIn = ({ url, body }: PreparedCall) => [
  ...new Set(JSON.stringify([url, body?.()]).match(/[0-9a-f-]{36}/g) ?? []),
];

/** The own call once for every id in the other call, which replaces the own id in that position. */
function withEachId(mine: PreparedCall, theirs: PreparedCall, ids: Set<string>): PreparedCall[] {
  return [...ids].flatMap((id) => {
    const urls = replaceEach(theirs.url, mine.url, id).map((url) => ({ ...mine, url }));
    const [there, here] = [theirs.body?.(), mine.body?.()].map((body) => JSON.stringify(body));
    const bodies = replaceEach(there ?? '', here ?? '', id).map((body) => ({
      ...mine,
      body: () => JSON.parse(body),
    }));
    return [...urls, ...bodies];
  });
}

/** The text `mine` with the id in each of the positions where `theirs` has it. */
function replaceEach(theirs: string, mine: string, id: string): string[] {
  const uuids = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
  return [...theirs.matchAll(uuids)].flatMap(([found], position) => {
    if (found !== id) return [];
    let index = -1;
    return mine.replace(uuids, (given) => {
      index += 1;
      return index === position ? id : given;
    });
  });
}

describe('an organiser of one event', () => {
  it.each(rows)('$name', async (row) => {
    const mine = await prepare(row, own);
    await limitTo((await listEvents()).filter((id) => id !== other));
    const response = await send(mine);
    expect([response.status, response.text], row.name).toEqual([
      row.denied ? 403 : row.status,
      expect.not.stringContaining(MARKER),
    ]);
    if (row.open) return;
    const bare = mine.method === 'GET' ? await organiser.get(mine.path) : undefined;
    expect(bare?.text ?? '').not.toContain(MARKER);

    // Some examples create an event of their own.
    const [earlier, theirs, elsewhere] = [
      await listEvents(),
      await prepare(row, other),
      await listEvents(),
    ];
    const again = await prepare(row, own);
    const events = (await listEvents()).filter(
      (id) => id !== other && (earlier.includes(id) || !elsewhere.includes(id)),
    );
    await limitTo(events);
    const before = await readOthers(events);
    const foreign = withEachId(again, theirs, await idsElsewhere(idsIn(theirs), events));
    const namesEventResource = /:(event|lead|prize|sponsor|import|assignment|volunteer)Id/.test(
      row.call.route,
    );
    if (namesEventResource && !row.denied) expect(foreign).not.toHaveLength(0);
    for (const call of [...foreign, ...(foreign.length > 0 ? [theirs] : [])]) {
      const { status, text } = await send(call);
      // A volunteer of another event may be assigned to this one; the request then does not name the other event.
      const assigned = row.name === 'createAssignment' && call !== theirs;
      if (assigned && status === 201) continue;
      expect(text, `${call.method} ${call.url}`).not.toContain(MARKER);
      expect([403, 404, 409], `${call.method} ${call.url} ${text}`).toContain(status);
    }
    expect(await readOthers(events)).toEqual(before);
  });

  it('reads the same whatever happens in other events', async () => {
    const reads = rows.filter(
      ({ call, open, denied }) =>
        call.route.startsWith('GET ') &&
        !(open || denied || call.route.startsWith('GET /api/audit')) &&
        !['watchEvents', 'getOwnSessions'].includes(call.name),
    );
    await limitTo([own]);
    const paths: string[] = [];
    for (const row of reads) {
      const { path, url } = await prepare(row, own);
      paths.push(path, url);
    }
    const [collector] = await api.sql<[{ id: string }]>`
      select id from users where name = 'Of Both'`;
    const readAll = async () => {
      await limitTo([own]);
      const responses = [];
      for (const path of new Set(paths)) {
        const { text } = await organiser.get(path);
        responses.push([path, text.replace(/"at":"[^"]+"/g, '')]);
      }
      return responses;
    };
    const before = await readAll();
    await fill(await newSessionOf(collector.id));
    expect(await readAll()).toEqual(before);
  });
});

async function newSessionOf(id: string): Promise<Client> {
  const [user] = await api.sql`select id, username, name, role from users where id = ${id}`;
  return newSession(api, user as never);
}

describe('volunteers', () => {
  it('who work in other events too are shown without them, and keep their passwords', async () => {
    await limitTo([own]);
    const both = await createVolunteer(api, [own, other]);
    const mine = await createVolunteer(api, [own]);
    await api.sql`update users set email = username || '@example.org' where role = 'volunteer'`;
    const list = (await organiser.get('/api/users/volunteers')).as(z.array(volunteer));
    const find = (id: string) => list.find((one) => one.id === id);
    expect(find(both.id)).toMatchObject({ manageable: false, activeEventCount: 1, email: null });
    expect(find(mine.id)).toMatchObject({
      manageable: true,
      activeEventCount: 1,
      email: expect.any(String),
    });
    for (const { id } of [both, await createVolunteer(api)]) {
      const refused = await organiser.patch(`/api/users/${id}`, { password: 'known-to-me' });
      expect(refused.problem).toEqual([403, 'You do not have access to this event']);
      const code = await organiser.post('/api/users/login-codes', { volunteerId: id });
      expect(code.status).toBe(404);
    }
    const event = await createEvent(api.admin, { date: new Date().toISOString().slice(0, 10) });
    await limitTo([event.id, own]);
    for (const { id } of [both, mine]) {
      await organiser.post('/api/volunteer-assignments', { volunteerId: id, eventId: event.id });
    }
    const until = new Date(Date.now() + 600_000).toISOString();
    const response = await organiser.post('/api/users/login-codes', { eventId: event.id, until });
    expect(response.as(loginCodes).codes.map(({ volunteerId }) => volunteerId)).toEqual([mine.id]);
  });
});

describe('a volunteer whom an organiser has given a login', () => {
  const password = 'known-to-both';
  const account = () => ({ fullName: 'Priya Shah', username: `volunteer${next()}`, password });
  const assign = (client: Client, volunteerId: string, eventId = own) =>
    client.post('/api/volunteer-assignments', { volunteerId, eventId });
  const register = async (client: Client, body = account()) => {
    const { user } = (await client.post('/api/auth/register', body)).as(registrationResponse);
    await assign(client, user.id);
    return { ...user, logIn: () => api.anyone.post('/api/auth/login', { ...body, password }) };
  };
  const credentialsIssuedBy = async (id: string) =>
    (await api.admin.get('/api/users/volunteers'))
      .as(z.array(volunteer))
      .find((one) => one.id === id)?.credentialsIssuedBy;
  const passkey = (id: string) => api.sql`
    insert into passkeys (user_id, credential_id, public_key, counter, name)
    values (${id}, ${Buffer.from(crypto.randomUUID())}, ${Buffer.from('key')}, 0, 'Mine')`;

  it.each<
    [string, (client: Client) => Promise<{ id: string; logIn?: () => Promise<ApiResponse> }>]
  >([
    ['a password, with the account', (client) => register(client)],
    [
      'another password',
      async (client) => {
        const { id, logIn } = await register(api.admin);
        await client.patch(`/api/users/${id}`, { password });
        return { id, logIn };
      },
    ],
    [
      'a code',
      async (client) => {
        const { id } = await register(api.admin);
        const response = await client.post('/api/users/login-codes', { volunteerId: id });
        const code = response.as(loginCodes).codes[0]?.code;
        return { id, logIn: () => api.anyone.post('/api/auth/login-code', { code }) };
      },
    ],
  ])('(%s) loses it where the organiser may not go', async (_what, give) => {
    const { id, logIn } = await give(organiser);
    const session = await newSessionOf(id);
    await passkey(id);
    expect(await credentialsIssuedBy(id)).toEqual(['Jo Bloggs']);
    // Another administrator assigns them first to another event of the organiser's, and then to one that is not.
    const mine = await createEvent(api.admin);
    await limitTo([own, mine.id]);
    await assign(api.admin, id, mine.id);
    expect((await session.get('/api/auth/me')).status).toBe(200);
    await assign(api.admin, id, other);
    expect((await session.get('/api/auth/me')).status).toBe(401);
    expect((await logIn?.())?.status).toBe(401);
    expect(await api.sql`select from passkeys where user_id = ${id}`).toHaveLength(0);
    expect(await credentialsIssuedBy(id)).toEqual([]);
    const refused = await organiser.patch(`/api/users/${id}`, { password });
    expect(refused.problem).toEqual([403, 'You do not have access to this event']);
    const entries = (await api.admin.get('/api/audit?kind=volunteer-login-revoked')).as(auditPage);
    expect(entries[0]).toMatchObject({ subject: { id }, actor: { id: api.admin.user?.id } });
  });

  it.each(['taken from the organiser', 'restored'])(
    'loses it when an event is %s, where they work and the organiser does not',
    async (how) => {
      const mine = await createEvent(api.admin);
      await limitTo([own, mine.id]);
      const { id, logIn } = await register(organiser);
      const { id: assigned } = (await assign(organiser, id, mine.id)).as(assignment);
      const step = (name: 'revoke' | 'restore') =>
        api.admin.send(
          name === 'revoke' ? 'PATCH' : 'POST',
          `/api/volunteer-assignments/${assigned}/${name}`,
        );
      if (how === 'restored') await step('revoke');
      const limit = { events: [own], currentPassword: ADMIN.password };
      await api.admin.patch(`/api/accounts/${organiser.user?.id}`, limit);
      if (how === 'restored') {
        expect((await logIn()).status).toBe(200);
        await step('restore');
      }
      expect((await logIn()).status).toBe(401);
    },
  );

  it.each(['limited', 'disabled'])(
    "loses it when the administrator who gave it is %s, as sponsors lose that administrator's links",
    async (how) => {
      const giver = await newAdministrator(api);
      const [inside, outside, kept] = [
        await register(giver),
        await register(giver),
        await register(giver),
      ];
      expect(await credentialsIssuedBy(outside.id)).toEqual([]);
      for (const { id } of [outside, kept]) await assign(api.admin, id, other);
      await api.admin.patch(`/api/users/${kept.id}`, { password });
      const link = async (eventId: string) => {
        const added = await giver.post('/api/sponsors', { eventId, name: 'Acme', logo });
        const path = `/api/sponsors/${added.as(sponsor).id}/link`;
        const { secret } = (await giver.post(path, {})).as(newSponsorLink);
        return { logIn: () => api.anyone.post('/api/sponsor-page/session', { secret }) };
      };
      const ways = [inside, await link(own), outside, await link(other), kept];
      const statuses = async () => {
        const statuses: number[] = [];
        for (const { logIn } of ways) statuses.push((await logIn()).status);
        return statuses;
      };
      expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
      const given = (await accounts()).find(({ id }) => id === giver.user?.id);
      expect(given?.sponsorLinks.sort()).toEqual([own, other].sort());
      const letIn = given?.credentialsIssuedFor.map((events) => events.sort().join()).sort();
      expect(letIn).toEqual([own, [own, other].sort().join()].sort());
      const change = how === 'limited' ? { events: [own] } : { disabled: true };
      await api.admin.patch(`/api/accounts/${giver.user?.id}`, {
        ...change,
        currentPassword: ADMIN.password,
      });
      expect(await statuses()).toEqual(
        how === 'limited' ? [200, 200, 401, 404, 200] : [401, 404, 401, 404, 200],
      );
      const entries = (await api.admin.get('/api/audit?kind=sponsor-link-revoked')).as(auditPage);
      expect(entries[0]).toMatchObject({ subject: { name: 'Acme' } });
    },
  );

  it('keeps what an administrator of all events has given since, and nothing else', async () => {
    const { id, logIn } = await register(organiser);
    await passkey(id);
    await api.admin.patch(`/api/users/${id}`, { password });
    await assign(api.admin, id, other);
    expect((await logIn()).status).toBe(200);
    expect(await api.sql`select from passkeys where user_id = ${id}`).toHaveLength(0);
  });

  it('rejects the password that others learned while the volunteer was assigned elsewhere', async () => {
    const { id, logIn } = await register(api.admin);
    let late: Promise<ApiResponse> | undefined;
    await api.sql.begin(async (tx) => {
      await assignVolunteer(tx, { volunteerId: id, eventId: other });
      late = organiser.patch(`/api/users/${id}`, { password: 'known-to-me' });
      await standstill(api.sql, [late]);
    });
    await late;
    expect((await logIn()).status).toBe(401);
    const guess = { username: (await newSessionOf(id)).user?.username, password: 'known-to-me' };
    expect((await api.anyone.post('/api/auth/login', guess)).status).toBe(401);
  });
});

describe('the events of an administrator', () => {
  const confirm = { currentPassword: 'secret-enough' };

  it('are chosen by administrators of all events, at once and on record', async () => {
    const [admin, target] = [await newAdministrator(api), await newAdministrator(api)];
    const path = `/api/accounts/${target.user?.id}`;
    const limited = await admin.patch(path, { events: [own, other], ...confirm });
    expect(limited.as(account).events).toEqual([own, other]);
    expect((await target.get('/api/events')).status).toBe(401);
    const again = await newSessionOf(target.user?.id ?? '');
    const events = (await again.get('/api/events')).as(z.array(adminEvent));
    expect(events.map(({ id }) => id).sort()).toEqual([own, other].sort());
    expect((await again.get('/api/auth/me')).json()).toMatchObject({ events: [own, other] });
    expect((await again.patch(path, { events: null, ...confirm })).problem).toEqual([
      403,
      'Only administrators with access to all events can do this',
    ]);
    // Adding events ends no session.
    await admin.patch(path, { events: [own, other, (await createEvent(admin)).id], ...confirm });
    expect((await again.get('/api/events')).status).toBe(200);
    await admin.patch(path, { events: null, ...confirm });
    const entries = (await admin.get('/api/audit?kind=account-limited')).as(auditPage);
    const details = entries
      .filter(({ subject }) => subject?.id === target.user?.id)
      .map((entry) => entry.details);
    expect(details).toHaveLength(3);
    expect(details[0]).toEqual({ events: 'all' });
    const missing = await admin.patch(path, { events: [crypto.randomUUID()], ...confirm });
    expect(missing.problem).toEqual([404, 'Event not found']);
  });

  it('are none, and not all, once they are deleted', async () => {
    const event = await createEvent(api.admin);
    const limited = await newAdministrator(api, [event.id]);
    await submitLead(api.anyone, own);
    await api.admin.delete(`/api/events/${event.id}`);
    expect((await limited.get('/api/events')).json()).toEqual([]);
    expect((await limited.get('/api/leads')).json()).toEqual([]);
    expect((await limited.get('/api/analytics?timeZone=UTC')).json()).toMatchObject({
      totalEvents: 0,
      totalLeads: 0,
    });
  });

  it('are all for one of them at least', async () => {
    const [one, two] = [await newAdministrator(api), await newAdministrator(api, [own])];
    await api.sql`update users set disabled_at = now()
      where role = 'admin' and id not in (${one.user?.id ?? ''}, ${two.user?.id ?? ''})`;
    for (const change of [{ events: [own] }, { disabled: true }]) {
      const refused = await one.patch(`/api/accounts/${one.user?.id}`, { ...change, ...confirm });
      expect(refused.problem).toEqual([
        409,
        'At least one administrator must have access to all events',
      ]);
    }
    await api.sql`update users set disabled_at = null`;
  });
});
