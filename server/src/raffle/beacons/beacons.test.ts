import type { DrawRecord, SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import { roundAt } from '@drawbridge/contract/fair-draw/sealed/beacon';
import { computeWinners } from '@drawbridge/contract/fair-draw/sealed/seal-check';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeChain, startRelay } from '../../test/fakes/beacon-chain.ts';
import { startApi } from '../../test/world/api.ts';
import { createPrize } from '../../test/world/fixtures.ts';
import { eventWithPeople, mismatches } from '../../test/world/raffle.ts';

const { chain, sign, isSigned, ahead } = makeChain();
const beacons = { chain, isBeacon: isSigned };
const unlimited = { PUBLIC_SUBMITS_PER_MINUTE: '0' };
const api = await startApi(unlimited, undefined, { beaconChain: chain });
const beside = (seconds: number, env: Record<string, string> = {}) =>
  startApi({ ...unlimited, ...env }, undefined, { beside: api, beaconChain: ahead(seconds) });
/** A server whose clock is an hour ahead. */
const later = await beside(3600);
afterAll(async () => {
  await later.close();
  await api.close();
});

/** A round in half an hour. All tests share it, because signing and checking take a while. */
const round = roundAt(chain, Date.now() + 1_800_000);

/** Submits a beacon after its round. */
const bring = (eventId: string, number: number, signature: string, client = later.admin) =>
  client.post(`/api/events/${eventId}/draws/${number}/beacon`, { signature });

const flip = (hex: string) =>
  hex.replace(/.$/, (digit) => (Number.parseInt(digit, 16) ^ 1).toString(16));

/** A server for which the round is over, and which uses these relays. */
async function fetchFrom(...urls: string[]) {
  const server = await beside(3600, { DRAND_URLS: urls.join(', ') });
  onTestFinished(() => server.close());
  return server;
}

async function relay(...answer: Parameters<typeof startRelay>) {
  const started = await startRelay(...answer);
  onTestFinished(async () => {
    await started.close();
  });
  return started;
}

describe('a draw that is sealed for a beacon', () => {
  it('is drawn by its signature alone, as every phone has computed before', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 5);
    expect((await raffle.seal(null, { round, count: 2 })).status).toBe(201);
    const sealed = (await raffle.draws()).sealed as SealedDraw;
    expect(sealed).toMatchObject({ count: 2, source: { kind: 'beacon', round } });
    expect(mismatches(await raffle.proof(), beacons)).toEqual([]);

    expect((await raffle.draw(null, 'any phrase')).problem).toEqual([
      409,
      'This draw is decided by its beacon and cannot be drawn manually',
    ]);
    expect((await bring(eventId, 1, sign(round), api.anyone)).problem).toEqual([
      409,
      'The beacon of this round has not been published yet',
    ]);
    for (const wrong of [sign(round + 1), flip(sign(round)), '0'.repeat(96)]) {
      expect((await bring(eventId, 1, wrong)).status).toBe(400);
    }
    const expected = await computeWinners(eventId, sealed, sign(round), { chain });
    const record = (await bring(eventId, 1, sign(round), later.anyone)).json() as DrawRecord;
    expect(record.winners.map(({ index }) => index)).toEqual(expected);
    expect((await bring(eventId, 1, sign(round))).problem).toEqual([
      409,
      'This draw is not waiting for a beacon',
    ]);
    expect(await raffle.results()).toHaveLength(2);
    expect(mismatches(await raffle.proof(), beacons)).toEqual([]);
  });

  it('needs a round 20 seconds to an hour away, and later than those of earlier draws', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    const possible = 'Choose a round between 20 seconds and 1 hour from now';
    for (const seconds of [-60, 10, 3605]) {
      const wrong = roundAt(chain, Date.now() + seconds * 1000);
      expect((await raffle.seal(null, { round: wrong })).problem).toEqual([409, possible]);
    }
    expect(await raffle.draws()).toMatchObject({ nextNumber: 1, sealed: null });
    await raffle.seal(null, { round });
    await bring(eventId, 1, sign(round));
    // Their beacons are known. Only the clock of this server is an hour behind.
    for (const known of [round, round - 1]) {
      expect((await raffle.seal(null, { round: known })).problem).toEqual([409, possible]);
    }
    expect((await raffle.seal(null, { round: round + 1 })).status).toBe(201);
    await bring(eventId, 2, sign(round + 1));
    expect(mismatches(await raffle.proof(), beacons)).toEqual([]);
  });

  it('can only be drawn once its beacon is known, and is not void', async () => {
    const [first, second] = [await eventWithPeople(api, 2), await eventWithPeople(api, 2)];
    const ownRound = round + 2;
    for (const { raffle } of [first, second]) await raffle.seal(null, { round: ownRound });
    await bring(first.eventId, 1, sign(ownRound));
    // Another event has published the beacon, so the operator knows who would win here.
    expect((await second.raffle.voidDraw('Not my friend')).problem).toEqual([
      409,
      'The beacon of this draw is already known. It can only be drawn.',
    ]);
    await bring(second.eventId, 1, sign(ownRound));
    expect(mismatches(await second.raffle.proof(), beacons)).toEqual([]);
  });

  it('that is void shows who would have won', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 3);
    const ownRound = round + 3;
    await raffle.seal(null, { round: ownRound });
    const sealed = (await raffle.draws()).sealed as SealedDraw;
    expect((await raffle.voidDraw('A friend would not win')).status).toBe(200);
    expect((await raffle.draws()).draws[0]).toMatchObject({ beacon: null, wouldHaveWon: [] });
    expect((await bring(eventId, 1, sign(ownRound))).status).toBe(200);
    const expected = await computeWinners(eventId, sealed, sign(ownRound), { chain });
    expect((await raffle.draws()).draws[0]).toMatchObject({
      kind: 'void',
      beacon: sign(ownRound),
      wouldHaveWon: expected?.map((index) => ({ index })),
    });
    await raffle.draw();
    expect(mismatches(await raffle.proof(), beacons)).toEqual([]);
  });
});

describe('a beacon', () => {
  it('is fetched from the first relay that has the right one: others are away, lie, are behind or have none yet', async () => {
    const { raffle } = await eventWithPeople(api, 3);
    await raffle.seal(null, { round });
    const lying = await relay(() => ({ round, signature: sign(round + 1) }));
    const behind = await relay(() => ({ round: round - 1, signature: sign(round) }));
    const garbled = await relay(() => '{"round":');
    let isLate = true;
    const late = await relay((asked) =>
      isLate ? undefined : { round: asked, signature: sign(asked) },
    );
    await fetchFrom('http://127.0.0.1:1', lying.url, behind.url, garbled.url, late.url);
    await expect.poll(() => late.asked()).toBeGreaterThan(0);
    expect((await raffle.draws()).sealed).toMatchObject({ number: 1 });
    isLate = false;
    await expect.poll(() => raffle.results()).toHaveLength(1);
    expect(mismatches(await raffle.proof(), beacons)).toEqual([]);
  });

  it('is fetched although one relay never ends its answer, and one never begins it', async () => {
    const { raffle } = await eventWithPeople(api, 3);
    await raffle.seal(null, { round });
    let written = 0;
    const endless = await relay((_, response) => {
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed && response.write(' '.repeat(65536))) written += 65536;
      };
      response.on('drain', write);
      write();
      return undefined;
    });
    const slow = await relay((_, response) => {
      response.writeHead(200);
      response.flushHeaders();
      return undefined;
    });
    const right = await relay((asked) => ({ round: asked, signature: sign(asked) }));
    await fetchFrom(endless.url, slow.url, right.url);
    await expect.poll(() => raffle.results()).toHaveLength(1);
    // Only the buffers of a socket, not gigabytes.
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  it('is asked for again, also of a relay that was slow before', async () => {
    const { raffle } = await eventWithPeople(api, 2);
    await raffle.seal(null, { round });
    let isSlow = true;
    const relayed = await relay((asked, response) => {
      if (!isSlow) return { round: asked, signature: sign(asked) };
      response.writeHead(200);
      response.flushHeaders();
      return undefined;
    });
    await fetchFrom(relayed.url);
    await expect.poll(() => relayed.asked()).toBe(1);
    isSlow = false;
    await expect.poll(() => raffle.results()).toHaveLength(1);
  });

  it('is brought by anybody, but only some times a minute; an organiser as often as they like', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 1);
    await raffle.seal(null, { round });
    const statuses = new Set<number>();
    for (let n = 0; n < 8; n += 1) {
      statuses.add((await bring(eventId, 1, sign(round + 1), later.anyone)).status);
    }
    expect(statuses).toContain(429);
    for (let n = 0; n < 8; n += 1) {
      expect((await bring(eventId, 1, sign(round + 1))).status).toBe(400);
    }
    expect((await bring(eventId, 1, sign(round))).status).toBe(200);
  });

  it('is accepted from an organiser although strangers at many addresses keep the server busy', async () => {
    const crowd = await beside(3600, { TRUST_PROXY: '1' });
    onTestFinished(() => crowd.close());
    const { eventId, raffle } = await eventWithPeople(api, 2);
    await raffle.seal(null, { round });
    const path = `/api/events/${eventId}/draws/1/beacon`;
    const statuses: number[] = [];
    const wrong = Array.from({ length: 60 }, async (_, n) => {
      const signature = sign(round + 1).replace(/..$/, n.toString(16).padStart(2, '0'));
      const from = { 'x-forwarded-for': `203.0.113.${n + 1}` };
      statuses.push((await crowd.anyone.post(path, { signature }, from)).status);
    });
    await expect.poll(() => statuses).toContain(429);
    expect((await crowd.admin.post(path, { signature: sign(round) })).status).toBe(200);
    await Promise.all(wrong);
    expect(statuses.every((status) => [400, 409, 429].includes(status))).toBe(true);
    expect(await raffle.results()).toHaveLength(1);
    expect(mismatches(await raffle.proof(), beacons)).toEqual([]);
  });

  it('draws the prize that was sealed, and as many winners as were sealed', async () => {
    const { eventId, raffle } = await eventWithPeople(api, 6, { maxChances: 9 });
    const prize = await createPrize(api.admin, eventId, { quantity: 4 });
    await raffle.seal(prize.id, { round });
    await bring(eventId, 1, sign(round));
    expect(await raffle.results()).toMatchObject([0, 1, 2, 3].map((index) => ({ place: index })));
    expect((await raffle.draw(prize.id)).status).toBe(409);
    expect(mismatches(await raffle.proof(), beacons)).toEqual([]);
  });
});
