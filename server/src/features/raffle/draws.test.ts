import {
  drawList,
  drawRecord,
  drawWithRoster,
  eligiblePeople,
  sealedDraw,
} from '@drawbridge/contract/draws';
import { personOf, ticketOf } from '@drawbridge/contract/fair-draw/arithmetic';
import { checkProof } from '@drawbridge/contract/fair-draw/check';
import { readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { findEntrant } from '@drawbridge/contract/fair-draw/find-entrant';
import type { Proof } from '@drawbridge/contract/fair-draw/proof';
import { inOneGo } from '@drawbridge/contract/fair-draw/steps';
import { enteredLead } from '@drawbridge/contract/leads';
import { raffleResult } from '@drawbridge/contract/raffle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../test/api.ts';
import type { Answer } from '../../test/client.ts';
import { createEvent, createPrize, somebody, verifiedLead } from '../../test/fixtures.ts';
import { standstill } from '../../test/standstill.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
});
afterAll(() => api.close());

const sealedFirst = [409, 'A sealed draw is waiting. Draw it or void it first.'];

const post = (eventId: string, call: string, body: unknown = {}): Promise<Answer> =>
  api.admin.post(`/api/events/${eventId}/${call}`, body);
const draw = (eventId: string, body: unknown = {}) => post(eventId, 'draw-winner', body);

async function readDraws(eventId: string) {
  return (await api.anyone.get(`/api/events/${eventId}/draws`)).as(drawList);
}

async function readDraw(eventId: string, number: number) {
  return (await api.anyone.get(`/api/events/${eventId}/draws/${number}`)).as(drawWithRoster);
}

/** What a visitor can download. */
async function readProof(eventId: string): Promise<Proof> {
  const list = await readDraws(eventId);
  const draws = [];
  for (const { number } of list.draws) draws.push(await readDraw(eventId, number));
  return { ...list, draws };
}

/** An event with so many people who can win. */
async function arrange(people: number) {
  const event = await createEvent(api.admin);
  const leads = [];
  for (let n = 0; n < people; n += 1) leads.push(await verifiedLead(api, event.id));
  return { eventId: event.id, leads };
}

describe('the record of the draws', () => {
  it('proves every draw, sealed or not, with a phrase or without, and every void one', async () => {
    const { eventId } = await arrange(5);
    const prize = await createPrize(api.admin, eventId);
    await draw(eventId, { prizeId: prize.id });
    await post(eventId, 'seal');
    await draw(eventId, { phrase: 'cafe\u0301 au lait' });
    await post(eventId, 'seal', { prizeId: null });
    await post(eventId, 'void', { reason: 'The power went out' });
    await draw(eventId, { phrase: 'three cheers' });

    const proof = await readProof(eventId);

    expect(inOneGo(checkProof(proof))).toMatchObject({ ok: true });
    expect(
      proof.draws.map(({ number, phrase, voidReason }) => [number, phrase, voidReason]),
    ).toEqual([
      [1, '', null],
      [2, 'café au lait', null],
      [3, '', 'The power went out'],
      [4, 'three cheers', null],
    ]);
    expect(proof.draws.map(({ rosterSize }) => rosterSize)).toEqual([5, 4, 3, 3]);
    expect(proof.draws[0]).toMatchObject({ prizeId: prize.id, prizeName: prize.name });
    expect(proof.draws[2]).toMatchObject({ winnerIndex: null, winnerTickets: [] });
    expect([proof.nextNumber, proof.sealed]).toEqual([5, null]);
  });

  it('names the lead that won: earliest of the person, by all verified tickets', async () => {
    const event = await createEvent(api.admin);
    const person = somebody();
    const sent = [person, { ...person, email: '' }, { ...somebody(), email: person.email }];
    const codes = [];
    for (const fields of sent) {
      const answer = await api.anyone.post('/api/leads/public', { eventId: event.id, ...fields });
      const lead = answer.as(enteredLead);
      codes.push(readEntryCode(lead.entryCode) ?? new Uint8Array());
      await api.admin.patch(`/api/leads/${lead.id}`, { status: 'verified' });
    }
    // Of the same person, but never verified: it does not count.
    await api.anyone.post('/api/leads/public', { eventId: event.id, ...person });

    const result = (await draw(event.id)).as(raffleResult);

    expect(result.winner.name).toBe(person.name);
    const tickets = codes.map((entry) => ticketOf(event.id, entry));
    const proof = await readProof(event.id);
    expect(proof.draws[0]?.winnerTickets).toEqual(
      tickets.map((ticket) => Buffer.from(ticket).toString('hex')).sort(),
    );
    expect(inOneGo(checkProof(proof)).ok).toBe(true);
    expect(inOneGo(findEntrant(proof, tickets))).toEqual([{ number: 1, place: 0, won: true }]);
    expect(inOneGo(findEntrant(proof, tickets.slice(1)))[0]?.place).toBeNull();
  });

  it('was committed to before, and tells nothing about anybody', async () => {
    const { eventId, leads } = await arrange(3);
    const before = await readDraws(eventId);
    expect(before).toMatchObject({ eventId, nextNumber: 1, sealed: null, draws: [] });
    await draw(eventId);
    const list = await api.anyone.get(`/api/events/${eventId}/draws`);
    const whole = await api.anyone.get(`/api/events/${eventId}/draws/1`);
    expect(list.as(drawList).draws[0]?.commitment).toBe(before.nextCommitment);
    for (const { text } of [list, whole]) {
      for (const { name, phone, email, id } of leads) {
        for (const known of [name, phone, email ?? '-', id]) expect(text).not.toContain(known);
      }
    }
    const [event] = await api.sql<[{ secret: string }]>`
      select encode(draw_secret, 'hex') as secret from events where id = ${eventId}`;
    expect(list.text + whole.text).not.toContain(event.secret);
  });

  it('has rosters that may be kept for ever', async () => {
    const { eventId } = await arrange(1);
    await draw(eventId);
    const answer = await api.anyone.get(`/api/events/${eventId}/draws/1`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const number of ['2', '0', '-1', '1.5', 'x', '99999999999', '1e1']) {
      const missing = await api.anyone.get(`/api/events/${eventId}/draws/${number}`);
      expect(missing.refusal).toEqual([404, 'Draw not found']);
    }
  });

  it('is right for thousands of people who overlap', async () => {
    const event = await createEvent(api.admin);
    // Four leads each: two phones, and an e-mail that joins them. One person in five is not verified.
    await api.sql`
      insert into leads (event_id, name, phone, email, status, verified_at, fingerprint)
      select ${event.id}, 'Guest ' || n, '0770' || lpad((n / 4 * 2 + n % 2)::text, 7, '0'),
             case when n % 4 < 2 then 'guest' || n / 4 || '@example.com' end,
             case when n / 4 % 5 = 0 then 'pending' else 'verified' end,
             case when n / 4 % 5 = 0 then null else now() end, sha256('')
      from generate_series(0, 9999) n`;
    expect((await draw(event.id)).status).toBe(201);
    const proof = await readProof(event.id);
    expect(inOneGo(checkProof(proof)).ok).toBe(true);
    expect(proof.draws[0]).toMatchObject({ rosterSize: 2000 });
    expect(proof.draws[0]?.winnerTickets).toHaveLength(4);
    const eligible = (await api.admin.get(`/api/events/${event.id}/eligible`)).as(eligiblePeople);
    expect(eligible).toMatchObject({ people: 1999, leads: 10_000, verified: 8_000 });
    expect(eligible.names).toHaveLength(60);
    expect(eligible.names[0]).toMatch(/^Guest \d\.$/);
  });
});

describe('a sealed draw', () => {
  it('has everybody in it, also when they are thousands', async () => {
    const event = await createEvent(api.admin);
    const leads = await api.sql<{ ticket: Buffer }[]>`
      insert into leads (event_id, name, phone, status, verified_at, fingerprint)
      select ${event.id}, 'Guest ' || n, '0770' || lpad(n::text, 7, '0'), 'verified', now(),
             sha256('')
      from generate_series(1, 5000) n
      returning ticket`;
    expect((await post(event.id, 'seal')).status).toBe(201);
    expect((await draw(event.id, { phrase: 'all of us' })).status).toBe(201);

    const proof = await readProof(event.id);
    const people = leads.map(({ ticket }) =>
      Buffer.from(personOf(event.id, [ticket])).toString('hex'),
    );
    expect(proof.draws[0]?.roster).toEqual(people.sort());
    expect(inOneGo(checkProof(proof)).ok).toBe(true);
  });

  it('fixes number, commitment and roster, and shows them to everybody', async () => {
    const { eventId } = await arrange(3);
    const { nextCommitment } = await readDraws(eventId);
    const answer = await post(eventId, 'seal', { prizeId: null });
    expect(answer.status).toBe(201);
    const sealed = answer.as(sealedDraw);
    expect(sealed).toMatchObject({ number: 1, prizeId: null, rosterSize: 3 });
    expect(sealed.commitment).toBe(nextCommitment);
    expect(await readDraws(eventId)).toMatchObject({ nextNumber: 2, sealed, draws: [] });
    expect((await api.anyone.get(`/api/events/${eventId}/draws/1`)).status).toBe(404);

    // Whoever comes now is not in it.
    for (let n = 0; n < 20; n += 1) await verifiedLead(api, eventId);
    await draw(eventId, { phrase: 'abracadabra' });
    const [drawn] = (await readDraws(eventId)).draws;
    expect(drawn).toMatchObject({ rosterSize: 3, rosterHash: sealed.rosterHash });
    expect(inOneGo(checkProof(await readProof(eventId))).ok).toBe(true);
  });

  it('comes before all other draws', async () => {
    const { eventId } = await arrange(3);
    const [one, two] = [
      await createPrize(api.admin, eventId),
      await createPrize(api.admin, eventId),
    ];
    await post(eventId, 'seal', { prizeId: one.id });
    for (const refused of [
      await draw(eventId),
      await draw(eventId, { prizeId: two.id }),
      await post(eventId, 'seal', { prizeId: two.id }),
      await post(eventId, 'seal', { prizeId: one.id }),
    ]) {
      expect(refused.refusal).toEqual(sealedFirst);
    }
    expect((await draw(eventId, { prizeId: one.id })).status).toBe(201);
    expect((await draw(eventId, { prizeId: two.id })).status).toBe(201);
  });

  it('keeps its leads and its prize where they are until it is over', async () => {
    const { eventId, leads } = await arrange(2);
    const other = await createEvent(api.admin);
    const prize = await createPrize(api.admin, eventId);
    await post(eventId, 'seal', { prizeId: prize.id });
    const lead = `/api/leads/${leads[0]?.id}`;
    const kept = [409, 'This event has a sealed draw. Draw it or void it first.'];
    expect((await api.admin.delete(lead)).refusal).toEqual(kept);
    expect((await api.admin.patch(lead, { eventId: other.id })).refusal).toEqual(kept);
    expect((await api.admin.delete(`/api/prizes/${prize.id}`)).refusal).toEqual([
      409,
      'This prize is in a sealed draw. Draw it or void it first.',
    ]);
    expect((await api.admin.patch(lead, { name: 'New Name', status: 'promoted' })).status).toBe(
      200,
    );
    await post(eventId, 'void', { reason: 'Enough' });
    expect((await api.admin.delete(lead)).status).toBe(200);
    expect((await api.admin.delete(`/api/prizes/${prize.id}`)).status).toBe(200);
    expect(inOneGo(checkProof(await readProof(eventId))).ok).toBe(true);
  });

  it('goes away with its event', async () => {
    const { eventId } = await arrange(2);
    const prize = await createPrize(api.admin, eventId);
    await draw(eventId);
    await post(eventId, 'seal', { prizeId: prize.id });
    expect((await api.admin.delete(`/api/events/${eventId}`)).status).toBe(200);
    const [left] = await api.sql`select count(*)::int from draws where event_id = ${eventId}`;
    expect(left).toEqual({ count: 0 });
  });

  it('still has its winner when contacts were edited in between', async () => {
    const { eventId, leads } = await arrange(2);
    await post(eventId, 'seal');
    // They are one person now, but were two when the roster was fixed.
    for (const { id } of leads)
      await api.admin.patch(`/api/leads/${id}`, { phone: '0770 000 000' });
    expect((await draw(eventId)).status).toBe(201);
    expect((await readDraws(eventId)).draws[0]?.winnerTickets).toHaveLength(1);
    expect(inOneGo(checkProof(await readProof(eventId))).ok).toBe(true);
  });

  it('is void for a reason that stays, and its number is never used again', async () => {
    const { eventId } = await arrange(2);
    expect((await post(eventId, 'void', { reason: 'x' })).refusal).toEqual([
      409,
      'There is no sealed draw',
    ]);
    const sealed = (await post(eventId, 'seal')).as(sealedDraw);
    for (const reason of ['', '  ', 'x'.repeat(201), undefined, null, 'a\u0000b']) {
      expect((await post(eventId, 'void', { reason })).status).toBe(400);
    }
    const answer = await post(eventId, 'void', { reason: '  Nobody was lo\u0308oking ' });
    expect(answer.status).toBe(200);
    expect(answer.as(drawRecord)).toMatchObject({
      ...sealed,
      voidReason: 'Nobody was l\u00f6oking',
    });
    expect((await post(eventId, 'seal')).as(sealedDraw).number).toBe(2);
  });

  it('is refused where nothing could be drawn', async () => {
    const event = await createEvent(api.admin);
    expect((await post(event.id, 'seal')).refusal).toEqual([
      409,
      'No eligible verified leads to draw from',
    ]);
    await verifiedLead(api, event.id);
    const missing = '00000000-0000-4000-8000-000000000000';
    expect((await post(event.id, 'seal', { prizeId: missing })).refusal[0]).toBe(404);
    expect((await post(missing, 'seal')).refusal).toEqual([404, 'Event not found']);
    expect((await readDraws(event.id)).nextNumber).toBe(1);
  });
});

describe('a phrase', () => {
  it('has at most 200 bytes, whatever letters it has', async () => {
    const { eventId } = await arrange(2);
    for (const phrase of ['x'.repeat(201), 'é'.repeat(101), '🎉'.repeat(51)]) {
      expect((await draw(eventId, { phrase })).refusal).toEqual([400, 'The phrase is too long']);
    }
    expect((await draw(eventId, { phrase: 'é'.repeat(100) })).status).toBe(201);
    // Composed, these 300 bytes are 200.
    expect((await draw(eventId, { phrase: 'e\u0301'.repeat(100) })).status).toBe(201);
    expect(inOneGo(checkProof(await readProof(eventId))).ok).toBe(true);
  });
});

describe('numbers', () => {
  it('move by one when a prize is drawn 100 times at once', async () => {
    const { eventId } = await arrange(5);
    const prize = await createPrize(api.admin, eventId);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => draw(eventId, { prizeId: prize.id })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
    expect(await readDraws(eventId)).toMatchObject({ nextNumber: 2, draws: [{ number: 1 }] });
  });

  it('have no gap where a draw died before it was written down', async () => {
    const { eventId } = await arrange(2);
    const before = await readDraws(eventId);
    let pending: Promise<Answer> | undefined;
    await api.sql.begin(async (tx) => {
      // Stops the draw at its last step, with the event's lock in its hands.
      await tx`lock table raffles in share mode`;
      pending = draw(eventId);
      await standstill(api.sql, [pending]);
      await tx`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      expect((await pending).status).toBe(503);
    });
    expect(await readDraws(eventId)).toEqual(before);
    expect((await api.anyone.get(`/api/events/${eventId}/raffles`)).json()).toEqual([]);
    expect((await draw(eventId)).status).toBe(201);
    expect((await readDraws(eventId)).draws.map(({ number }) => number)).toEqual([1]);
  });
});
