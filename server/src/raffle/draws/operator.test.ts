import { enteredLead } from '@drawbridge/contract/collecting/leads';
import { isRepeated } from '@drawbridge/contract/fair-draw/check/remarks';
import type { DrawRecord, RaffleRecord, SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import { roundAt } from '@drawbridge/contract/fair-draw/sealed/beacon';
import { computeWinners, openSealHash } from '@drawbridge/contract/fair-draw/sealed/seal-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeChain } from '../../test/fakes/beacon-chain.ts';
import { startApi } from '../../test/world/api.ts';
import type { ApiResponse } from '../../test/world/client.ts';
import { createEvent, createPrize, newContact, submitLead } from '../../test/world/fixtures.ts';
import { eventWithPeople, mismatches } from '../../test/world/raffle.ts';

const { chain, sign, isSigned, ahead } = makeChain();
const beacons = { chain, isBeacon: isSigned };
const unlimited = { PUBLIC_SUBMITS_PER_MINUTE: '0' };
const api = await startApi(unlimited, undefined, { beaconChain: chain });
/** A server whose clock is an hour ahead. */
const later = await startApi(unlimited, undefined, { beside: api, beaconChain: ahead(3600) });
afterAll(async () => {
  await later.close();
  await api.close();
});

const round = roundAt(chain, Date.now() + 1_800_000);
const bring = (eventId: string, number: number, signature: string) =>
  later.admin.post(`/api/events/${eventId}/draws/${number}/beacon`, { signature });

/** Creates an event of four people with a draw sealed for a beacon, and a friend whose lead is pending. */
async function sealedEvent() {
  const { eventId, leads, raffle } = await eventWithPeople(api, 4);
  const input = { eventId, ...newContact() };
  const friend = (await api.anyone.post('/api/leads/public', input)).as(enteredLead);
  const prize = await createPrize(api.admin, eventId, { quantity: 2 });
  await raffle.seal(prize.id, { round });
  const sealed = (await raffle.draws()).sealed as SealedDraw;
  return { eventId, leads, raffle, friend, prize, sealed };
}
type Sealed = Awaited<ReturnType<typeof sealedEvent>>;

describe('an operator with the database, between a seal and its draw', () => {
  const sealedValues = (id: string) =>
    api.sql`select number from records where event_id = ${id} and kind = 'sealed'`;
  /** Attempts to make a certain ticket win with access to the database. */
  const tricks: Record<string, (eventId: string) => Promise<unknown>> = {
    'rename a line': (id) => api.sql`
      update rosters set name_hashes = set_byte(name_hashes, 0, get_byte(name_hashes, 0) # 1)
      where event_id = ${id}`,
    'rename a person': (id) => api.sql`
      update leads set name = 'A friend' where event_id = ${id}`,
    'give a line more chances': (id) => api.sql`
      update rosters set chances = set_byte(chances, 3, 200), total_chances = 203 where event_id = ${id}`,
    'take another seed': (id) => api.sql`
      update records set seed = sha256('mine') where event_id = ${id} and kind = 'sealed'`,
    'put a ticket into the roster': (id) => api.sql`
      update rosters set tickets = set_byte(tickets, 0, get_byte(tickets, 0) # 1) where event_id = ${id}`,
    'take another round': (id) => api.sql`
      update records set beacon_round = beacon_round - 1 where event_id = ${id} and kind = 'sealed'`,
    'say that it was sealed before': (id) => api.sql`
      update records set sealed_at = sealed_at - interval '1 minute' where event_id = ${id}`,
    'give fewer prizes': (id) => api.sql`
      update records set winner_count = 1 where event_id = ${id} and kind = 'sealed'`,
    'say another quantity': (id) => api.sql`
      update records set quantity = 9 where event_id = ${id} and kind = 'sealed'`,
    'give another prize': (id) => api.sql`
      update records set prize_name = 'Book token' where event_id = ${id} and kind = 'sealed'`,
    'say another roll call': (id) => api.sql`
      update records set roll_call = 1 where event_id = ${id} and kind = 'sealed'`,
    'allow more chances': (id) => api.sql`
      update records set max_chances = 9 where event_id = ${id} and kind = 'sealed'`,
    'leave somebody out of the register': (id) => api.sql`
      update rosters set register = '', bucket_ends = decode(repeat('00', 1024), 'hex') where event_id = ${id}`,
    'make another seal': (id) => api.sql`
      update records set seal_hash = sha256('mine') where event_id = ${id} and kind = 'sealed'`,
  };
  for (const [trick, play] of Object.entries(tricks)) {
    it(`cannot ${trick} without being seen`, async () => {
      const { eventId, raffle, sealed } = await sealedEvent();
      await api.sql`alter table leads disable trigger user`;
      await play(eventId).finally(() => api.sql`alter table leads enable trigger user`);
      expect(await sealedValues(eventId)).toHaveLength(1);
      const isDrawn = async (by: number) => (await bring(eventId, 1, sign(by))).status === 200;
      // A draw that can no longer be held is noticed, too.
      if (!(await isDrawn(round)) && !(await isDrawn(round - 1))) return;
      const proof = await raffle.proof().catch(() => undefined);
      if (!proof) return;
      const [record] = proof.draws;
      const changed = record?.kind === 'draw' && record.sealHash !== sealed.sealHash;
      expect(changed || mismatches(proof, beacons).length > 0).toBe(true);
    });
  }

  /** Changes without effect, because the seal has fixed the roster. */
  const vain: Record<string, (sealed: Sealed) => Promise<unknown>> = {
    'verify a friend': ({ eventId }) => api.sql`
      update leads set status = 'verified', verified_at = now()
      where event_id = ${eventId} and status = 'pending'`,
    'give a friend chances': ({ friend }) => api.sql`
      update leads set chances = 1000 where id = ${friend.id}`,
    'mark a friend as here': ({ friend }) => api.sql`
      update leads set here = 1 where id = ${friend.id}`,
    'import friends': async ({ eventId }) => {
      const id = crypto.randomUUID();
      await api.admin.post('/api/imports', { id, eventId });
      await api.admin.post(`/api/imports/${id}/rows`, { rows: [{ row: 1, ...newContact() }] });
      return api.admin.post(`/api/imports/${id}/commit`, { rows: 1, duplicates: 'import' });
    },
    'change the quantity': ({ eventId }) => api.sql`
      update prizes set quantity = 9 where event_id = ${eventId}`,
    'take another secret for the event': ({ eventId }) => api.sql`
      update events set draw_secret = sha256('mine') where id = ${eventId}`,
  };
  for (const [trick, play] of Object.entries(vain)) {
    it(`gains nothing if they ${trick}`, async () => {
      const all = await sealedEvent();
      const { eventId, raffle, sealed, friend } = all;
      await play(all);
      const drawn = (await bring(eventId, 1, sign(round))).json() as DrawRecord;
      const computed = await computeWinners(eventId, sealed, sign(round), { chain });
      expect(drawn.winners.map(({ index }) => index)).toEqual(computed);
      expect(drawn.sealHash).toBe(openSealHash(eventId, sealed));
      expect(JSON.stringify(drawn.winners)).not.toContain(friend.ticket);
      expect(mismatches(await raffle.proof(), beacons)).toEqual([]);
    });
  }
});

describe('an organiser, between a seal and its draw', () => {
  const lead = ({ leads }: Sealed) => `/api/leads/${leads[0]?.id}`;
  /** Changes that are rejected, because they would alter who is in the sealed draw, or how. */
  const refused: Record<string, (sealed: Sealed) => Promise<ApiResponse>> = {
    'rename somebody': (sealed) => api.admin.patch(lead(sealed), { name: 'A Friend' }),
    'change a number': (sealed) => api.admin.patch(lead(sealed), { phone: '07700 900999' }),
    'change an address': (sealed) => api.admin.patch(lead(sealed), { email: null }),
    'give chances': (sealed) => api.admin.patch(lead(sealed), { chances: 3 }),
    'promote somebody': (sealed) => api.admin.patch(lead(sealed), { status: 'promoted' }),
    'move somebody': async (sealed) => {
      const { id: eventId } = await createEvent(api.admin);
      return api.admin.patch(lead(sealed), { eventId });
    },
    'delete somebody': (sealed) => api.admin.delete(lead(sealed)),
    'erase somebody': ({ leads }) =>
      api.admin.post('/api/people/erase', { leadIds: [leads[0]?.id] }),
    'take back a verification': ({ leads }) =>
      api.admin.post('/api/leads/undo', { leadId: leads[0]?.id }),
    'rename the prize': ({ prize }) => api.admin.patch(`/api/prizes/${prize.id}`, { name: 'Mug' }),
    'raise the quantity': ({ prize }) =>
      api.admin.patch(`/api/prizes/${prize.id}`, { quantity: 9 }),
    'delete the prize': ({ prize }) => api.admin.delete(`/api/prizes/${prize.id}`),
    'allow more chances': ({ eventId }) =>
      api.admin.patch(`/api/events/${eventId}`, { maxChances: 9 }),
    'choose another country': ({ eventId }) =>
      api.admin.patch(`/api/events/${eventId}`, { country: 'US' }),
    'draw another prize': ({ raffle }) => raffle.draw(),
    'seal another draw': ({ raffle }) => raffle.seal(),
    'draw with a phrase': ({ raffle, prize }) => raffle.draw(prize.id, 'my friend'),
    'open a roll call': ({ eventId }) => api.admin.post(`/api/events/${eventId}/roll-calls`, {}),
  };
  let all: Sealed;
  beforeAll(async () => {
    all = await sealedEvent();
  });
  for (const [trick, play] of Object.entries(refused)) {
    it(`cannot ${trick}`, async () => {
      expect((await play(all)).status).toBe(409);
    });
  }

  it('has changed nothing by all these attempts', async () => {
    await bring(all.eventId, 1, sign(round));
    const computed = await computeWinners(all.eventId, all.sealed, sign(round), { chain });
    const [drawn] = (await all.raffle.draws()).draws as DrawRecord[];
    expect(drawn?.winners.map(({ index }) => index)).toEqual(computed);
    expect(mismatches(await all.raffle.proof(), beacons)).toEqual([]);
  });

  it('cannot forfeit an earlier win', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    await raffle.draw();
    await raffle.seal(null, { round });
    expect((await raffle.forfeit(1)).status).toBe(409);
    await bring(eventId, 2, sign(round));
    expect(mismatches(await raffle.proof(), beacons)).toEqual([]);
  });

  it('shows every draw that they void until the winner suits them', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 4);
    // A separate round, whose beacon no other event has published.
    const ownRound = round + 5;
    await raffle.seal(null, { round: ownRound });
    const { sealed } = await raffle.draws();
    expect((await raffle.voidDraw('Not my friend')).status).toBe(200);
    await raffle.draw();
    await bring(eventId, 1, sign(ownRound));
    const { draws } = await raffle.draws();
    const computed = sealed && (await computeWinners(eventId, sealed, sign(ownRound), { chain }));
    expect(draws[0]).toMatchObject({ wouldHaveWon: computed?.map((index) => ({ index })) });
    expect(isRepeated(draws, draws[1] as RaffleRecord)).toBe(true);
    expect(mismatches(await raffle.proof(), beacons)).toEqual([]);
  });
});

describe('an organiser who has seen a winner', () => {
  it('cannot make somebody else of them, nor let their number or address win again', async () => {
    const { eventId, leads, raffle } = await eventWithPeople(api, 1);
    await raffle.draw();
    const won = `/api/leads/${leads[0]?.id}`;
    for (const change of [
      ...[{ name: 'A Friend' }, { phone: '07700 900998' }, { email: null }, { chances: 2 }],
    ]) {
      expect((await api.admin.patch(won, change)).status).toBe(409);
    }
    for (const contact of [{ phone: leads[0]?.phone }, { email: leads[0]?.email }]) {
      const again = await submitLead(api.anyone, eventId, contact);
      await api.admin.patch(`/api/leads/${again.id}`, { status: 'verified' });
    }
    expect((await raffle.draw()).status).toBe(409);
    expect(mismatches(await raffle.proof())).toEqual([]);
  });
});
