import { randomUUID } from 'node:crypto';
import { type EnteredLead, enteredLead, type OwnLead } from '@drawbridge/contract/collecting/leads';
import { hexesOf } from '@drawbridge/contract/fair-draw/bytes';
import { raffleResult } from '@drawbridge/contract/raffle/raffle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTransaction } from '../../test/database/sql.ts';
import { standstill } from '../../test/fakes/until-blocked.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import type { ApiResponse } from '../../test/world/client.ts';
import { createEvent, createPrize, newContact, verifiedLead } from '../../test/world/fixtures.ts';
import {
  eventWithPeople,
  fillHall,
  mismatches,
  raffleOf,
  raffleProblems,
} from '../../test/world/raffle.ts';
import type { EventChain } from './chain-store.ts';
import { drawLocked } from './draw-store.ts';

const { alreadyDrawn, won } = raffleProblems;
const unlimited = { PUBLIC_SUBMITS_PER_MINUTE: '0' };

const api = await startApi(unlimited);
afterAll(() => api.close());

async function chainOf(tx: TestTransaction, eventId: string): Promise<EventChain> {
  const [event] = await tx<[{ secret: Buffer; maxChances: number }]>`
    select draw_secret as secret, max_chances from events where id = ${eventId}`;
  return { ...event, eventId };
}

/** Simulates a draw without the event's lock. */
async function drawWithoutLock(
  tx: TestTransaction,
  eventId: string,
  prizeId: string | null,
  { admin } = api,
) {
  const conductedBy = admin.user?.id ?? '';
  const order = { eventId, prizeId, phrase: '', conductedBy };
  return drawLocked(tx, await chainOf(tx, eventId), order);
}

describe('many draws at once', () => {
  it('for one prize make one winner: one 201, ninety-nine 409, one record', async () => {
    const event = await createEvent(api.admin);
    const raffle = raffleOf(api, event.id);
    const prize = await createPrize(api.admin, event.id);
    await fillHall(api, event.id, 30);

    const responses = await Promise.all(Array.from({ length: 100 }, () => raffle.draw(prize.id)));

    const others = responses.filter(({ status }) => status !== 201);
    expect(others.map(({ problem }) => problem)).toEqual(Array(99).fill(alreadyDrawn));
    expect(await raffle.results()).toHaveLength(1);
    expect(await raffle.draws()).toMatchObject({ nextNumber: 2, draws: [{ number: 1 }] });
  });

  it('in different events do not wait for each other', async () => {
    const [busy, other] = [await eventWithPeople(api, 1), await eventWithPeople(api, 1)];
    const prize = await createPrize(api.admin, busy.eventId);
    let pending: Promise<ApiResponse> | undefined;
    await api.sql.begin(async (tx) => {
      // The draw holds its event's lock and waits for this prize.
      await tx`select from prizes where id = ${prize.id} for update`;
      pending = busy.raffle.draw(prize.id);
      await standstill(api.sql, [pending]);
      expect((await other.raffle.draw()).status).toBe(201);
    });
    expect((await pending)?.status).toBe(201);
  });
});

describe('everything at once', () => {
  /** Creates an event of many people with chances, pending entries and a roll call. */
  async function arrange() {
    const event = await createEvent(api.admin, { maxChances: 20 });
    const raffle = raffleOf(api, event.id);
    await fillHall(api, event.id, 40);
    const prizes: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      prizes.push((await createPrize(api.admin, event.id, { quantity: 1 + (n % 3) })).id);
    }
    const list = await api.admin.get(`/api/leads?eventId=${event.id}`);
    const ids = list.json<{ id: string }[]>().map(({ id }) => id);
    const waiting = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const response = await api.anyone.post('/api/leads/public', {
          ...{ eventId: event.id, ...newContact() },
        });
        return response.as(enteredLead);
      }),
    );
    return { event, raffle, prizes, ids, waiting };
  }

  async function importTen(eventId: string): Promise<ApiResponse> {
    const id = randomUUID();
    await api.admin.post('/api/imports', { id, eventId });
    const rows = Array.from({ length: 10 }, (_, n) => ({ row: n + 1, ...newContact() }));
    await api.admin.post(`/api/imports/${id}/rows`, { rows });
    return api.admin.post(`/api/imports/${id}/commit`, { rows: 10, duplicates: 'import' });
  }

  it('leaves a chain that verifies, and nobody who has won twice', async () => {
    const { event, raffle, prizes, ids, waiting } = await arrange();
    const lead = (n: number) => `/api/leads/${ids[n % ids.length]}`;
    const entrant = (n: number) => waiting[n % waiting.length] as EnteredLead;
    let digits = '0000';
    const calls: (() => Promise<ApiResponse>)[] = [];
    for (let n = 0; n < (process.env.THOROUGH ? 16 : 8); n += 1) {
      const prizeId = prizes[n % prizes.length] as string;
      calls.push(
        () => raffle.draw(prizeId, `phrase ${'abcdefghijklmnop'[n]}`, { count: 1 + (n % 2) }),
        () => raffle.draw(null, '', { onlyHere: n % 2 === 0 }),
        () => raffle.seal(prizeId),
        () => raffle.seal(null, { onlyHere: true }),
        () => raffle.voidDraw('Enough'),
        () => raffle.forfeit(1 + (n % 12)),
        () => api.admin.patch(lead(n), { phone: `0770090${1000 + n}` }),
        () => api.admin.patch(lead(n + 20), { name: `Renamed ${n}` }),
        () => api.admin.patch(lead(n + 30), { chances: 1 + n }),
        () =>
          api.admin.post('/api/leads/chances', {
            ...{ id: randomUUID(), ids: ids.slice(n, n + 30), chances: 1 + n },
          }),
        () => api.admin.delete(lead(n + 40)),
        () => api.admin.post('/api/leads/bulk-verify', { leadIds: waiting.map(({ id }) => id) }),
        () => api.admin.post('/api/leads/undo', { leadId: entrant(n).id }),
        () => api.admin.post('/api/people/erase', { leadIds: [ids[n + 55]] }),
        () => api.anyone.post('/api/leads/public', { eventId: event.id, ...newContact() }),
        async () => {
          const response = await api.admin.post(`/api/events/${event.id}/roll-calls`, {});
          if (response.status === 201) ({ digits } = response.json<{ digits: string }>());
          return response;
        },
        () => raffle.sayHere(entrant(n).entryCode, digits),
        () => api.admin.post(`${lead(n + 10)}/here`),
        () => raffle.closeRollCall(),
        () => api.admin.patch(`/api/events/${event.id}`, { maxChances: 10 + n }),
        () => importTen(event.id),
      );
    }
    const responses = await Promise.all(calls.map((call) => call()));

    const broken = responses.filter(({ status }) => status >= 500);
    expect(broken.map(({ text }) => text)).toEqual([]);
    // A draw that is still sealed is voided, so that everything is on record.
    await raffle.voidDraw('The end');
    const proof = await raffle.proof();
    expect(mismatches(proof)).toEqual([]);
    expect(proof.draws.length).toBeGreaterThan(8);
    const winners = await api.sql`
      select l.phone_key from winners w join leads l on l.id = w.lead_id
      where w.event_id = ${event.id} group by l.phone_key having count(*) > 1`;
    expect(winners).toEqual([]);
  });

  it('lists the entry of everybody who received the next number in the register of that number', async () => {
    const { event, raffle } = await arrange();
    const entries: EnteredLead[] = [];
    const enter = async () => {
      const response = await api.anyone.post('/api/leads/public', {
        ...{ eventId: event.id, ...newContact() },
      });
      entries.push(response.as(enteredLead));
    };
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 5 === 0 ? raffle.draw() : enter())),
    );
    await raffle.draw();
    const { draws } = await raffle.proof();
    for (const { ticket, nextNumber = 0, nextCommitment } of entries) {
      const record = draws.find(({ number }) => number === nextNumber);
      expect(record?.commitment).toBe(nextCommitment);
      const lists = record && 'register' in record ? Object.values(record.register) : [];
      expect(lists.flatMap(hexesOf)).toContain(ticket);
    }
  });
});

describe('the lock of the event', () => {
  // A server of its own, whose database no longer prevents a second winner.
  let bare: TestApi;
  beforeAll(async () => {
    bare = await startApi(unlimited);
    await bare.sql`
      drop index winners_prize_key, winners_lead_key, records_sealed_key, records_forfeits_key`;
    await bare.sql`alter table records drop constraint records_pkey cascade`;
    await bare.sql`alter table winners drop constraint winners_pkey cascade`;
    await bare.sql`alter table rosters drop constraint rosters_pkey cascade`;
  });
  afterAll(() => bare.close());

  it('is enough: with it, one winner per prize and one win per person', async () => {
    const event = await createEvent(bare.admin);
    const raffle = raffleOf(bare, event.id);
    await fillHall(bare, event.id, 12);
    const prizes: string[] = [];
    for (let n = 0; n < 10; n += 1) prizes.push((await createPrize(bare.admin, event.id)).id);

    const responses = await Promise.all(
      [...prizes, ...prizes, ...prizes].map((prizeId) => raffle.draw(prizeId)),
    );

    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused.map(({ problem }) => problem)).toEqual(Array(20).fill(alreadyDrawn));
    const results = await raffle.results();
    expect(results.map(({ prizeId }) => prizeId).sort()).toEqual(prizes.sort());
    expect(new Set(results.map(({ winner }) => winner.name)).size).toBe(10);
  });

  it('is needed: without it, two draws take the same number, of which the second is refused', async () => {
    const { eventId } = await eventWithPeople(api, 2);
    let second: Promise<unknown> | undefined;
    await api.sql.begin(async (tx) => {
      await drawWithoutLock(tx, eventId, null);
      second = api.sql.begin((other) => drawWithoutLock(other, eventId, null)).catch(String);
      await standstill(api.sql, [second]);
    });
    expect(await second).toContain('records_pkey');
  });

  it('is needed: a lead stored without it receives a number whose register does not list it', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 1);
    await api.sql.begin(async (tx) => {
      const [{ next }] = await tx<[{ next: number }]>`
        select last_record + 1 as next from events where id = ${eventId}`;
      expect(next).toBe(1);
      await tx`
        insert into leads (event_id, name, phone, phone_key, fingerprint)
        values (${eventId}, 'Unlocked', '07700900555', '+447700900555', sha256(''))`;
      expect((await raffle.draw()).status).toBe(201);
    });
    const [draw] = (await raffle.draws()).draws;
    expect(draw).toMatchObject({ number: 1, registerCounts: { inDraw: 1, unverified: 0 } });
  });

  it('lets new leads wait while a draw is under way, so that they know the next number', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 1);
    let pending: Promise<ApiResponse> | undefined;
    let late: Promise<ApiResponse> | undefined;
    await api.sql.begin(async (tx) => {
      // Blocks the draw when it writes, while it holds the event's lock.
      await tx`lock table records in share mode`;
      pending = raffle.draw();
      await standstill(api.sql, [pending]);
      await expect(
        api.sql`select from events where id = ${eventId} for no key update nowait`,
      ).rejects.toMatchObject({ code: '55P03' });

      late = api.anyone.post('/api/leads/public', { eventId, ...newContact() });
      let answered: number | undefined;
      late.then(({ status }) => {
        answered = status;
      });
      await standstill(api.sql, [pending, late]);
      expect(answered).toBeUndefined();
    });
    expect((await pending)?.status).toBe(201);
    expect((await late)?.json()).toMatchObject({ nextNumber: 2 });
  });
});

describe('a change of leads', () => {
  async function importOne(eventId: string) {
    const id = randomUUID();
    await api.admin.post('/api/imports', { id, eventId });
    await api.admin.post(`/api/imports/${id}/rows`, { rows: [{ row: 1, ...newContact() }] });
    return () => api.admin.post(`/api/imports/${id}/commit`, { rows: 1, duplicates: 'import' });
  }

  it('waits for the lock of a draw that is under way', async () => {
    const event = await createEvent(api.admin, { maxChances: 9 });
    const raffle = raffleOf(api, event.id);
    const people: OwnLead[] = [];
    for (let n = 0; n < 8; n += 1) people.push(await verifiedLead(api, event.id));
    const enter = () =>
      api.anyone.post('/api/leads/public', { eventId: event.id, ...newContact() });
    const pending = (await enter()).as(enteredLead);
    const other = (await enter()).as(enteredLead);
    const { digits } = await raffle.rollCall();
    const lead = (n: number) => `/api/leads/${people[n]?.id}`;
    const id = randomUUID();
    const commit = await importOne(event.id);
    const changes: Record<string, () => Promise<ApiResponse>> = {
      enter,
      add: () => api.admin.post('/api/leads', { eventId: event.id, ...newContact() }),
      verify: () => api.admin.patch(`/api/leads/${pending.id}`, { status: 'verified' }),
      'verify many': () => api.admin.post('/api/leads/bulk-verify', { leadIds: [other.id] }),
      rename: () => api.admin.patch(lead(1), { name: 'Renamed' }),
      'give chances': () => api.admin.patch(lead(2), { chances: 4 }),
      'give many chances': () =>
        api.admin.post('/api/leads/chances', {
          id,
          ids: people.map((each) => each.id),
          chances: 3,
        }),
      promote: () => api.admin.patch(lead(3), { status: 'promoted' }),
      delete: () => api.admin.delete(lead(4)),
      erase: () => api.admin.post('/api/people/erase', { leadIds: [people[5]?.id] }),
      'say here': () => raffle.sayHere(pending.entryCode, digits),
      'mark here': () => api.admin.post(`${lead(6)}/here`),
      import: commit,
      'allow chances': () => api.admin.patch(`/api/events/${event.id}`, { maxChances: 5 }),
    };
    const early: string[] = [];
    for (const [name, change] of Object.entries(changes)) {
      let asked: Promise<ApiResponse> | undefined;
      let isUnderWay = true;
      await api.sql.begin(async (tx) => {
        // The lock of a draw.
        await tx`select from events where id = ${event.id} for no key update`;
        asked = change();
        asked.then(() => isUnderWay && early.push(name));
        await standstill(api.sql, [asked]);
        isUnderWay = false;
      });
      expect([name, (await asked)?.status]).toEqual([name, expect.toBeOneOf([200, 201])]);
    }
    expect(early).toEqual([]);
    await raffle.draw();
    expect(mismatches(await raffle.proof())).toEqual([]);
  });
});

describe('a change during a draw', () => {
  /** Makes a change and keeps its transaction open until the draw waits for it, then commits or rolls back. */
  async function drawDuring(
    eventId: string,
    prizeId: string | null,
    end: 'commit' | 'rollback',
    change: (tx: TestTransaction) => PromiseLike<unknown>,
  ): Promise<ApiResponse> {
    let pending: Promise<ApiResponse> | undefined;
    const undone = new Error('undone on purpose');
    await api.sql
      .begin(async (tx) => {
        await change(tx);
        pending = raffleOf(api, eventId).draw(prizeId);
        await standstill(api.sql, [pending]);
        if (end === 'rollback') throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    if (!pending) throw new Error('The draw was never sent');
    return pending;
  }

  it('is no longer drawn: a prize or an event that is deleted', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 1);
    const prize = await createPrize(api.admin, eventId);
    const withoutPrize = await drawDuring(
      eventId,
      prize.id,
      'commit',
      (tx) => tx`delete from prizes where id = ${prize.id}`,
    );
    expect(withoutPrize.problem).toEqual([404, 'Prize not found']);
    expect(await raffle.results()).toEqual([]);
    const withoutEvent = await drawDuring(
      eventId,
      null,
      'commit',
      (tx) => tx`delete from events where id = ${eventId}`,
    );
    expect(withoutEvent.problem).toEqual([404, 'Event not found']);
  });

  it('does not win: a lead that is deleted, or moved to another event', async () => {
    const { eventId, leads, raffle } = await eventWithPeople(api, 2);
    const other = await createEvent(api.admin);
    const [gone, moved] = leads;
    const newcomer = await verifiedLead(api, other.id, { name: 'Newcomer' });
    const response = await drawDuring(eventId, null, 'commit', async (tx) => {
      await tx`delete from leads where id = ${gone?.id ?? ''}`;
      await tx`update leads set event_id = ${other.id} where id = ${moved?.id ?? ''}`;
      await tx`update leads set event_id = ${eventId} where id = ${newcomer.id}`;
    });
    expect(response.as(raffleResult).winner.name).toBe('Newcomer');
    expect(mismatches(await raffle.proof())).toEqual([]);
  });

  it('is drawn as ever when the change is taken back', async () => {
    const { eventId, leads } = await eventWithPeople(api, 1);
    const prize = await createPrize(api.admin, eventId);
    const response = await drawDuring(eventId, prize.id, 'rollback', async (tx) => {
      await tx`delete from prizes where id = ${prize.id}`;
      await tx`delete from leads where id = ${leads[0]?.id ?? ''}`;
    });
    expect(response.as(raffleResult)).toMatchObject({
      prizeId: prize.id,
      winner: { name: leads[0]?.name },
    });
  });

  it('stays once it is part of a draw, even of one that is not yet committed', async () => {
    const { eventId, leads, raffle } = await eventWithPeople(api, 1);
    const prize = await createPrize(api.admin, eventId);
    const lead = `/api/leads/${leads[0]?.id}`;
    let pending: Promise<ApiResponse>[] = [];
    await api.sql.begin(async (tx) => {
      await tx`select from events where id = ${eventId} for no key update`;
      await drawWithoutLock(tx, eventId, prize.id);
      pending = [
        api.admin.delete(`/api/prizes/${prize.id}`),
        api.admin.delete(lead),
        api.admin.patch(lead, { name: 'Somebody Else' }),
        api.admin.patch(lead, { phone: '07700 900997' }),
      ];
      await standstill(api.sql, pending);
    });
    expect((await Promise.all(pending)).map(({ problem }) => problem)).toEqual([
      [409, 'This prize has been drawn and cannot be deleted'],
      won,
      won,
      won,
    ]);
    expect(mismatches(await raffle.proof())).toEqual([]);
  });
});
