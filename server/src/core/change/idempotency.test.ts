import { randomUUID } from 'node:crypto';
import type { Call } from '@drawbridge/contract/core/call';
import { sealedDraw } from '@drawbridge/contract/fair-draw/draws';
import { drawnResult } from '@drawbridge/contract/raffle/raffle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteExpired } from '../../operations/upkeep/cleanup.ts';
import { newAdministrator } from '../../test/checks/callers.ts';
import { type CallName, examples, prepareCall } from '../../test/examples/examples.ts';
import { mailSettings } from '../../test/fakes/mail-server.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import { createPrize, verifiedLead } from '../../test/world/fixtures.ts';
import { eventWithPeople, fillHall, raffleProblems } from '../../test/world/raffle.ts';

const REUSED = [409, 'This id has already been used for another request'];

let api: TestApi;
let eventId: string;
beforeAll(async () => {
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0', ...mailSettings() });
  ({ eventId } = await eventWithPeople(api, 0));
});
afterAll(() => api.close());

const draw = (eventId: string, body: object, client = api.admin) =>
  client.post(`/api/events/${eventId}/draw-winner`, body);

const seal = (eventId: string, body: object) => api.admin.post(`/api/events/${eventId}/seal`, body);

const addPrize = (body: object) => api.admin.post('/api/prizes', { eventId, name: 'Cap', ...body });

/** Lets a day pass for the stored request ids. */
const waitADay = () =>
  api.sql`update idempotency_keys set created_at = now() - interval '25 hours'`;

/**
 * The effects of a change: the numbers of rows in all tables, except those that count attempts or are written in the
 * background, and the live messages.
 */
async function countEffects(): Promise<Record<string, number>> {
  const tables = await api.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
      and relname not in ('login_attempts', 'login_codes', 'sponsor_reach', 'lead_counts')`;
  const counts = tables.map(({ name }) => `(select count(*)::int from ${name}) as ${name}`);
  const [row] = await api.sql.unsafe<[Record<string, number>]>(
    `select ${counts.join()}, (select sum(live_version)::int from events) as told`,
    [],
  );
  return row;
}

describe('a request that is sent again under its id', () => {
  /** Leads and imports are found by their own ids for as long as they exist, and draws by the ids of their requests. */
  const hasOwnId = ({ responses }: Call) => Boolean(responses[200] && responses[201]);
  const isFound = (call: Call) => hasOwnId(call) || call.name === 'drawWinner';
  /** Calls without an id, and the reason why repeating them does no harm. */
  const harmless: Partial<Record<CallName, string>> = {
    logIn: 'nobody has the token of the other session',
    logInByCode: 'the code works once',
    logOut: 'the session has ended',
    startSignOn: 'it begins another one',
    logInBySignOn: 'the response of the provider works once',
    createPasskeyChallenge: 'each challenge works once',
    logInByPasskey: 'the challenge works once',
    askForPasswordLink: 'a newer link works as well, and mails are limited',
    setPasswordByLink: 'the link works once',
    confirmWithoutPassword: 'it confirms one change',
    startPasskey: 'each challenge works once',
    createAccountPasskey: 'the challenge works once',
    unsubscribe: 'the address is already unsubscribed',
    openSponsorLink: 'nobody has the token of the other session',
    downloadSponsorLeads: 'it reads',
    bringBeacon: 'the draw has its beacon',
    sayHere: 'the lead is here already',
    applaud: 'it is a clap more, on which nothing depends',
    rehearse: 'it shows the same again',
    countFormView: 'it is one view more, on which nothing depends',
    changeOwnPassword: 'the old password no longer confirms anything',
    exportWinners: 'it reads',
    startDraw: 'it begins one draw, by the id of that draw',
    exportLeadFile: 'it reads',
    addImportRows: 'rows have numbers',
    findPeople: 'it reads',
    exportPerson: 'it reads',
    sendHeartbeat: 'the last one counts',
    downloadBackup: 'it reads',
  };
  /** True if the call has its id in the body, as most calls of the web app; validation must not remove it there. */
  const takesId = ({ body }: Call) =>
    body?.safeParse({ id: 5 }).error?.issues.some(({ path }) => path[0] === 'id');
  const changing = examples.filter(({ call }) => !call.route.startsWith('GET '));
  // Calls other than POST have the same effect when they are repeated.

  it.each(changing)('does nothing again: $name', async (example) => {
    const { client, method, url, body } = await prepareCall(example, { api, eventId });
    const request = body?.();
    const key = String(request?.id ?? randomUUID());
    const send = () =>
      takesId(example.call)
        ? client.send(method, url, { ...request, id: key })
        : client.send(method, url, request, { 'idempotency-key': key });
    const first = await send();
    expect([first.status, first.text]).toEqual([example.status, expect.any(String)]);
    // The server must not hold the staged draw while the effects are counted, here and in the tests that follow.
    await api.sql`update stages set began_at = began_at + interval '1 hour'`;
    const before = await countEffects();
    const again = await send();
    const after = await countEffects();
    if (example.call.name in harmless || method !== 'POST') {
      // Reads and attempts may be recorded twice.
      const { auditLog, sessions, liveMessages, told } = after;
      expect(after).toEqual({ ...before, auditLog, sessions, liveMessages, told });
      return;
    }
    expect(after).toEqual(before);
    const status = hasOwnId(example.call) ? 200 : first.status;
    expect([again.status, again.text]).toEqual([status, first.text]);
    if (isFound(example.call)) return;
    const elsewhere = { name: 'Tote bag', eventId, id: key };
    expect((await client.post('/api/prizes', elsewhere)).problem).toEqual(REUSED);
  });

  it.each(['{"id":5}', '{"id":"again"}'])('must be a UUID: %s', async (body) => {
    const path = `/api/prizes/${randomUUID()}/restore`;
    const headers = { 'content-type': 'application/json' };
    expect((await api.admin.send('POST', path, body, headers)).problem).toEqual([
      400,
      'The id must be a UUID',
    ]);
  });

  it('may carry the id in the header Idempotency-Key', async () => {
    const id = randomUUID();
    const add = (key: string, name = 'Tote bag') =>
      api.admin.post('/api/prizes', { eventId, name }, { 'idempotency-key': key });
    const first = await add(id);
    expect((await add(id)).text).toBe(first.text);
    expect((await api.admin.post('/api/prizes', { eventId, name: 'Tote bag', id })).text).toBe(
      first.text,
    );
    expect((await add(id, 'Another')).problem).toEqual(REUSED);
    expect((await add('again')).problem).toEqual([400, 'The id must be a UUID']);
  });

  it('is known to every process, and after a restart', async () => {
    const id = randomUUID();
    const first = await addPrize({ id });
    const other = await startApi({}, undefined, { beside: api });
    const again = await other.admin.post('/api/prizes', { eventId, name: 'Cap', id });
    await other.close();
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  it('belongs to its user', async () => {
    const id = randomUUID();
    const add = (client = api.admin) => client.post('/api/prizes', { eventId, name: 'Cap', id });
    const first = await add();
    const other = await add(await newAdministrator(api));
    expect([other.status, other.text === first.text]).toEqual([201, false]);
  });

  it('is tried again if it was refused before', async () => {
    const { eventId } = await eventWithPeople(api, 0);
    const id = randomUUID();
    expect((await draw(eventId, { id })).problem).toEqual(raffleProblems.nobodyEligible);
    await verifiedLead(api, eventId);
    expect((await draw(eventId, { id })).status).toBe(201);
  });

  it('must have the same contents', async () => {
    const { eventId } = await eventWithPeople(api, 3);
    const prize = await createPrize(api.admin, eventId);
    const id = randomUUID();
    expect((await seal(eventId, { id })).status).toBe(201);
    for (const other of [{ count: 1 }, { prizeId: prize.id }]) {
      expect((await seal(eventId, { id, ...other })).problem).toEqual(REUSED);
    }
    const { eventId: second } = await eventWithPeople(api, 1);
    expect((await seal(second, { id })).problem).toEqual(REUSED);
  });

  it('is forgotten after a day', async () => {
    const id = randomUUID();
    const first = await addPrize({ id });
    await deleteExpired(api.sql);
    expect((await addPrize({ id })).text).toBe(first.text);
    await waitADay();
    const later = await addPrize({ id });
    expect([later.status, later.text === first.text]).toEqual([201, false]);
    await waitADay();
    await deleteExpired(api.sql);
    expect(await api.sql`select from idempotency_keys`).toEqual([]);
  });

  it('takes no effect again, and is not answered, once somebody was erased', async () => {
    const { eventId } = await eventWithPeople(api, 3);
    const id = randomUUID();
    await seal(eventId, { id });
    await eraseSomebody();
    expect((await seal(eventId, { id })).problem).toEqual([
      409,
      'This has already been done. Reload the page.',
    ]);
    expect((await seal(eventId, { id, prizeId: randomUUID() })).problem).toEqual(REUSED);
  });

  it('is stored so that only its id makes it readable', async () => {
    const { eventId } = await eventWithPeople(api, 1);
    const id = randomUUID();
    const { rosterHash } = (await seal(eventId, { id })).as(sealedDraw);
    const rows = await api.sql<{ key: Buffer; input: Buffer; response: Buffer }[]>`
      select key, input, response from idempotency_keys where response is not null`;
    expect(rows).not.toEqual([]);
    const stored = Buffer.concat(
      rows.flatMap(({ key, input, response }) => [key, input, response]),
    );
    for (const secret of [rosterHash, eventId, id, id.replaceAll('-', '')]) {
      expect(stored.includes(secret)).toBe(false);
    }
    expect(stored.includes(Buffer.from(id.replaceAll('-', ''), 'hex'))).toBe(false);
  });
});

async function eraseSomebody(): Promise<void> {
  const { eventId } = await eventWithPeople(api, 0);
  const lead = await verifiedLead(api, eventId);
  await api.admin.post('/api/people/erase', { leadIds: [lead.id] });
}

describe('a draw that is asked for again under its id', () => {
  it('is answered from the record for as long as there is one, and no response is stored', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    await api.sql`delete from idempotency_keys`;
    const id = randomUUID();
    const first = await draw(eventId, { id });
    expect(await api.sql`select from idempotency_keys`).toEqual([]);
    await eraseSomebody();
    await waitADay();
    await deleteExpired(api.sql);
    const again = await draw(eventId, { id });
    expect([again.status, again.text]).toEqual([201, first.text]);
    const other = await startApi({}, undefined, { beside: api });
    const elsewhere = await draw(eventId, { id }, other.admin);
    await other.close();
    expect([elsewhere.status, elsewhere.text]).toEqual([201, first.text]);
    expect(await raffle.results()).toHaveLength(1);
  });

  it('must be of the same prize and as many winners', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    const prize = await createPrize(api.admin, eventId);
    const id = randomUUID();
    const first = await draw(eventId, { id });
    expect((await draw(eventId, { id, count: 1 })).text).toBe(first.text);
    for (const other of [{ count: 2 }, { prizeId: prize.id }]) {
      expect((await draw(eventId, { id, ...other })).problem).toEqual(REUSED);
    }
    expect(await raffle.results()).toHaveLength(1);
  });

  it('must have the same phrase if that has decided', async () => {
    const { eventId } = await eventWithPeople(api, 3);
    await seal(eventId, {});
    const id = randomUUID();
    const first = await draw(eventId, { id, phrase: 'Three cheers' });
    expect(first.status).toBe(201);
    expect((await draw(eventId, { id, phrase: 'THREE  cheers' })).text).toBe(first.text);
    for (const phrase of ['four cheers', '']) {
      expect((await draw(eventId, { id, phrase })).problem).toEqual(REUSED);
    }
  });

  it('is another draw for somebody else', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 2);
    const id = randomUUID();
    const first = (await draw(eventId, { id })).as(drawnResult);
    const second = await draw(eventId, { id }, await newAdministrator(api));
    expect([first.number, second.as(drawnResult).number]).toEqual([1, 2]);
    expect(await raffle.results()).toHaveLength(2);
  });

  it('is another draw in another event', async () => {
    const id = randomUUID();
    for (const people of [1, 2]) {
      const { eventId } = await eventWithPeople(api, people);
      expect((await draw(eventId, { id })).as(drawnResult)).toMatchObject({ eventId, number: 1 });
    }
  });
});

describe('many draws at once', () => {
  const PEOPLE = 5;

  async function drawAtOnce(times: number, idOf: () => string) {
    const { eventId, raffle } = await eventWithPeople(api, 0);
    await fillHall(api, eventId, PEOPLE);
    const bodies = Array.from({ length: times }, () => ({ id: idOf() }));
    const responses = await Promise.all(bodies.map((body) => draw(eventId, body)));
    return { responses, results: await raffle.results() };
  }

  it('are one draw under one id, with one response for all', async () => {
    const id = randomUUID();
    const { responses, results } = await drawAtOnce(100, () => id);
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(responses[0]?.as(drawnResult)).toMatchObject({ number: 1 });
    expect(results).toHaveLength(1);
  });

  it('are as many draws as there are people under ids of their own', async () => {
    const { responses, results } = await drawAtOnce(20, randomUUID);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(PEOPLE);
    expect(results).toHaveLength(PEOPLE);
  });
});
