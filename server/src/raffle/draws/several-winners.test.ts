import { raisedQuantity } from '@drawbridge/contract/fair-draw/check/remarks';
import { drawnResult } from '@drawbridge/contract/raffle/raffle';
import { handover } from '@drawbridge/contract/raffle/winners';
import { afterAll, describe, expect, it } from 'vitest';
import { startApi } from '../../test/world/api.ts';
import { createPrize } from '../../test/world/fixtures.ts';
import { eventWithPeople, mismatches, raffleProblems } from '../../test/world/raffle.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

const setQuantity = (id: string, quantity: number) =>
  api.admin.patch(`/api/prizes/${id}`, { quantity });

describe('a prize with a quantity', () => {
  it('has as many winners, each a result of their own, and no more', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 6);
    const prize = await createPrize(api.admin, eventId, { quantity: 4 });
    const first = (await raffle.draw(prize.id, '', { count: 1 })).as(drawnResult);
    expect(first.winners).toHaveLength(1);
    expect((await raffle.draw(prize.id, '', { count: 4 })).problem).toEqual([
      409,
      'Fewer of this prize are left',
    ]);
    const rest = (await raffle.draw(prize.id)).as(drawnResult);
    expect(rest.winners.map(({ place }) => place)).toEqual([0, 1, 2]);
    expect(rest.winner).toEqual(rest.winners[0]?.winner);
    const results = await raffle.results();
    expect(new Set(results.map(({ ticket }) => ticket)).size).toBe(4);
    expect((await raffle.draw(prize.id)).problem).toEqual(raffleProblems.alreadyDrawn);

    const path = `/api/events/${eventId}/draws/2/handover`;
    const handed = await api.admin.post(path, { note: 'Knows the way', place: 2 });
    expect(handed.as(handover)).toMatchObject({ number: 2, place: 2 });
    expect((await raffle.forfeit(2, 'Not present', 2)).status).toBe(409);
    expect((await raffle.forfeit(2, 'Not present', 1)).status).toBe(201);
    expect((await raffle.forfeit(2, 'Not present', 1)).status).toBe(409);
    expect((await raffle.draw(prize.id)).as(drawnResult).winners).toHaveLength(1);
    expect((await setQuantity(prize.id, 3)).status).toBe(409);
    expect((await setQuantity(prize.id, 9)).status).toBe(200);
    // One person is left, but six winners are requested.
    expect((await raffle.draw(prize.id)).as(drawnResult).winners).toHaveLength(1);
    expect(mismatches(await raffle.proof())).toEqual([]);
  });

  it('has no more even if many draw at once, or without the lock', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 12);
    const prize = await createPrize(api.admin, eventId, { quantity: 5 });
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => raffle.draw(prize.id, '', { count: 1 })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(await raffle.results()).toHaveLength(5);
    await expect(api.sql`
      update winners set slot = 1 where event_id = ${eventId}`).rejects.toThrow(
      'winners_prize_key',
    );
  });

  it('that is raised after a draw is shown so on the record, each time', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 6);
    const prize = await createPrize(api.admin, eventId);
    await raffle.draw(prize.id);
    for (const quantity of [2, 3]) {
      await setQuantity(prize.id, quantity);
      await raffle.draw(prize.id);
    }
    const { draws } = await raffle.draws();
    expect(draws.map((draw) => raisedQuantity(draws, draw))).toEqual([
      undefined,
      { from: 1, to: 2, after: 1 },
      { from: 2, to: 3, after: 2 },
    ]);
    expect(mismatches(await raffle.proof())).toEqual([]);
  });

  it('has winners in the order of their chances’ draw: many of thousands of lines', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 0, { maxChances: 1000 });
    await api.sql`
      insert into leads (event_id, name, phone, phone_key, status, verified_at, fingerprint, chances)
      select ${eventId}, 'Guest ' || n, '0770' || lpad(n::text, 7, '0'), '+44770' || lpad(n::text, 7, '0'),
             'verified', now(), sha256(''), 1 + n % 1000
      from generate_series(1, 3000) n`;
    const prize = await createPrize(api.admin, eventId, { quantity: 1000 });
    expect((await raffle.draw(prize.id)).as(drawnResult).winners).toHaveLength(1000);
    const proof = await raffle.proof();
    expect(mismatches(proof)).toEqual([]);
    expect(proof.draws[0]).toMatchObject({
      totalChances: 1_501_500,
      mostChances: 1000,
      withMostChances: 3,
    });
  });
});
