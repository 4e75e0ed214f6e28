import { createHash } from 'node:crypto';
import { raffleCalls } from '@drawbridge/contract/calls/raffle';
import { ticketCalls } from '@drawbridge/contract/calls/tickets';
import { found, Problem, unwrap } from '../../errors.ts';
import { networkOf } from '../../plugins/limits.ts';
import { compressAll, SharedAnswers, sendCompressed } from '../../shared-answers.ts';
import { requireEvent } from '../events/store.ts';
import { feature } from '../feature.ts';
import { Beacons } from './beacon-store.ts';
import { drawWinner, sealDraw } from './draw-store.ts';
import { countEligible } from './people-store.ts';
import { changeStage } from './stage-store.ts';
import { AbandonedDraws, endStart, startDraw } from './start-store.ts';
import {
  findBucket,
  findRecord,
  findRegister,
  listDraws,
  listResults,
  streamRecord,
} from './store.ts';
import { findTicket } from './ticket-store.ts';
import { forfeitDraw, voidDraw } from './undo-store.ts';

/** The records of a few events with a hundred thousand people. A record never changes, but what it shows may. */
const RECORDS_MAX_BYTES = 64 * 1024 * 1024;
/** How many beacons an address may bring in a minute; checking one takes a tenth of a second. */
const BEACONS_PER_MINUTE = 6;
const JSON_TYPE = 'application/json; charset=utf-8';

export const raffle = feature({ ...raffleCalls, ...ticketCalls }, (services, app) => {
  const { db, writes, settings } = services;
  const records = new SharedAnswers<{ bytes: Buffer }>(RECORDS_MAX_BYTES, app.log);
  const abandoned = new AbandonedDraws(db, writes);
  const { drandChain: chain, drandUrls: relays } = settings;
  const beacons = new Beacons({ db, writes, chain, relays });
  app.addHook('onClose', async () => {
    await abandoned.close();
    await beacons.close();
  });

  return {
    getRaffleResults: async ({ params: { eventId } }) => {
      await requireEvent(db, eventId);
      return listResults(db, eventId);
    },
    getEventDraws: async ({ params: { eventId } }) =>
      found(await listDraws(db, eventId), 'event-not-found'),
    getEventDraw: async ({ params: { eventId, number }, reply }) => {
      await requireEvent(db, eventId);
      const record = found(await findRecord(db, eventId, number), 'draw-not-found');
      // Only browsers may cache it, because an event may later show less of its winners.
      reply.header('cache-control', 'private, max-age=31536000, immutable');
      const key = createHash('sha256')
        .update(JSON.stringify([eventId, record]))
        .digest('base64');
      const answer = await records.get(key, async () => ({
        bytes: await compressAll(streamRecord(db, eventId, record), 1),
      }));
      return sendCompressed(reply, found(answer, 'draw-not-found').bytes, JSON_TYPE);
    },
    getEligiblePeople: async ({ params: { eventId } }) => {
      await requireEvent(db, eventId);
      return countEligible(db, eventId);
    },
    drawWinner: async ({ params: { eventId }, body, change }) => {
      try {
        const result = await change(
          (tx, { id: conductedBy }) => drawWinner(tx, { eventId, ...body, conductedBy }),
          drawIn(eventId),
        );
        await endStart(db, eventId, body.id, result.number);
        return result;
      } catch (error) {
        // The screens that have seen it begin go back to the board.
        if (error instanceof Problem) await endStart(db, eventId, body.id);
        throw error;
      }
    },
    sealDraw: ({ params: { eventId }, body: { prizeId, winners, round }, change }) =>
      change((tx, { id: conductedBy }) => {
        const beacon = round === undefined ? undefined : { chain, round };
        return sealDraw(tx, { eventId, prizeId, winners, conductedBy, beacon });
      }, drawIn(eventId)),
    bringBeacon: async ({ params: { eventId, number }, body: { signature }, request }) => {
      await requireEvent(db, eventId);
      const user = await request.findUser();
      const mayDraw = user?.role === 'admin' && (user.events?.includes(eventId) ?? true);
      // The server's own fetch does not come this way.
      if (!mayDraw)
        app.limits.count(request, `beacon ${networkOf(request.ip)}`, BEACONS_PER_MINUTE);
      return beacons.bring(eventId, number, signature);
    },
    getEventRegister: async ({ params: { eventId, number } }) =>
      found(await findRegister(db, eventId, number), 'draw-not-found'),
    getEventRegisterBucket: async ({ params: { eventId, number, bucket } }) => {
      const exists = bucket >= 0 && (await findRegister(db, eventId, number));
      found(exists || undefined, 'draw-not-found');
      return findBucket(db, eventId, number, bucket);
    },
    voidDraw: ({ params: { eventId }, body: { reason }, change }) =>
      change((tx) => voidDraw(tx, eventId, reason), drawIn(eventId)),
    forfeitDraw: ({ params: { eventId, number: forfeits }, body: { place, reason }, change }) =>
      change((tx) => forfeitDraw(tx, { eventId, forfeits, place, reason }), {
        eventId,
        details: { draw: forfeits },
      }),
    startDraw: async ({ params: { eventId }, body: { id, ...draw }, user: { sessionId } }) => {
      const stage = unwrap(await startDraw(db, { eventId, ...draw, requestId: id, sessionId }));
      abandoned.expectDraw(stage.drawing?.lasts ?? 0);
      return stage;
    },
    updateEventStage: async ({ params: { eventId }, body }) =>
      unwrap(await changeStage(db, eventId, body)),
    getEventTicket: async ({ params: { eventId, ticket }, reply }) => {
      // An answer that is kept would show the wrong time.
      reply.header('cache-control', 'no-store');
      return found(await findTicket(db, eventId, ticket), 'ticket-not-found');
    },
  };
});

/** How a draw is recorded, by its number. */
const drawIn =
  (eventId: string) =>
  ({ number }: { number: number }) => ({ eventId, details: { draw: number } });
