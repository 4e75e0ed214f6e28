import { randomUUID } from 'node:crypto';
import { enteredLead } from '@drawbridge/contract/collecting/leads';
import { newEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { eligiblePeople } from '@drawbridge/contract/raffle/drawing';
import {
  closedRollCall,
  currentRollCall,
  hereResponse,
  organisersRollCall,
} from '@drawbridge/contract/raffle/roll-calls';
import { afterAll, describe, expect, it } from 'vitest';
import { newProgram } from '../../test/checks/callers.ts';
import { startApi } from '../../test/world/api.ts';
import {
  createEvent,
  createPrize,
  createVolunteer,
  newContact,
  submitLead,
} from '../../test/world/fixtures.ts';
import { watch } from '../../test/world/live-client.ts';
import { mismatches, raffleOf, raffleProblems } from '../../test/world/raffle.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

/** Creates an event with this number of verified people who have entry codes. */
async function arrange(people: number) {
  const { id: eventId } = await createEvent(api.admin);
  const entrants = [];
  for (let n = 0; n < people; n += 1) {
    const response = await api.anyone.post('/api/leads/public', { eventId, ...newContact() });
    const lead = response.as(enteredLead);
    await api.admin.patch(`/api/leads/${lead.id}`, { status: 'verified' });
    entrants.push(lead);
  }
  const current = async (client = api.anyone) =>
    (await client.get(`/api/events/${eventId}/roll-calls/current`)).as(currentRollCall).current;
  const mark = (lead: { id: string } | undefined, client = api.admin) =>
    client.post(`/api/leads/${lead?.id}/here`);
  return { eventId, entrants, raffle: raffleOf(api, eventId), current, mark };
}

const otherThan = (digits: string) => String((Number(digits) + 1) % 10_000).padStart(4, '0');

describe('a roll call', () => {
  it('is answered with an entry code and the digits, which only organisers receive', async () => {
    const { eventId, entrants, raffle, current } = await arrange(2);
    expect(await current()).toBeNull();
    const before = Math.floor(Date.now() / 1000);
    const { rollCall, digits, here } = await raffle.rollCall();
    expect(rollCall).toBeGreaterThanOrEqual(before - 1);
    expect([here, digits]).toEqual([0, expect.stringMatching(/^\d{4}$/)]);

    const [one] = entrants;
    expect((await raffle.sayHere(one?.entryCode ?? '', otherThan(digits))).status).toBe(400);
    const response = await raffle.sayHere(one?.entryCode.toLowerCase() ?? '', digits);
    expect(response.as(hereResponse.strict())).toEqual({ rollCall, ticket: one?.ticket });
    // A second answer does not count again.
    expect((await raffle.sayHere(one?.entryCode ?? '', digits)).status).toBe(200);
    expect(await current()).toEqual({ rollCall, here: 1 });
    const own = await api.admin.get(`/api/events/${eventId}/roll-calls/current`);
    expect(own.json<{ current: object }>().current).toEqual({
      ...{ rollCall, here: 1, digits, byCode: 1, byVolunteers: 0, byOrganisers: 0 },
    });
    expect(
      organisersRollCall.strict().safeParse(own.json<{ current: object }>().current).success,
    ).toBe(true);
    for (const call of ['draws', 'raffles', 'roll-calls/current', '']) {
      const { text } = await api.anyone.get(`/api/events/${eventId}/${call}`.replace(/\/$/, ''));
      expect(text).not.toContain(`"${digits}"`);
    }
  });

  it('limits a draw to the people who have answered it, with all their chances', async () => {
    const { eventId, entrants, raffle } = await arrange(4);
    await api.admin.patch(`/api/events/${eventId}`, { maxChances: 7 });
    expect((await raffle.draw(null, '', { onlyHere: true })).problem[0]).toBe(409);
    const { rollCall, digits } = await raffle.rollCall();
    const [one, two] = entrants;
    // The most chances belong to an entry that has not answered, but count for its person.
    const input = { eventId, ...newContact(), phone: one?.phone };
    const other = (await api.anyone.post('/api/leads/public', input)).as(enteredLead);
    await api.admin.patch(`/api/leads/${other.id}`, { status: 'verified' });
    await api.admin.patch(`/api/leads/${other.id}`, { chances: 5 });
    expect((await raffle.seal(null, { onlyHere: true })).problem).toEqual(
      raffleProblems.nobodyEligible,
    );
    for (const entrant of [one, two]) await raffle.sayHere(entrant?.entryCode ?? '', digits);
    const eligible = async () =>
      (await api.admin.get(`/api/events/${eventId}/eligible`)).as(eligiblePeople.strict());
    const presentCounts = { rollCall, people: 2, chances: 6 };
    expect(await eligible()).toMatchObject({
      ...{ people: 4, chances: 8, mostChances: 5, here: { ...presentCounts, open: true } },
    });
    await raffle.seal(null, { onlyHere: true });
    expect((await eligible()).here).toEqual({ ...presentCounts, open: false });
    expect((await raffle.draws()).sealed).toMatchObject({
      ...{ rollCall, rosterSize: 2, totalChances: 6, mostChances: 5, withMostChances: 1 },
      registerCounts: { inDraw: 2, absent: 3 },
    });
    await raffle.draw(null, 'we are here');
    // A draw for everybody records no roll call.
    await raffle.draw();
    expect((await raffle.draws()).draws[1]).toMatchObject({ rollCall: 0 });
    expect(mismatches(await raffle.proof())).toEqual([]);
  });

  it('tells a draw for everybody from one for the people here, which has another id', async () => {
    const { entrants, raffle, mark } = await arrange(3);
    await raffle.rollCall();
    await mark(entrants[0]);
    const id = randomUUID();
    const drawResponse = await raffle.draw(null, '', { id });
    expect((await raffle.draw(null, '', { id })).text).toBe(drawResponse.text);
    expect((await raffle.draw(null, '', { id, onlyHere: true })).problem).toEqual([
      409,
      'This id has already been used for another request',
    ]);
    expect((await raffle.draws()).draws).toHaveLength(1);
  });

  it('is closed by the next one, by a seal, by a draw and by hand; its answers stay', async () => {
    const { entrants, raffle, current, mark } = await arrange(6);
    const first = await raffle.rollCall();
    const second = await raffle.rollCall();
    expect(second.rollCall).toBeGreaterThan(first.rollCall);
    expect(await current()).toEqual({ rollCall: second.rollCall, here: 0 });
    for (const entrant of entrants.slice(0, 3)) await mark(entrant);
    await raffle.seal();
    expect(await current()).toBeNull();
    expect((await mark(entrants[3])).problem[0]).toBe(409);
    await raffle.voidDraw('Too early');
    // The roll call is closed, and still the latest.
    await raffle.draw(null, '', { onlyHere: true });
    expect((await raffle.draws()).draws[1]).toMatchObject({
      ...{ rollCall: second.rollCall, rosterSize: 3 },
    });
    const third = await raffle.rollCall();
    expect((await raffle.draw()).status).toBe(201);
    expect(await current()).toBeNull();
    const fourth = await raffle.rollCall();
    await mark(entrants[5]);
    const closed = (await raffle.closeRollCall()).as(closedRollCall);
    expect(closed.rollCall).toBe(fourth.rollCall);
    expect((await raffle.closeRollCall()).problem[0]).toBe(409);

    const { rollCalls } = await raffle.draws();
    expect(rollCalls.map(({ rollCall, byOrganisers }) => [rollCall, byOrganisers])).toEqual([
      [first.rollCall, 0],
      [second.rollCall, 3],
      [third.rollCall, 0],
      [fourth.rollCall, expect.any(Number)],
    ]);
    expect(rollCalls.every(({ closedAt }) => closedAt !== null)).toBe(true);
    expect(mismatches(await raffle.proof())).toEqual([]);
  });

  it('is not opened while a draw is sealed', async () => {
    const { raffle, eventId } = await arrange(1);
    await raffle.seal();
    const response = await api.admin.post(`/api/events/${eventId}/roll-calls`, {});
    expect(response.problem).toEqual(raffleProblems.sealedFirst);
  });

  it('is answered by volunteers for the leads they captured, and by organisers for any', async () => {
    const { eventId, raffle, mark, entrants } = await arrange(1);
    const [volunteer, other] = [
      await createVolunteer(api, [eventId]),
      await createVolunteer(api, [eventId]),
    ];
    const captured = await volunteer.client.post('/api/leads', { eventId, ...newContact() });
    const own = captured.json<{ id: string }>();
    expect((await mark(own, volunteer.client)).problem[0]).toBe(409);
    await raffle.rollCall();
    expect((await mark(own, volunteer.client)).status).toBe(200);
    for (const [lead, client] of [
      [own, other.client],
      [entrants[0], volunteer.client],
    ] as const) {
      expect((await mark(lead, client)).problem).toEqual([404, 'Lead not found']);
    }
    expect((await mark(own, api.anyone)).status).toBe(401);
    expect((await mark(entrants[0])).status).toBe(200);
    await raffle.closeRollCall();
    expect((await raffle.draws()).rollCalls).toMatchObject([
      { byCode: 0, byVolunteers: 1, byOrganisers: 1 },
    ]);
    const trail = await api.sql`
      select subject_id from audit_log where event_id = ${eventId} and kind = 'lead-marked-here'
      order by id`;
    expect(trail).toHaveLength(2);
  });

  it('forgets nobody who is here, but for leads that come from elsewhere', async () => {
    const { eventId, entrants, raffle, mark } = await arrange(2);
    const other = await createEvent(api.admin);
    const { rollCall } = await raffle.rollCall();
    for (const entrant of entrants) await mark(entrant);
    const [stays, moves] = entrants;
    await api.admin.patch(`/api/leads/${stays?.id}`, { name: 'Renamed' });
    for (const to of [other.id, eventId]) {
      await api.admin.patch(`/api/leads/${moves?.id}`, { eventId: to });
    }
    const answers = await api.sql<{ id: string; here: string }[]>`
      select id, here from leads where event_id = ${eventId}`;
    expect(new Map(answers.map((lead) => [lead.id, Number(lead.here)]))).toEqual(
      new Map([
        [stays?.id, rollCall],
        [moves?.id, 0],
      ]),
    );
  });

  it('allows ten wrong tries per ticket, and never refuses a hall behind one address', async () => {
    const { entrants, raffle } = await arrange(3);
    const { digits } = await raffle.rollCall();
    const [guesser, ...others] = entrants;
    const guess = (matches: string) => raffle.sayHere(guesser?.entryCode ?? '', matches);
    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await guess(otherThan(digits))).problem);
    const wrong = 'These are not the digits on the wall. Tries left:';
    expect(statuses.slice(0, 10)).toEqual(
      Array.from({ length: 10 }, (_, n) => [400, `${wrong} ${9 - n}.`]),
    );
    expect(statuses[10]?.[0]).toBe(429);
    expect((await guess(digits)).problem[0]).toBe(429);
    for (const { entryCode } of others) {
      expect((await raffle.sayHere(entryCode, digits)).status).toBe(200);
    }
    // The next roll call has other digits, and counts wrong ones from zero.
    const next = await raffle.rollCall();
    expect((await guess(next.digits)).status).toBe(200);
  });

  it('limits tries of codes that the event does not have, and still takes those that it has', async () => {
    const ownApi = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
    const event = await createEvent(ownApi.admin);
    const raffle = raffleOf(ownApi, event.id);
    const input = { eventId: event.id, ...newContact() };
    const lead = (await ownApi.anyone.post('/api/leads/public', input)).as(enteredLead);
    const { digits } = await raffle.rollCall();
    const statuses = new Set<number>();
    for (let n = 0; n < 70; n += 1)
      statuses.add((await raffle.sayHere(newEntryCode(), digits)).status);
    expect(statuses).toEqual(new Set([404, 429]));
    expect((await raffle.sayHere(lead.entryCode, digits)).status).toBe(200);
    await ownApi.close();
  });

  it('is sent to every open page, with the number of people who are here', async () => {
    const { eventId, entrants, raffle, mark } = await arrange(2);
    const watcher = await watch(api.anyone.url, eventId);
    await watcher.expect('snapshot');
    const { rollCall, digits } = await raffle.rollCall();
    const opened = await watcher.expect('roll-call');
    expect(opened).toEqual({ current: { rollCall, here: 0 }, answered: [] });
    for (const entrant of entrants) await mark(entrant);
    const answered: string[] = [];
    while (answered.length < entrants.length) {
      answered.push(...(await watcher.expect('roll-call')).answered);
    }
    expect(answered.sort()).toEqual(entrants.map(({ ticket }) => ticket.slice(0, 8)).sort());
    const late = await watch(api.anyone.url, eventId);
    const snapshot = await late.expect('snapshot');
    // A snapshot is cached for a while, so a newer count may follow it.
    let message = await late.expect('roll-call');
    while (message.current?.here !== 2) message = await late.expect('roll-call');
    expect(message.current).toEqual({ rollCall, here: 2 });
    expect(JSON.stringify([opened, snapshot, message])).not.toContain(`"${digits}"`);
    await raffle.closeRollCall();
    while (message.current) message = await late.expect('roll-call');
    for (const each of [watcher, late]) each.close();
  });
});

describe('chances', () => {
  it('are set by organisers, and are 1 in everything that others send', async () => {
    const event = await createEvent(api.admin, { maxChances: 10 });
    const volunteer = await createVolunteer(api, [event.id]);
    const entered = await submitLead(api.anyone, event.id, { chances: 9 });
    const captured = await volunteer.client.post('/api/leads', {
      ...{ eventId: event.id, ...newContact(), chances: 9 },
    });
    const response = await api.admin.post('/api/leads', {
      ...{ eventId: event.id, ...newContact(), chances: 9 },
    });
    const chancesOf = async () => {
      const rows = await api.sql<{ id: string; chances: number }[]>`
        select id, chances from leads where event_id = ${event.id}`;
      return new Map(rows.map(({ id, chances }) => [id, chances]));
    };
    const ids = [entered.id, ...[captured, response].map((each) => each.json<{ id: string }>().id)];
    expect([...(await chancesOf()).entries()].length).toBe(3);
    const all = await chancesOf();
    expect(ids.map((id) => all.get(id))).toEqual([1, 1, 9]);
    for (const chances of [0, 1001, 1.5, '3', null]) {
      expect((await api.admin.patch(`/api/leads/${entered.id}`, { chances })).status).toBe(400);
    }
    const many = { id: crypto.randomUUID(), ids, chances: 4 };
    expect((await api.admin.post('/api/leads/chances', many)).json()).toMatchObject({ changed: 3 });
    expect(new Set((await chancesOf()).values())).toEqual(new Set([4]));
  });

  it('are the maximum of a person’s verified leads, limited by the event, and fixed by a seal', async () => {
    const { eventId, entrants, raffle } = await arrange(2);
    await api.admin.patch(`/api/events/${eventId}`, { maxChances: 6 });
    const [one, two] = entrants;
    await api.admin.patch(`/api/leads/${one?.id}`, { chances: 4 });
    await api.admin.patch(`/api/leads/${two?.id}`, { chances: 500 });
    // The first person has another entry, which is not verified.
    const pending = await submitLead(api.anyone, eventId, { phone: one?.phone });
    await api.admin.patch(`/api/leads/${pending.id}`, { chances: 6 });
    await raffle.seal();
    expect((await raffle.draws()).sealed).toMatchObject({
      ...{ totalChances: 10, mostChances: 6, withMostChances: 1, maxChances: 6 },
    });
    for (const change of [{ maxChances: 9 }, { maxChances: 9, name: 'New name' }]) {
      expect((await api.admin.patch(`/api/events/${eventId}`, change)).problem).toEqual(
        raffleProblems.sealedFirst,
      );
    }
    const many = { id: crypto.randomUUID(), filter: { eventId }, chances: 2 };
    expect((await api.admin.post('/api/leads/chances', many)).json()).toMatchObject({
      ...{ changed: 1, sealed: 2 },
    });
    await raffle.draw(null, 'now');
    expect((await api.admin.patch(`/api/events/${eventId}`, { maxChances: 9 })).status).toBe(200);
    expect(mismatches(await raffle.proof())).toEqual([]);
  });

  it('are given by programs only to leads that they create', async () => {
    const program = await newProgram(api, ['events:write', 'leads:write']);
    const refused = [403, 'Tokens can give chances only to leads that they create'];
    const fields = {
      name: 'By a program',
      date: '2026-12-05',
      location: 'Hall 7',
      status: 'active',
    };
    const many = { ...fields, maxChances: 2 };
    expect((await program.post('/api/events', many)).problem).toEqual(refused);
    const { id: eventId } = await createEvent(api.admin, { maxChances: 3 });
    const event = `/api/events/${eventId}`;
    expect((await program.patch(event, { maxChances: 9 })).problem).toEqual(refused);
    // Sending back the same value changes nothing.
    expect((await program.patch(event, { maxChances: 3, name: 'New' })).status).toBe(200);
    const added = await program.post('/api/leads', { eventId, ...newContact(), chances: 3 });
    const lead = `/api/leads/${added.json<{ id: string }>().id}`;
    expect((await program.patch(lead, { chances: 2 })).problem).toEqual(refused);
    expect((await api.admin.get(lead)).json()).toMatchObject({ lead: { chances: 3 } });
    const all = { id: crypto.randomUUID(), filter: { eventId }, chances: 1 };
    expect((await program.post('/api/leads/chances', all)).status).toBe(403);
    for (const call of ['roll-calls', 'seal', 'draw-winner']) {
      expect((await program.post(`${event}/${call}`, {})).status, call).toBe(403);
    }
    expect((await program.post(`${lead}/here`)).status).toBe(403);
  });

  it('come with imported leads', async () => {
    const { id: eventId } = await createEvent(api.admin);
    const id = crypto.randomUUID();
    await api.admin.post('/api/imports', { id, eventId });
    const [plain, lucky] = [newContact(), newContact()];
    const rows = [
      { row: 1, ...plain },
      { row: 2, ...lucky, chances: 12 },
    ];
    expect((await api.admin.post(`/api/imports/${id}/rows`, { rows })).status).toBe(200);
    await api.admin.post(`/api/imports/${id}/commit`, { rows: 2, duplicates: 'import' });
    const leads = await api.sql`
      select name, chances from leads where event_id = ${eventId} order by chances`;
    expect(leads).toEqual([
      { name: plain.name, chances: 1 },
      { name: lucky.name, chances: 12 },
    ]);
  });
});

it('a held prize keeps its name in every language', async () => {
  const { raffle, eventId } = await arrange(2);
  await api.admin.patch(`/api/events/${eventId}`, { languages: ['en', 'de'] });
  const [held, free] = [
    await createPrize(api.admin, eventId, { name: 'Electric bicycle' }),
    await createPrize(api.admin, eventId),
  ];
  const translate = async (name: string, id = held.id) => {
    const event = await api.admin.get(`/api/events/${eventId}`);
    const { questionsVersion } = event.json<{ questionsVersion: number }>();
    return api.admin.put(`/api/events/${eventId}/translations`, {
      version: questionsVersion,
      event: {},
      questions: {},
      prizes: { [held.id]: { de: { name: 'Elektrofahrrad' } }, [id]: { de: { name } } },
    });
  };
  expect((await translate('Elektrofahrrad')).status).toBe(200);
  const refusal = [409, 'The name of a sealed or drawn prize cannot be changed in any language'];
  await raffle.seal(held.id);
  expect((await translate('Eine Tasse')).problem).toEqual(refusal);
  await raffle.draw(held.id, 'now');
  expect((await translate('Eine Tasse')).problem).toEqual(refusal);
  await raffle.forfeit(1);
  expect((await translate('Eine Tasse')).problem).toEqual(refusal);
  expect((await translate('Fahrrad', free.id)).status).toBe(200);
});
