import type { Roster } from '@drawbridge/contract/fair-draw/roster';
import { raffleCalls } from '@drawbridge/contract/raffle/calls/raffle';
import { rollCallCalls } from '@drawbridge/contract/raffle/calls/roll-calls';
import { ticketCalls } from '@drawbridge/contract/raffle/calls/tickets';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownRequestId } from '../../core/change/idempotency.ts';
import { feature } from '../../core/feature.ts';
import { orProblem, Problem, unwrap } from '../../errors.ts';
import { requireEvent } from '../../events/events/store.ts';
import { networkOf } from '../../http/limits.ts';
import {
  compressAll,
  compressText,
  ResponseCache,
  sendCompressed,
} from '../../http/response-cache.ts';
import { Beacons } from '../beacons/beacon-store.ts';
import {
  answerRollCall,
  endRollCall,
  findRollCall,
  markLeadHere,
  openRollCall,
} from '../roll-calls/roll-call-store.ts';
import { countEligible } from '../rosters/eligible-store.ts';
import { findRegister, findRoster, readBucket } from '../rosters/register-store.ts';
import { changeStage, endDrawing } from '../stage/stage-store.ts';
import { OverdueDrawRunner, startDraw } from '../stage/staged-draw-store.ts';
import { findTicket } from '../tickets/ticket-store.ts';
import { holdDraw, sealDraw } from './draw-store.ts';
import {
  findRecord,
  listDraws,
  listResults,
  readListVersion,
  readRecordVersion,
  streamRecord,
} from './store.ts';
import { forfeitDraw, voidDraw } from './void-store.ts';

/**
 * Enough for the records of a few events with a hundred thousand people. A record never changes, but the shown
 * details may.
 */
const RECORDS_MAX_BYTES = 64 * 1024 * 1024;
/** Enough for the tickets of five draws among a hundred thousand people. Their lines take as much again. */
const ROSTERS_MAX_BYTES = 16 * 1024 * 1024;
/** Enough for the lists of a hundred events with hundreds of draws. */
const LISTS_MAX_BYTES = 16 * 1024 * 1024;
/** The number of beacons that an address may submit in a minute. Checking one takes a tenth of a second. */
const BEACONS_PER_MINUTE = 6;
const JSON_TYPE = 'application/json; charset=utf-8';

export const raffle = feature(
  { ...raffleCalls, ...rollCallCalls, ...ticketCalls },
  (services, app) => {
    const { db, writes, settings, beaconChain: chain } = services;
    const records = new ResponseCache<{ bytes: Buffer }>(RECORDS_MAX_BYTES, app.log);
    const rosters = new ResponseCache<{ bytes: Buffer; roster: Roster }>(
      ROSTERS_MAX_BYTES,
      app.log,
    );
    const lists = new ResponseCache<{ bytes: Buffer }>(LISTS_MAX_BYTES, app.log);
    const abandoned = new OverdueDrawRunner(db, writes);
    const { drandUrls: relays } = settings;
    const beacons = new Beacons({ db, writes, chain, relays });
    app.addHook('onClose', async () => {
      await abandoned.close();
      await beacons.close();
    });

    /** Sends a list of the event's draws. It is cached until the event changes. */
    async function sendList(
      reply: FastifyReply,
      eventId: string,
      name: string,
      read: () => Promise<unknown>,
    ) {
      const version = orProblem(await readListVersion(db, eventId), 'event-not-found');
      const list = await lists.get(`${eventId} ${version} ${name}`, async () => {
        const value = await read();
        return value === undefined
          ? undefined
          : { bytes: await compressText(JSON.stringify(value)) };
      });
      return sendCompressed(reply, orProblem(list, 'event-not-found').bytes, JSON_TYPE);
    }

    return {
      getRaffleResults: async ({ params: { eventId }, reply }) =>
        sendList(reply, eventId, 'results', () => listResults(db, eventId)),
      getEventDraws: async ({ params: { eventId }, reply }) =>
        sendList(reply, eventId, 'draws', () => listDraws(db, eventId)),
      getEventDraw: async ({ params: { eventId, number }, reply }) => {
        const version = orProblem(await readRecordVersion(db, eventId, number), 'draw-not-found');
        // Only browsers may cache the response, because the event may later show less of its winners.
        reply.header('cache-control', 'private, max-age=31536000, immutable');
        const response = await records.get(`${eventId} ${number} ${version}`, async () => {
          const record = await findRecord(db, eventId, number);
          return record && { bytes: await compressAll(streamRecord(db, eventId, record), 1) };
        });
        return sendCompressed(reply, orProblem(response, 'draw-not-found').bytes, JSON_TYPE);
      },
      getEligiblePeople: async ({ params: { eventId } }) => {
        await requireEvent(db, eventId);
        return countEligible(db, eventId);
      },
      drawWinner: async ({ params: { eventId }, body: { id: _, ...draw }, user }) => {
        const requestId = user.request && ownRequestId(user.id, user.request.id);
        try {
          const result = await holdDraw(db, user, { eventId, ...draw, requestId });
          // Clears the staged draw if the request had already been held: only a new draw clears it itself.
          if (requestId) await endDrawing(db, eventId, requestId, result.number);
          return result;
        } catch (error) {
          // Screens that have shown the start of the draw return to the board.
          if (error instanceof Problem && requestId) await endDrawing(db, eventId, requestId);
          throw error;
        }
      },
      sealDraw: ({ params: { eventId }, body: { id: _, round, ...draw }, change }) =>
        change((tx, { id: conductedBy }) => {
          const beacon = round === undefined ? undefined : { chain, round };
          return sealDraw(tx, { eventId, ...draw, conductedBy, beacon });
        }, drawIn(eventId)),
      openRollCall: ({ params: { eventId }, change }) =>
        change((tx) => openRollCall(tx, eventId), { eventId }),
      closeRollCall: ({ params: { eventId }, change }) =>
        change((tx) => endRollCall(tx, eventId), { eventId }),
      getRollCall: async ({ params: { eventId }, request }) => {
        await requireEvent(db, eventId);
        const open = (await findRollCall(db, eventId)) ?? null;
        if (!open || (await isOrganiser(request, eventId))) return { current: open };
        return { current: { rollCall: open.rollCall, here: open.here } };
      },
      sayHere: async ({ params: { eventId }, body, countFailure }) => {
        await requireEvent(db, eventId);
        const outcome = await answerRollCall(db, eventId, body);
        // Only unknown codes are counted, because a hall shares one address.
        if (!outcome.ok && outcome.problem === 'ticket-not-found') countFailure();
        return unwrap(outcome);
      },
      markHere: ({ params: { leadId }, change }) =>
        change(
          (tx, user) => markLeadHere(tx, leadId, user),
          ({ eventId }) => ({ eventId, subject: { id: leadId } }),
        ),
      bringBeacon: async ({ params: { eventId, number }, body: { signature }, request }) => {
        await requireEvent(db, eventId);
        const stranger = !(await isOrganiser(request, eventId));
        // The limit is for strangers. The server's own fetch does not use this route.
        if (stranger)
          app.limits.count(request, `beacon ${networkOf(request.ip)}`, BEACONS_PER_MINUTE);
        return beacons.bring(eventId, number, signature, { stranger });
      },
      getEventRegister: async ({ params: { eventId, number } }) =>
        orProblem(await findRegister(db, eventId, number), 'draw-not-found'),
      getEventRegisterBucket: async ({ params: { eventId, number, bucket } }) => {
        const stored = await rosters.get(`${eventId} ${number}`, () =>
          findRoster(db, eventId, number),
        );
        const { roster } = orProblem(bucket >= 0 ? stored : undefined, 'draw-not-found');
        return readBucket(db, { eventId, number, bucket }, roster);
      },
      voidDraw: ({ params: { eventId }, body: { reason }, change }) =>
        change((tx) => voidDraw(tx, eventId, reason), drawIn(eventId)),
      forfeitDraw: ({ params: { eventId, number: forfeits }, body: { place, reason }, change }) =>
        change((tx) => forfeitDraw(tx, { eventId, forfeits, place, reason }), {
          eventId,
          details: { draw: forfeits },
        }),
      startDraw: async ({ params: { eventId }, body: { id, ...draw }, user }) => {
        const { sessionId } = user;
        const requestId = ownRequestId(user.id, id);
        const stage = unwrap(await startDraw(db, { eventId, ...draw, requestId, sessionId }));
        abandoned.expectDraw(stage.drawing?.lasts ?? 0);
        return stage;
      },
      updateEventStage: async ({ params: { eventId }, body }) =>
        unwrap(await changeStage(db, eventId, body)),
      getEventTicket: async ({ params: { eventId, ticket }, reply }) => {
        // A cached response would show an outdated time.
        reply.header('cache-control', 'no-store');
        return orProblem(await findTicket(db, eventId, ticket), 'ticket-not-found');
      },
    };
  },
);

/** Whether the user of the request may draw in the event. */
async function isOrganiser(request: FastifyRequest, eventId: string): Promise<boolean> {
  const user = await request.findUser();
  return user?.role === 'admin' && !user.scopes && (user.events?.includes(eventId) ?? true);
}

/** The audit entry of a draw, with its number. */
const drawIn =
  (eventId: string) =>
  ({ number }: { number: number }) => ({ eventId, details: { draw: number } });
