import { raffleRecord } from '@drawbridge/contract/fair-draw/draws';
import { raffleResult } from '@drawbridge/contract/raffle/raffle';
import { afterAll, describe, expect, it } from 'vitest';
import { startApi } from '../../test/world/api.ts';
import { createPrize, verifiedLead } from '../../test/world/fixtures.ts';
import { watch } from '../../test/world/live-client.ts';
import { eventWithPeople, mismatches, raffleProblems } from '../../test/world/raffle.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

describe('a winner who is absent', () => {
  it('leaves the results, stays on record, and the prize is drawn again at once', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    const [bike, mug] = [
      await createPrize(api.admin, eventId),
      await createPrize(api.admin, eventId),
    ];
    const absent = (await raffle.draw(bike.id)).as(raffleResult);
    const other = (await raffle.draw(mug.id)).as(raffleResult);

    const response = await raffle.forfeit(1, '  Not pre\u0301sent ');

    expect(response.status).toBe(201);
    expect(response.as(raffleRecord)).toMatchObject({
      kind: 'forfeit',
      number: 3,
      forfeits: 1,
      reason: 'Not pr\u00e9sent',
    });
    expect(await raffle.results()).toMatchObject([{ id: other.id }]);
    const again = (await raffle.draw(bike.id)).as(raffleResult);
    expect(again.number).toBe(4);
    expect(again.winner).not.toEqual(absent.winner);
    expect(await raffle.results()).toMatchObject([{ id: other.id }, { id: again.id }]);
    const { draws } = await raffle.draws();
    expect(draws.map(({ kind, number }) => [kind, number])).toEqual([
      ['draw', 1],
      ['draw', 2],
      ['forfeit', 3],
      ['draw', 4],
    ]);
    expect(draws[0]).toMatchObject({ winners: [{ winner: absent.winner }] });
    expect(mismatches(await raffle.proof())).toEqual([]);
  });

  it('does not come back into the rosters of the event', async () => {
    const { eventId, leads, raffle } = await eventWithPeople(api, 1);
    await raffle.draw();
    await raffle.forfeit(1);
    expect((await raffle.draw()).problem).toEqual(raffleProblems.nobodyEligible);
    await verifiedLead(api, eventId, { phone: leads[0]?.phone });
    await verifiedLead(api, eventId, { email: leads[0]?.email });
    expect((await raffle.draw()).problem).toEqual(raffleProblems.nobodyEligible);
  });

  it('is sent to every open stage', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 2);
    const prize = await createPrize(api.admin, eventId);
    await raffle.draw(prize.id);
    const watcher = await watch(api.anyone.url, eventId);
    expect((await watcher.expect('snapshot')).results).toHaveLength(1);
    await raffle.forfeit(1);
    expect(await watcher.expect('forfeited')).toMatchObject({
      number: 2,
      forfeits: 1,
      prizeId: prize.id,
      reason: 'Not present',
      nextNumber: 3,
    });
    watcher.close();
    const late = await watch(api.anyone.url, eventId);
    expect((await late.expect('snapshot')).results).toEqual([]);
    late.close();
  });
});

describe('a forfeit', () => {
  it('is made once: a hundred at the same time leave one record', async () => {
    const { raffle } = await eventWithPeople(api, 2);
    await raffle.draw();
    const responses = await Promise.all(Array.from({ length: 100 }, () => raffle.forfeit(1)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused.map(({ problem }) => problem)).toEqual(
      Array(99).fill([409, 'This prize has already been released']),
    );
    expect((await raffle.draws()).draws).toHaveLength(2);
  });

  it('needs a draw that has a winner', async () => {
    const { raffle } = await eventWithPeople(api, 3);
    await raffle.seal();
    expect((await raffle.forfeit(1)).problem).toEqual([404, 'Draw not found']);
    await raffle.voidDraw('Too early');
    expect((await raffle.forfeit(1)).problem).toEqual([409, 'This draw was voided']);
    await raffle.draw();
    expect((await raffle.forfeit(2)).status).toBe(201);
    for (const number of [3, 9, 0, -1, 'x', 4294967296]) {
      expect((await raffle.forfeit(number)).problem).toEqual([404, 'Draw not found']);
    }
    expect((await raffle.draws()).draws).toHaveLength(3);
  });

  it('waits for a sealed draw, whose record comes first', async () => {
    const { raffle } = await eventWithPeople(api, 3);
    await raffle.draw();
    await raffle.seal();
    expect((await raffle.forfeit(1)).problem).toEqual(raffleProblems.sealedFirst);
    await raffle.draw(null, 'now');
    expect((await raffle.forfeit(1)).status).toBe(201);
    expect(mismatches(await raffle.proof())).toEqual([]);
  });
});
