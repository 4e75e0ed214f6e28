import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  type DrawRecord3,
  drawList,
  type RaffleRecord,
  registerBucket,
  registerHashes,
} from '@drawbridge/contract/draws';
import {
  randomnessOf,
  saltOf,
  sealedInputOf,
  ticketOf,
  whoOf,
  winnerIndexesOf,
} from '@drawbridge/contract/fair-draw/arithmetic';
import { roundAt } from '@drawbridge/contract/fair-draw/beacon';
import { newEntryCode, readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { isRepeated, wouldHaveWon } from '@drawbridge/contract/fair-draw/find-entrant';
import { findRegistered } from '@drawbridge/contract/fair-draw/register';
import { computeWinners, findStanding } from '@drawbridge/contract/fair-draw/watched';
import { enteredLead } from '@drawbridge/contract/leads';
import { drawnResult } from '@drawbridge/contract/raffle';
import { handover } from '@drawbridge/contract/winners';
import { afterAll, describe, expect, it } from 'vitest';
import { restoreBackup, writeBackup } from '../../backup/file.ts';
import { checkIntegrity } from '../../backup/integrity.ts';
import { startApi } from '../../test/api.ts';
import { makeChain, startRelay } from '../../test/beacon-chain.ts';
import { createDatabase } from '../../test/database.ts';
import { createEvent, createPrize, newContact, submitLead } from '../../test/fixtures.ts';
import { eventWithPeople, mismatches, raffleOf } from '../../test/raffle.ts';
import { connectSql } from '../../test/sql.ts';
import { listDraws } from './store.ts';

const { chain, sign, isSigned, settings } = makeChain();
const beacons = { chain, isBeacon: isSigned };
const unlimited = { PUBLIC_SUBMITS_PER_MINUTE: '0' };
const api = await startApi({ ...settings(), ...unlimited });
/** For this server an hour has passed. */
const later = await startApi({ ...settings(3600), ...unlimited }, undefined, { beside: api });
afterAll(async () => {
  await later.close();
  await api.close();
});

/** Collects all garbage at once. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** In half an hour; one round for all, because signing and checking it takes a while. */
const round = roundAt(chain, Date.now() + 1_800_000);

/** Brings a beacon after its round. */
const bring = (eventId: string, number: number, signature: string, client = later.admin) =>
  client.post(`/api/events/${eventId}/draws/${number}/beacon`, { signature });

async function register(eventId: string, number: number, ticket: Uint8Array) {
  const path = `/api/events/${eventId}/draws/${number}/register`;
  const all = (await api.anyone.get(path)).as(registerHashes);
  const bucket = (await api.anyone.get(`${path}/${ticket[0]}`)).as(registerBucket);
  return findRegistered({ eventId, version: 3 }, all, bucket, ticket);
}

describe('a draw that is sealed for a beacon', () => {
  it('is drawn by its signature alone, as every phone has computed before', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 5);
    expect((await raffle.seal(null, { round, winners: 2 })).status).toBe(201);
    const sealed = (await raffle.draws()).sealed;
    expect(sealed).toMatchObject({ seal: { winners: 2, source: { kind: 'beacon', round } } });
    expect(mismatches(await raffle.proof(), beacons)).toEqual([]);

    expect((await raffle.draw(null, 'any phrase')).problem).toEqual([
      409,
      'This draw waits for its beacon, which alone can draw it',
    ]);
    expect((await bring(eventId, 1, sign(round), api.anyone)).problem).toEqual([
      409,
      'The beacon of this round is not out yet',
    ]);
    const flipped = sign(round).replace(/.$/, (digit) =>
      (Number.parseInt(digit, 16) ^ 1).toString(16),
    );
    for (const wrong of [sign(round + 1), flipped, '0'.repeat(96)]) {
      expect((await bring(eventId, 1, wrong)).status).toBe(400);
    }
    const input = sealedInputOf(Buffer.from(sealed?.seal?.hash ?? '', 'hex'), 'beacon', {
      randomness: randomnessOf(sign(round)),
    });
    const expected = winnerIndexesOf(Buffer.from(sealed?.seed ?? '', 'hex'), input, 5, 2);
    const record = (await bring(eventId, 1, sign(round), later.anyone)).json() as DrawRecord3;
    expect(record.winners.map(({ index }) => index)).toEqual(expected);
    expect((await bring(eventId, 1, sign(round))).problem).toEqual([
      409,
      'This draw waits for no beacon',
    ]);
    expect(await raffle.results()).toHaveLength(2);
    expect(mismatches(await raffle.proof(), beacons)).toEqual([]);
  });

  it('needs a round 20 seconds to an hour away, and an event of version 3', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 1);
    for (const seconds of [-60, 10, 3605]) {
      const wrong = roundAt(chain, Date.now() + seconds * 1000);
      expect((await raffle.seal(null, { round: wrong })).status).toBe(409);
    }
    expect((await raffle.draws()).sealed).toBeNull();
    await api.sql`update events set draw_version = 2 where id = ${eventId}`;
    expect((await raffle.seal(null, { round })).status).toBe(409);
    const prize = await createPrize(api.admin, eventId);
    expect((await api.admin.patch(`/api/prizes/${prize.id}`, { quantity: 2 })).status).toBe(409);
    expect((await raffle.draw()).status).toBe(201);
    expect(await raffle.draws()).toMatchObject({
      scheme: 'drawbridge/2',
      draws: [{ winnerIndex: 0 }],
    });
    expect(mismatches(await raffle.proof())).toEqual([]);
  });

  it('is fetched from the first relay that has the right beacon: others are away, lie or are behind', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    await raffle.seal(null, { round });
    const lying = await startRelay(() => ({ round, signature: sign(round + 1) }));
    const behind = await startRelay(() => ({ round: round - 1, signature: sign(round) }));
    let isLate = true;
    const late = await startRelay((asked) =>
      isLate ? undefined : { round: asked, signature: sign(asked) },
    );
    const urls = ['http://127.0.0.1:1', lying.url, behind.url, late.url].join(', ');
    const fetching = await startApi({ ...settings(3600), DRAND_URLS: urls }, undefined, {
      beside: api,
    });
    await expect.poll(() => late.asked(), { timeout: 20_000 }).toBeGreaterThan(0);
    expect((await raffle.draws()).sealed).toMatchObject({ number: 1 });
    isLate = false;
    await expect.poll(() => raffle.results(), { timeout: 20_000 }).toHaveLength(1);
    await fetching.close();
    for (const relay of [lying, behind, late]) await relay.close();
    expect(mismatches(await raffle.proof(), beacons)).toEqual([]);
    expect(eventId).toBeTruthy();
  });

  it('does not keep a server from stopping whose relay never ends its answer', async () => {
    const { raffle } = await eventWithPeople(api, 3);
    await raffle.seal(null, { round });
    const relay = await startRelay(() => 'without end');
    const fetching = await startApi({ ...settings(3600), DRAND_URLS: relay.url }, undefined, {
      beside: api,
    });
    await expect.poll(() => relay.asked(), { timeout: 20_000 }).toBeGreaterThan(0);
    // Node 20 forgets what a running request should be stopped by.
    collectGarbage();
    await fetching.close();
    await relay.close();
    await raffle.voidDraw('The relay never answered');
  });

  it('that is void shows who would have won', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    await raffle.seal(null, { round });
    expect((await raffle.voidDraw('A friend would not win')).status).toBe(200);
    expect((await bring(eventId, 1, sign(round))).status).toBe(200);
    expect((await raffle.draws()).draws[0]).toMatchObject({ kind: 'void', beacon: sign(round) });
    await raffle.draw();
    expect(mismatches(await raffle.proof(), beacons)).toEqual([]);
  });

  it('is brought by anybody, but only some times a minute', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 1);
    await raffle.seal(null, { round });
    const statuses = new Set<number>();
    for (let n = 0; n < 8; n += 1)
      statuses.add((await bring(eventId, 1, sign(round + 1), later.anyone)).status);
    expect(statuses).toContain(429);
    const organiser = await bring(eventId, 1, sign(round), later.admin);
    expect(organiser.status).toBe(200);
  });
});

describe('a prize with a quantity', () => {
  it('has as many winners, each a result of their own, and no more', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 6);
    const prize = await createPrize(api.admin, eventId, { quantity: 4 });
    const first = (await raffle.draw(prize.id, '', { winners: 1 })).as(drawnResult);
    expect(first.winners).toHaveLength(1);
    expect((await raffle.draw(prize.id, '', { winners: 4 })).status).toBe(409);
    const rest = (await raffle.draw(prize.id)).as(drawnResult);
    expect(rest.winners.map(({ place }) => place)).toEqual([0, 1, 2]);
    expect(rest.winner).toEqual(rest.winners[0]?.winner);
    const results = await raffle.results();
    expect(new Set(results.map(({ ticket }) => ticket)).size).toBe(4);
    expect((await raffle.draw(prize.id)).problem).toEqual([
      409,
      'This prize has already been drawn',
    ]);

    const path = `/api/events/${eventId}/draws/2/handover`;
    const handed = await api.admin.post(path, { note: 'Knows the way', place: 2 });
    expect(handed.as(handover)).toMatchObject({ number: 2, place: 2 });
    expect((await raffle.forfeit(2, 'Not present', 2)).status).toBe(409);
    expect((await raffle.forfeit(2, 'Not present', 1)).status).toBe(201);
    expect((await raffle.forfeit(2, 'Not present', 1)).status).toBe(409);
    expect((await raffle.draw(prize.id)).as(drawnResult).winners).toHaveLength(1);
    expect((await api.admin.patch(`/api/prizes/${prize.id}`, { quantity: 3 })).status).toBe(409);
    expect((await api.admin.patch(`/api/prizes/${prize.id}`, { quantity: 9 })).status).toBe(200);
    // One person is left, of whom six are asked for.
    expect((await raffle.draw(prize.id)).as(drawnResult).winners).toHaveLength(1);
    expect(mismatches(await raffle.proof())).toEqual([]);
  });

  it('has no more even if many draw at once, or without the lock', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 12);
    const prize = await createPrize(api.admin, eventId, { quantity: 5 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => raffle.draw(prize.id, '', { winners: 1 })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(await raffle.results()).toHaveLength(5);
    await expect(api.sql`
      update draws set slot = 1 where event_id = ${eventId} and state = 'drawn'`).rejects.toThrow(
      'draws_prize_key',
    );
  });
});

describe('the register', () => {
  it('has everybody, with why they are not in the draw', async () => {
    const event = await createEvent(api.admin);
    const raffle = raffleOf(api, event.id);
    const enter = async (status: string, fields: object = {}) => {
      const entryCode = newEntryCode();
      const sent = { eventId: event.id, ...newContact(), entryCode, ...fields };
      const lead = (await api.anyone.post('/api/leads/public', sent)).as(enteredLead);
      for (const step of ['verified', 'promoted'].slice(
        0,
        ['pending', 'verified', 'promoted'].indexOf(status),
      )) {
        await api.admin.patch(`/api/leads/${lead.id}`, { status: step });
      }
      return { ...lead, code: readEntryCode(entryCode) as Uint8Array };
    };
    const winner = await enter('verified');
    const { nextNumber, nextCommitment } = winner;
    expect((await raffle.draw()).status).toBe(201);
    expect((await raffle.draws()).draws[0]).toMatchObject({
      number: nextNumber,
      commitment: nextCommitment,
    });

    const { phone, email } = newContact();
    const [pending, promoted, alike, gone] = [
      await enter('pending', { phone: winner.phone }),
      await enter('promoted'),
      await enter('verified', { email: winner.email }),
      await enter('pending'),
    ];
    const one = await enter('verified', { phone, email, name: 'Zoe\u0308 Mu\u0308ller' });
    const two = await enter('verified', { phone });
    await api.admin.delete(`/api/leads/${gone.id}`);
    expect((await raffle.seal()).status).toBe(201);
    expect((await raffle.draws()).sealed?.seal?.register).toMatchObject({
      inDraw: 2,
      removed: 1,
      unverified: 1,
      promoted: 1,
      won: 2,
    });
    const statusOf = async ({ code }: { code: Uint8Array }) =>
      (await register(event.id, 2, ticketOf(event.id, code)))?.status;
    expect(await Promise.all([winner, pending, promoted, alike, gone].map(statusOf))).toEqual([
      4, 2, 3, 4, 1,
    ]);
    const found = await register(event.id, 2, ticketOf(event.id, one.code));
    const chainOf = { eventId: event.id, version: 3 } as const;
    const who = whoOf(chainOf, {
      ticket: ticketOf(event.id, one.code),
      salt: saltOf(chainOf, 2, one.code),
      name: one.name,
      email: one.email,
    });
    expect(found).toEqual({ status: 0, line: { size: 2, who: Uint8Array.from(who) } });
    expect(await statusOf({ code: new Uint8Array(16) })).toBeUndefined();

    // Of the leads of the sealed roster nothing changes, of the others everything.
    expect((await api.admin.patch(`/api/leads/${two.id}`, { name: 'Other' })).status).toBe(409);
    expect((await api.admin.patch(`/api/leads/${two.id}`, { status: 'promoted' })).status).toBe(
      409,
    );
    expect((await api.admin.delete(`/api/leads/${two.id}`)).status).toBe(409);
    expect((await api.admin.patch(`/api/leads/${promoted.id}`, { name: 'Other' })).status).toBe(
      200,
    );
    expect((await api.admin.delete(`/api/leads/${pending.id}`)).status).toBe(200);
    expect((await raffle.draw(null, '  THREE cheers! ')).as(drawnResult).phrase).toBe(
      'three cheers',
    );
    expect(mismatches(await raffle.proof())).toEqual([]);
  });

  it('tells the holder of a ticket in whose name a win would be', async () => {
    const event = await createEvent(api.admin);
    const enter = async (fields: object = {}) => {
      const sent = { eventId: event.id, ...newContact(), ...fields };
      const lead = (await api.anyone.post('/api/leads/public', sent)).as(enteredLead);
      await api.admin.patch(`/api/leads/${lead.id}`, { status: 'verified' });
      return { ...lead, code: lead.entryCode };
    };
    const [alone, renamed, first] = [await enter(), await enter(), await enter()];
    const second = await enter({ phone: first.phone });
    await api.admin.patch(`/api/leads/${renamed.id}`, { name: 'A friend' });
    await raffleOf(api, event.id).seal();
    const path = `/api/events/${event.id}/draws/1/register`;
    const all = (await api.anyone.get(path)).as(registerHashes);
    const standing = async (...holders: [Held, ...Held[]]) => {
      const [byte] = ticketOf(event.id, readEntryCode(holders[0].code) as Uint8Array);
      const bucket = (await api.anyone.get(`${path}/${byte}`)).as(registerBucket);
      return findStanding({ eventId: event.id, version: 3 }, 1, all, bucket, holders);
    };
    type Held = Pick<typeof alone, 'code' | 'name'> & { email?: string | null };
    expect(await standing(alone)).toBe('alone');
    expect(await standing(renamed)).toBe('renamed');
    expect(await standing(first)).toBe('together');
    expect(await standing(second)).toBe('other-name');
    expect(await standing(second, first)).toBe('together');
    const { email: _, ...linked } = alone;
    expect(await standing(linked)).toBe('in-draw');
    expect(await standing({ ...alone, code: newEntryCode() })).toBe('missing');
  });

  it('has a lead’s own ticket again when it comes back, and nobody else’s', async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const entryCode = newEntryCode();
    const lead = await submitLead(api.anyone, event.id, { entryCode });
    const move = (id: string, eventId: string) => api.admin.patch(`/api/leads/${id}`, { eventId });
    expect((await move(lead.id, other.id)).status).toBe(200);
    const sent = { eventId: event.id, ...newContact(), entryCode };
    expect((await api.anyone.post('/api/leads/public', sent)).status).toBe(409);
    expect((await move(lead.id, event.id)).status).toBe(200);
    await api.admin.delete(`/api/leads/${lead.id}`);
    const third = await createEvent(api.admin);
    const stranger = await submitLead(api.anyone, third.id, { entryCode });
    expect((await move(stranger.id, event.id)).status).toBe(409);
  });

  it('never misses an entry that was answered before its number', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    const entries = Array.from({ length: 40 }, async () => {
      const sent = { eventId, ...newContact() };
      return (await api.anyone.post('/api/leads/public', sent)).as(enteredLead);
    });
    const draws = Array.from({ length: 3 }, () => raffle.draw());
    const [leads] = await Promise.all([Promise.all(entries), Promise.all(draws)]);
    await raffle.seal();
    for (const { ticket, nextNumber = 0 } of leads) {
      const bytes = Buffer.from(ticket, 'hex');
      const records = (await raffle.draws()).draws.filter(({ number }) => number >= nextNumber);
      for (const { number } of records)
        expect(await register(eventId, number, bytes)).toBeDefined();
    }
    expect(mismatches(await raffle.proof())).toEqual([]);
  });
});

describe('whoever has the database', () => {
  /** What an operator may do between a seal and its draw so that a certain ticket wins, and what comes of it. */
  const tricks: Record<string, (eventId: string) => Promise<unknown>> = {
    'rename a line': (id) => api.sql`
      update draws set name_hashes = set_byte(name_hashes, 0, get_byte(name_hashes, 0) # 1) where event_id = ${id} and state = 'open'`,
    'rename a person': (id) => api.sql`
      update leads set name = 'A friend' where event_id = ${id}`,
    'take another secret': (id) => api.sql`
      update draws set seed = sha256('mine') where event_id = ${id} and state = 'open'`,
    'put a ticket into the roster': (id) => api.sql`
      update draws set tickets = set_byte(tickets, 0, get_byte(tickets, 0) # 1)
      where event_id = ${id} and state = 'open'`,
    'take another round': (id) => api.sql`
      update draws set beacon_round = beacon_round - 1 where event_id = ${id} and state = 'open'`,
    'say that it was sealed before': (id) => api.sql`
      update draws set fixed_at = fixed_at - interval '1 minute' where event_id = ${id} and state = 'open'`,
    'give fewer prizes': (id) => api.sql`
      update draws set winners = 1 where event_id = ${id} and state = 'open'`,
    'leave somebody out of the register': (id) => api.sql`
      update draws set register = '', bucket_ends = decode(repeat('00', 1024), 'hex')
      where event_id = ${id} and state = 'open'`,
  };
  for (const [trick, play] of Object.entries(tricks)) {
    it(`cannot ${trick} without being seen`, async () => {
      const { eventId, raffle } = await eventWithPeople(api, 4);
      await submitLead(api.anyone, eventId);
      await raffle.seal(null, { round, winners: 2 });
      const announced = (await raffle.draws()).sealed?.seal?.hash;
      const refused = await api.sql`alter table leads disable trigger user`
        .then(() => play(eventId))
        .catch(String);
      await api.sql`alter table leads enable trigger user`;
      const isDrawn = async (by: number) => (await bring(eventId, 1, sign(by))).status === 200;
      if (!(await isDrawn(round)) && !(await isDrawn(round - 1))) return;
      const proof = await raffle.proof().catch(() => undefined);
      if (!proof) return;
      const [record] = proof.draws;
      const changed = record?.kind === 'draw' && 'seal' in record && record.seal.hash !== announced;
      expect(changed || mismatches(proof, beacons).length > 0, String(refused)).toBe(true);
    });
  }

  /** What changes nothing, because the seal has fixed it. */
  const vain: Record<string, (eventId: string) => Promise<unknown>> = {
    'verify a friend': (id) => api.sql`
      update leads set status = 'verified', verified_at = now() where event_id = ${id} and status = 'pending'`,
    'change the quantity': (id) => api.sql`
      update prizes set quantity = 9 where event_id = ${id}`,
    'take another secret for the event': (id) => api.sql`
      update events set draw_secret = sha256('mine') where id = ${id}`,
  };
  for (const [trick, play] of Object.entries(vain)) {
    it(`gains nothing if they ${trick} after the seal`, async () => {
      const { eventId, raffle } = await eventWithPeople(api, 4);
      const sent = { eventId, ...newContact() };
      const friend = (await api.anyone.post('/api/leads/public', sent)).as(enteredLead);
      const prize = await createPrize(api.admin, eventId, { quantity: 2 });
      await raffle.seal(prize.id, { round });
      const { sealed } = await raffle.draws();
      if (!sealed) throw new Error('Nothing is sealed');
      await play(eventId);
      const drawn = (await bring(eventId, 1, sign(round))).json() as DrawRecord3;
      const computed = await computeWinners({ eventId, version: 3 }, sealed, sign(round), chain);
      expect(drawn.winners.map(({ index }) => index)).toEqual(computed);
      expect(drawn.seal.hash).toBe(sealed.seal?.hash);
      expect(JSON.stringify(drawn.winners)).not.toContain(friend.ticket);
      expect(mismatches(await raffle.proof(), beacons)).toEqual([]);
    });
  }

  it('shows every draw that they void until the winner suits them', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 4);
    await raffle.seal(null, { round });
    const { sealed } = await raffle.draws();
    await api.admin.post(`/api/events/${eventId}/void`, { reason: 'Not my friend' });
    await raffle.draw();
    await bring(eventId, 1, sign(round));
    const { draws } = await raffle.draws();
    const computed =
      sealed && (await computeWinners({ eventId, version: 3 }, sealed, sign(round), chain));
    expect(wouldHaveWon(draws[0] as RaffleRecord)).toEqual(computed);
    expect(isRepeated(draws, draws[1] as RaffleRecord)).toBe(true);
  });
});

describe('a restored backup', () => {
  it('says that the record was set back, and never uses a seed again', async () => {
    const own = await startApi(settings());
    const { eventId, raffle } = await eventWithPeople(own, 4);
    const waiting = await eventWithPeople(own, 3);
    const phrased = await eventWithPeople(own, 3);
    await raffle.draw();
    await waiting.raffle.seal(null, { round });
    await phrased.raffle.seal();
    const before = (await raffle.draws()).nextCommitment;
    const directory = await mkdtemp(join(tmpdir(), 'drawbridge-restored-'));
    await writeBackup(own.sql, join(directory, 'backup'), undefined);
    const database = await createDatabase('empty');
    const sql = connectSql(database.target, { max: 4 });
    await restoreBackup(sql, join(directory, 'backup'), undefined);
    expect((await checkIntegrity(sql)).problems).toEqual([]);
    const kinds = async (id: string) => (await listDraws(sql, id))?.draws.map(({ kind }) => kind);
    expect(await kinds(eventId)).toEqual(['draw', 'restored']);
    expect(await kinds(phrased.eventId)).toEqual(['void', 'restored']);
    expect(await kinds(waiting.eventId)).toEqual([]);
    const list = drawList.parse(await listDraws(sql, eventId));
    expect(list.draws[1]?.commitment).not.toBe(before);

    const restored = await startApi(settings(3600), undefined, { beside: { database } });
    const path = `/api/events/${waiting.eventId}`;
    const brought = await restored.anyone.post(`${path}/draws/1/beacon`, {
      signature: sign(round),
    });
    expect(brought.status).toBe(200);
    expect(await kinds(waiting.eventId)).toEqual(['draw', 'restored']);
    expect((await restored.admin.post(`${path}/draw-winner`, {})).status).toBe(201);
    const proof = await raffleOf(restored, waiting.eventId).proof();
    expect(mismatches(proof, beacons)).toEqual([]);
    await restored.close();
    await own.close();
    await sql.end();
    await database.drop();
    await rm(directory, { recursive: true });
  });
});
