import { randomUUID } from 'node:crypto';
import { adminEvent } from '@drawbridge/contract/events/events';
import { raffleResult, stageState } from '@drawbridge/contract/raffle/raffle';
import { REVEAL_AFTER_MS } from '@drawbridge/contract/raffle/scene';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { newAdministrator } from '../../test/checks/callers.ts';
import { startApi } from '../../test/world/api.ts';
import { createPrize, UNKNOWN_ID, verifiedLead } from '../../test/world/fixtures.ts';
import { watch } from '../../test/world/live-client.ts';
import { eventWithPeople, raffleProblems } from '../../test/world/raffle.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

/** Creates an event with people, and a presenter who can start draws and leave. */
async function arrange(people: number) {
  const { eventId, raffle, leads } = await eventWithPeople(api, people);
  const presenter = await newAdministrator(api);
  const watcher = await watch(api.anyone.url, eventId);
  onTestFinished(() => watcher.close());
  await watcher.expect('snapshot');
  const call = (name: string, body: object, client = presenter) =>
    client.post(`/api/events/${eventId}/${name}`, body);
  const begin = async (body: object) => {
    const response = await call('drawing', body);
    const stage = response.as(stageState);
    expect((await watcher.expect('stage')).stage).toEqual(stage);
    return stage;
  };
  /** Moves the start of the draw into the past, as if the presenter had left some time ago. */
  const pass = (time: string) =>
    api.sql`update stages set began_at = began_at - ${time}::interval where event_id = ${eventId}`;
  return { eventId, raffle, leads, presenter, watcher, call, begin, pass };
}

describe('starting a draw', () => {
  it('is refused whenever the draw itself would be, and while another one is under way', async () => {
    const { eventId, raffle, call } = await arrange(0);
    const start = async (prizeId: string | null = null, id = randomUUID(), phrase = '') =>
      (await call('drawing', { id, prizeId, phrase })).problem;
    const [one, two] = [
      await createPrize(api.admin, eventId),
      await createPrize(api.admin, eventId),
    ];
    expect(await start(one.id)).toEqual(raffleProblems.nobodyEligible);
    for (let n = 0; n < 3; n += 1) await verifiedLead(api, eventId);
    const id = randomUUID();
    for (let n = 0; n < 2; n += 1) expect((await start(one.id, id))[0]).toBe(200);
    expect(await start(two.id)).toEqual([409, 'Another draw is in progress']);
    expect(await start(UNKNOWN_ID)).toEqual([404, 'Prize not found']);
    await raffle.draw(one.id);
    expect(await start(one.id)).toEqual(raffleProblems.alreadyDrawn);
    await raffle.forfeit(1);
    await raffle.seal(one.id);
    expect(await start(two.id)).toEqual(raffleProblems.sealedFirst);
    expect((await start(one.id))[0]).toBe(400);
    expect((await start(one.id, randomUUID(), 'hooray'))[0]).toBe(200);
  });

  it('is sent to every screen, also to one that joins later, with the time to show the winner', async () => {
    const { eventId, begin, call, watcher } = await arrange(2);
    const prize = await createPrize(api.admin, eventId);
    await watcher.expect('prizes');
    const id = randomUUID();
    await api.admin.patch(`/api/events/${eventId}/stage`, { blank: true });
    await watcher.expect('stage');
    const { drawing, ...stage } = await begin({ id, prizeId: prize.id });
    expect(stage).toMatchObject({ prizeId: prize.id, revealed: null, blank: false });
    expect(drawing).toMatchObject({ prizeId: prize.id, revealsAt: null });
    const late = await watch(api.anyone.url, eventId);
    onTestFinished(() => late.close());
    expect((await late.expect('snapshot')).stage.drawing).toEqual(drawing);

    await call('draw-winner', { id, prizeId: prize.id });
    const drawn = await watcher.expect('drawn');
    const since = drawing?.since ?? 0;
    const revealsAt = since + 2000 + REVEAL_AFTER_MS;
    expect(drawn.stage).toMatchObject({ revealed: 1, drawing: { ...drawing, revealsAt } });

    // A draw that was not started shows its animation only now.
    await call('draw-winner', {});
    const direct = (await watcher.expect('drawn')).stage.drawing;
    expect(direct?.revealsAt).toBe((direct?.since ?? 0) + 2000);
  });

  it.each([2, 5, 8] as const)('lasts %s seconds if the organiser wants it', async (suspense) => {
    const { eventId, begin, call, pass, watcher } = await arrange(3);
    const stageOf = (body: object) => api.admin.patch(`/api/events/${eventId}/stage`, body);
    expect((await stageOf({ suspense })).as(stageState)).toMatchObject({ suspense });
    await watcher.expect('stage');
    const event = (await api.admin.get(`/api/events/${eventId}`)).as(adminEvent);
    expect(event.suspense).toBe(suspense);
    const lasts = suspense * 1000;
    const order = { id: randomUUID() };
    const { since = 0 } = (await begin(order)).drawing ?? {};
    // A change applies to the next draw.
    await api.admin.patch(`/api/events/${eventId}`, { suspense: suspense === 2 ? 8 : 2 });
    await watcher.expect('event');
    await call('draw-winner', order);
    const held = (await watcher.expect('drawn')).stage.drawing;
    expect(held).toMatchObject({ since, lasts, revealsAt: since + lasts + REVEAL_AFTER_MS });

    await stageOf({ suspense });
    await watcher.expect('stage');
    await call('draw-winner', {});
    const direct = (await watcher.expect('drawn')).stage.drawing;
    expect(direct).toMatchObject({ lasts, revealsAt: (direct?.since ?? 0) + lasts });

    // If the presenter leaves, the server holds the draw a second after the animation.
    await begin({ id: randomUUID() });
    await pass(`${suspense + 1} seconds`);
    expect((await watcher.expect('drawn')).number).toBe(3);
  });

  it('ends on the board when the draw is refused', async () => {
    const { begin, call, leads, watcher, raffle } = await arrange(1);
    const id = randomUUID();
    await begin({ id });
    await api.admin.delete(`/api/leads/${leads[0]?.id}`);
    expect((await call('draw-winner', { id })).problem).toEqual(raffleProblems.nobodyEligible);
    expect((await watcher.expect('stage')).stage).toMatchObject({ drawing: null, revealed: null });
    expect(await raffle.results()).toEqual([]);
  });
});

describe('a draw whose presenter has gone', () => {
  it('is held once, whatever the number of processes, and answers a presenter who comes back', async () => {
    const { eventId, begin, call, pass, presenter, raffle, watcher } = await arrange(5);
    const others = [
      await startApi({}, undefined, { beside: api }),
      await startApi({}, undefined, { beside: api }),
    ];
    onTestFinished(async () => {
      for (const other of others) await other.close();
    });
    await raffle.seal();
    await watcher.expect('sealed');
    const body = { id: randomUUID(), prizeId: null, phrase: 'three cheers' };
    await begin(body);
    await pass('3 seconds');
    const { result } = await watcher.expect('drawn');
    const responses = await Promise.all(
      Array.from({ length: 5 }, async () => (await call('draw-winner', body)).as(raffleResult)),
    );
    for (const { number, winner } of responses) {
      expect({ number, winner }).toEqual({ number: 1, winner: result.winner });
    }
    expect(await raffle.results()).toMatchObject([{ number: 1, phrase: 'three cheers' }]);
    expect(
      await api.sql`
      select actor_id, details from audit_log where event_id = ${eventId} and kind = 'winner-drawn'`,
    ).toEqual([{ actorId: presenter.user?.id, details: { draw: 1, by: 'server' } }]);
  });

  it.each([
    ['the session has ended', '3 seconds', 'log out'],
    ["the event is no longer the presenter's", '3 seconds', 'lose'],
    ['nobody is left', '3 seconds', 'delete'],
    ['the server was down for long', '6 minutes', 'nothing'],
  ])('is given up on every screen if %s', async (_, time, how) => {
    const { begin, leads, pass, presenter, raffle, watcher } = await arrange(1);
    await begin({ id: randomUUID() });
    if (how === 'log out') await presenter.post('/api/auth/logout');
    if (how === 'lose') {
      await api.sql`update users set only_events = '{}' where id = ${presenter.user?.id ?? ''}`;
    }
    if (how === 'delete') await api.admin.delete(`/api/leads/${leads[0]?.id}`);
    await pass(time);
    expect((await watcher.expect('stage')).stage).toMatchObject({ drawing: null, revealed: null });
    expect(await raffle.results()).toEqual([]);
  });
});
