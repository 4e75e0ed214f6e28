import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { drawList, fullRecord } from '@drawbridge/contract/fair-draw/draws';
import { raffleResult, stageState } from '@drawbridge/contract/raffle/raffle';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startApi } from '../../test/world/api.ts';
import type { ApiResponse } from '../../test/world/client.ts';
import {
  createEvent,
  createPrize,
  newContact,
  submitLead,
  UNKNOWN_ID,
  verifiedLead,
} from '../../test/world/fixtures.ts';
import { watch as open, type Watcher } from '../../test/world/live-client.ts';

const unlimited = { PUBLIC_SUBMITS_PER_MINUTE: '0' };
const logo = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';

const api = await startApi(unlimited);
afterAll(() => api.close());

async function watch(
  eventId: string,
  headers: Record<string, string> = {},
  { anyone } = api,
): Promise<Watcher> {
  const watcher = await open(anyone.url, eventId, headers);
  onTestFinished(() => watcher.close());
  return watcher;
}

async function readRoster(eventId: string, number: number): Promise<string[][]> {
  const record = (await api.anyone.get(at(eventId, `draws/${number}`))).as(fullRecord);
  return 'roster' in record ? record.roster.tickets : [];
}

/** Starts a draw, and returns the tickets of the animation. */
async function start(watcher: Watcher, eventId: string, prizeId: string | null, phrase = '') {
  await api.admin.post(at(eventId, 'drawing'), { id: randomUUID(), prizeId, phrase });
  const { drawing } = (await watcher.expect('stage')).stage;
  expect(drawing?.prizeId).toBe(prizeId);
  return drawing?.tickets ?? [];
}

const firstDigits = (ticket: string) => ticket.slice(0, 8);

const at = (eventId: string, call: string) => `/api/events/${eventId}/${call}`;

describe('a reader that connects', () => {
  it('gets a snapshot of the current state', async () => {
    const event = await createEvent(api.admin);
    const prize = await createPrize(api.admin, event.id);
    const winner = await verifiedLead(api, event.id);
    await api.admin.post(at(event.id, 'draw-winner'), { prizeId: prize.id });

    const watcher = await watch(event.id);

    expect(watcher.response.statusCode).toBe(200);
    expect(watcher.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
    });
    const snapshot = await watcher.expect('snapshot');
    const draws = (await api.anyone.get(at(event.id, 'draws'))).json() as object;
    expect(draws).toMatchObject({
      nextNumber: 2,
      nextCommitment: snapshot.nextCommitment,
      sealed: null,
    });
    expect(snapshot).toMatchObject({
      prizes: [{ id: prize.id, name: prize.name }],
      results: [{ prizeId: prize.id, winner: { name: winner.name, email: winner.email } }],
      sealed: null,
      nextNumber: 2,
    });
    expect(JSON.stringify(snapshot)).not.toContain(winner.phone);
  });
});

describe('a connected reader', () => {
  it('gets every change in order', async () => {
    const event = await createEvent(api.admin);
    const watcher = await watch(event.id);
    const { nextCommitment } = await watcher.expect('snapshot');

    const prize = await createPrize(api.admin, event.id);
    expect(await watcher.expect('prizes')).toEqual({ prizes: [prize] });
    await api.admin.post('/api/sponsors', { eventId: event.id, logo });
    await watcher.expect('sponsors');
    await api.admin.patch(`/api/events/${event.id}`, { location: 'Hall 9' });
    await watcher.expect('event');
    const [first, second] = [await verifiedLead(api, event.id), await verifiedLead(api, event.id)];

    const sealed = await api.admin.post(at(event.id, 'seal'), { prizeId: prize.id });
    const message = await watcher.expect('sealed');
    expect(message).toMatchObject({ ...(sealed.json() as object), nextNumber: 2 });
    expect(message.commitment).toBe(nextCommitment);
    await api.admin.post(at(event.id, 'void'), { reason: 'Too early' });
    expect(await watcher.expect('voided')).toMatchObject({ number: 1, reason: 'Too early' });

    const tickets = await start(watcher, event.id, prize.id);
    const drawn = await api.admin.post(at(event.id, 'draw-winner'), { prizeId: prize.id });
    const news = await watcher.expect('drawn');
    const result = drawn.as(raffleResult);
    // A person may have thousands of tickets, which are only in the record.
    expect(news).toMatchObject({ number: 2, result: { ...result, tickets: [] }, nextNumber: 3 });
    expect([first.name, second.name]).toContain(news.result.winner.name);
    // The animation showed digits of tickets in this draw only.
    const roster = await readRoster(event.id, 2);
    expect(tickets.sort()).toEqual(roster.flat().map(firstDigits).sort());
    expect(roster).toContainEqual(result.tickets);
  });

  it('gets what everybody can compare of each record, as in the public list', async () => {
    const event = await createEvent(api.admin, { maxChances: 4 });
    const leads = [await verifiedLead(api, event.id), await verifiedLead(api, event.id)];
    await api.admin.patch(`/api/leads/${leads[0]?.id}`, { chances: 9 });
    const watcher = await watch(event.id);
    expect(await watcher.expect('snapshot')).toMatchObject({ lastRecord: null });
    const recorded = async (number: number) => {
      const { draws } = (await api.anyone.get(at(event.id, 'draws'))).as(drawList);
      return draws.find((record) => record.number === number)?.record;
    };
    const people = { rosterSize: 2, totalChances: 5, maxChances: 4, mostChances: 4 };

    await api.admin.post(at(event.id, 'seal'), { prizeId: null });
    await watcher.expect('sealed');
    await api.admin.post(at(event.id, 'void'), { reason: 'Too early' });
    const voided = { number: 1, record: await recorded(1), people: null };
    expect((await watcher.expect('voided')).lastRecord).toEqual(voided);
    await api.admin.post(at(event.id, 'draw-winner'), { prizeId: null });
    const drawn = {
      number: 2,
      record: await recorded(2),
      people: { ...people, withMostChances: 1 },
    };
    expect((await watcher.expect('drawn')).lastRecord).toEqual(drawn);
    expect((await (await watch(event.id)).expect('snapshot')).lastRecord).toEqual(drawn);
    await api.admin.post(at(event.id, 'draws/2/forfeit'), { reason: 'Not present' });
    const { lastRecord } = await watcher.expect('forfeited');
    expect(lastRecord).toEqual({ number: 3, record: await recorded(3), people: null });
    await api.admin.post(at(event.id, 'seal'), { prizeId: null });
    // A sealed draw has no record yet.
    expect((await (await watch(event.id)).expect('snapshot')).lastRecord).toEqual(lastRecord);
  });

  it('gets digits of the tickets in a sealed draw, not of those verified after the seal', async () => {
    const event = await createEvent(api.admin);
    for (let n = 0; n < 2; n += 1) await verifiedLead(api, event.id);
    await api.admin.post(at(event.id, 'seal'), { prizeId: null });
    await verifiedLead(api, event.id);
    const watcher = await watch(event.id);
    await watcher.expect('snapshot');
    const tickets = await start(watcher, event.id, null, 'hooray');
    await api.admin.post(at(event.id, 'draw-winner'), { prizeId: null, phrase: 'hooray' });
    expect(tickets).toEqual((await readRoster(event.id, 1)).flat().map(firstDigits));
  });

  it('gets nothing about other events or rolled-back changes', async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const watcher = await watch(event.id);
    await watcher.expect('snapshot');
    await createPrize(api.admin, other.id);
    await api.sql
      .begin(async (tx) => {
        await tx`insert into prizes (event_id, name) values (${event.id}, 'Never')`;
        throw new Error('taken back');
      })
      .catch(() => {});
    const prize = await createPrize(api.admin, event.id);
    expect(await watcher.expect('prizes')).toEqual({ prizes: [prize] });
  });

  it('gets concurrent changes, and never an older state after a newer one', async () => {
    const event = await createEvent(api.admin);
    const watcher = await watch(event.id);
    await watcher.expect('snapshot');
    await Promise.all(Array.from({ length: 20 }, () => createPrize(api.admin, event.id)));
    let [known, version] = [0, -1];
    while (known < 20) {
      const { prizes } = await watcher.expect('prizes');
      expect(prizes.length).toBeGreaterThanOrEqual(known);
      expect(Number(watcher.lastId)).toBeGreaterThan(version);
      [known, version] = [prizes.length, Number(watcher.lastId)];
    }
    expect((await watch(event.id)).response.statusCode).toBe(200);
  });

  it('gets a message when the event is deleted, and the stream ends', async () => {
    const event = await createEvent(api.admin);
    await createPrize(api.admin, event.id);
    await submitLead(api.anyone, event.id);
    const watcher = await watch(event.id);
    await watcher.expect('snapshot');
    await api.admin.delete(`/api/events/${event.id}`);
    await watcher.expect('deleted');
    await watcher.ended();
  });

  it("learns that the next draw's people have changed, without their names", async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const leadId = (await submitLead(api.anyone, event.id)).id;
    const change = (body: object) => api.admin.patch(`/api/leads/${leadId}`, body);
    const changes: [how: string, make: () => Promise<ApiResponse>][] = [
      ['verified', () => api.admin.post('/api/leads/bulk-verify', { leadIds: [leadId] })],
      ['edited', () => change({ name: 'Somebody Else' })],
      ['moved away', () => change({ eventId: other.id })],
      ['moved here', () => change({ eventId: event.id })],
      ['drawn', () => api.admin.post(at(event.id, 'draw-winner'), {})],
      ['promoted', () => change({ status: 'promoted' })],
    ];
    for (const [how, make] of changes) {
      // A new reader each time, because the counts for one reader are at least a second apart.
      const watcher = await watch(event.id);
      await watcher.expect('snapshot');
      await watcher.expect('eligible');
      expect((await make()).status, how).toBeLessThan(300);
      // The result comes first.
      if (how === 'drawn') expect((await watcher.next()).kind).toBe('drawn');
      const { people, joined } = await watcher.expect('eligible');
      expect(people, how).toBe(
        how === 'verified' || how === 'edited' || how === 'moved here' ? 1 : 0,
      );
      expect(joined.length, how).toBe(how === 'verified' ? 1 : 0);
      const closed = once(watcher.response, 'close');
      watcher.close();
      await closed;
    }
  });

  it("learns the chances where people may have several, and the animals of the tickets' names", async () => {
    const event = await createEvent(api.admin, { maxChances: 4 });
    const shared = newContact().phone;
    const contacts = [
      newContact(),
      ...[newContact(), newContact()].map((each) => ({ ...each, phone: shared })),
    ];
    for (const [index, contact] of contacts.entries()) {
      const { id } = await submitLead(api.anyone, event.id, contact);
      await api.admin.patch(`/api/leads/${id}`, { status: 'verified' });
      await api.admin.patch(`/api/leads/${id}`, { chances: index + 1 });
    }
    const read = async () => {
      const watcher = await watch(event.id);
      await watcher.expect('snapshot');
      const message = await watcher.expect('eligible');
      watcher.close();
      return message;
    };
    const { people, chances, animals } = await read();
    // The greatest number among all entries of a person counts.
    expect({ people, chances }).toEqual({ people: 2, chances: 4 });
    expect(animals.reduce((sum, { tickets }) => sum + tickets, 0)).toBe(contacts.length);
    const only = await createEvent(api.admin);
    const watcher = await watch(only.id);
    await watcher.expect('snapshot');
    expect(await watcher.expect('eligible')).toMatchObject({
      people: 0,
      chances: null,
      animals: [],
    });
    watcher.close();
  });

  it('learns it when a lead is deleted, but not when a visitor enters', async () => {
    const event = await createEvent(api.admin);
    const watcher = await watch(event.id);
    await watcher.expect('snapshot');
    await watcher.expect('eligible');
    const { id } = await submitLead(api.anyone, event.id);
    await createPrize(api.admin, event.id);
    expect((await watcher.next()).kind).toBe('prizes');
    await api.admin.delete(`/api/leads/${id}`);
    expect((await watcher.next()).kind).toBe('eligible');
  });

  it('follows what the presenter shows: prizes, phrases, winners and the dark', async () => {
    const event = await createEvent(api.admin);
    const [bicycle, lamp] = [
      await createPrize(api.admin, event.id),
      await createPrize(api.admin, event.id),
    ];
    await verifiedLead(api, event.id);
    const watcher = await watch(event.id);
    const nothing = { drawing: null, forfeit: null, applause: true, claimMinutes: 0, suspense: 2 };
    const begin = { prizeId: null, revealed: null, blank: false, phrase: '', onlyHere: false };
    const empty = { ...begin, ...nothing };
    expect((await watcher.expect('snapshot')).stage).toEqual(empty);
    const show = async (change: object) => {
      const response = (await api.admin.patch(at(event.id, 'stage'), change)).as(stageState);
      expect((await watcher.expect('stage')).stage).toEqual(response);
      // The animation ends without a change of the stage.
      return { ...response, drawing: null };
    };
    expect(await show({ prizeId: lamp.id })).toEqual({ ...empty, prizeId: lamp.id });
    expect(await show({ phrase: 'three cheers' })).toMatchObject({ phrase: 'three cheers' });
    expect(await show({ blank: true })).toMatchObject({ prizeId: lamp.id, blank: true });

    await api.admin.post(at(event.id, 'draw-winner'), { prizeId: bicycle.id });
    const drawn = { ...empty, prizeId: bicycle.id, revealed: 1, blank: true };
    const { stage, result } = await watcher.expect('drawn');
    expect(stage).toMatchObject({ ...drawn, drawing: {} });
    const late = await watch(event.id);
    expect((await late.expect('snapshot')).stage).toMatchObject({ ...drawn, drawing: {} });
    expect(await show({ continued: 7 }), 'after another winner').toEqual(drawn);
    expect(await show({ continued: 1 })).toEqual({ ...drawn, revealed: null });

    await api.admin.post(at(event.id, 'draws/1/forfeit'), { reason: 'Not present' });
    await watcher.expect('forfeited');
    expect(await show({ blank: false })).toEqual({
      ...empty,
      prizeId: bicycle.id,
      forfeit: {
        ...{ forfeits: 1, place: 0, prizeId: bicycle.id },
        ...{ reason: 'Not present', ticket: result.ticket },
      },
    });
    const wrong = await api.admin.patch(at(event.id, 'stage'), { prizeId: UNKNOWN_ID });
    expect([wrong.status, wrong.text]).toEqual([404, 'Prize not found']);
  });
});

describe('a reader that reconnects', () => {
  it('gets what it missed', async () => {
    const event = await createEvent(api.admin);
    const before = await watch(event.id);
    await before.expect('snapshot');
    await createPrize(api.admin, event.id);
    await before.expect('prizes');
    before.close();
    await verifiedLead(api, event.id);
    const drawn = await api.admin.post(at(event.id, 'draw-winner'), {});
    await createPrize(api.admin, event.id);
    const since = String(before.lastId);

    const after = await watch(event.id, { 'last-event-id': since });

    const news = await after.expect('drawn');
    expect(news.result).toEqual({ ...raffleResult.parse(drawn.json()), tickets: [] });
    expect((await after.expect('prizes')).prizes).toHaveLength(2);
  });

  it.each(['0', '99999', 'x', '-1', '1e3'])(
    'after longer than the history lasts, or by the id %s, receives everything',
    async (id) => {
      const event = await createEvent(api.admin);
      await api.sql`
        insert into prizes (event_id, name)
        select ${event.id}, 'Prize ' || n from generate_series(1, 120) n`;
      await api.sql`select publish_live_message(${event.id}, 'prizes', null) from generate_series(1, 119)`;
      const watcher = await watch(event.id, { 'last-event-id': id });
      expect((await watcher.expect('snapshot')).prizes).toHaveLength(120);
      const [kept] = await api.sql`
        select count(*)::int as count from live_messages where event_id = ${event.id}`;
      expect(kept).toEqual({ count: 100 });
    },
  );

  it('catches up in the stream that is open when the database has been away', async () => {
    const event = await createEvent(api.admin);
    const watcher = await watch(event.id);
    await watcher.expect('snapshot');
    await createPrize(api.admin, event.id);
    await watcher.expect('prizes');
    // Ends all connections of the server at once, and makes a change before it can listen again.
    await api.sql.begin(async (tx) => {
      await tx`insert into sponsors (event_id, logo, logo_hash, logo_bytes) values (${event.id}, ${logo}, '', 0)`;
      await tx`select publish_live_message(${event.id}, 'sponsors', null)`;
      await tx`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`;
    });
    await watcher.expect('sponsors');
  });
});

describe('a reader that does not read', () => {
  it('is dropped, and the others get every message', async () => {
    const event = await createEvent(api.admin);
    // Each message contains all prizes, so that every buffer to the stuck reader soon fills up.
    await api.sql`
      insert into prizes (event_id, name, description)
      select ${event.id}, 'Prize', repeat('x', 500) from generate_series(1, 200) n`;
    const { hostname, port } = new URL(api.anyone.url);
    const stuck = connectSocket(Number(port), hostname);
    onTestFinished(() => {
      stuck.destroy();
    });
    stuck.on('error', () => {});
    stuck.write(`GET ${at(event.id, 'live')} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await once(stuck, 'data');
    stuck.pause();
    const watcher = await watch(event.id);
    await watcher.expect('snapshot');

    for (let n = 0; n < 120; n += 1) {
      await createPrize(api.admin, event.id);
      expect((await watcher.expect('prizes')).prizes).toHaveLength(201 + n);
    }

    // A reader that was not dropped would now get the rest and stay open.
    const closed = once(stuck, 'close');
    stuck.resume();
    await closed;
    await createPrize(api.admin, event.id);
    await watcher.expect('prizes');
  });
});
