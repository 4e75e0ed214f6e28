import { createHash } from 'node:crypto';
import type { AuditKind } from '@drawbridge/contract/audit-kinds';
import {
  drawInput,
  drawingInput,
  drawList,
  eligiblePeople,
  forfeitInput,
  raffleRecord,
  recordWithRoster,
  sealedDraw,
  sealInput,
  voidInput,
} from '@drawbridge/contract/draws';
import { reference } from '@drawbridge/contract/ids';
import { drawnResult, raffleResult, stageChange, stageState } from '@drawbridge/contract/raffle';
import { z } from 'zod';
import { found, Problem, unwrap } from '../../errors.ts';
import { compressAll, SharedAnswers, sendCompressed } from '../../plugins/shared-answers.ts';
import { requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { announce } from '../live/store.ts';
import { drawWinner, forfeitDraw, sealDraw, voidDraw } from './draw-store.ts';
import { changeStage, countEligible, findObstacle, sampleTickets } from './stage-store.ts';
import { findRecord, listDraws, listResults, streamRecord } from './store.ts';

const tags = ['raffle'];
export const params = z.object({ eventId: reference('event-not-found') });
export const drawParams = params.extend({
  // Anything other than a draw's number means that the draw was not found.
  number: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .catch(0),
});
const obstacles = [
  'event-not-found',
  'prize-not-found',
  'prize-already-drawn',
  'nobody-eligible',
  'draw-sealed',
] as const;

/** The records of a few events with a hundred thousand people. A record never changes, but what it shows may. */
const RECORDS_MAX_BYTES = 64 * 1024 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';

export const raffleRoutes: Routes = async (app, { db, audit }) => {
  const records = new SharedAnswers<{ bytes: Buffer }>(RECORDS_MAX_BYTES, app.log);

  app.get(
    '/:eventId/raffles',
    {
      config: { who: 'anyone', problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'The winners so far',
        params,
        response: { 200: z.array(raffleResult) },
      },
    },
    async ({ params: { eventId } }) => {
      await requireEvent(db, eventId);
      return listResults(db, eventId);
    },
  );

  app.get(
    '/:eventId/draws',
    {
      config: { who: 'anyone', problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'All records of draws, with what anyone needs to check them',
        params,
        response: { 200: drawList },
      },
    },
    async ({ params: { eventId } }) => found(await listDraws(db, eventId), 'event-not-found'),
  );

  app.get(
    '/:eventId/draws/:number',
    {
      compress: false,
      config: { who: 'anyone', problems: ['event-not-found', 'draw-not-found'] },
      schema: {
        tags,
        summary: 'One record, with its roster',
        params: drawParams,
        response: { 200: recordWithRoster },
      },
    },
    async ({ params: { eventId, number } }, reply) => {
      await requireEvent(db, eventId);
      const record = found(await findRecord(db, eventId, number), 'draw-not-found');
      // Only browsers may cache it, because an event may later show less of its winners.
      reply.header('cache-control', 'private, max-age=31536000, immutable');
      const key = createHash('sha256')
        .update(JSON.stringify([eventId, record]))
        .digest('base64');
      const answer = await records.get(key, async () => ({
        bytes: await compressAll(streamRecord(db, eventId, record)),
      }));
      return sendCompressed(reply, found(answer, 'draw-not-found').bytes, JSON_TYPE);
    },
  );

  app.get(
    '/:eventId/eligible',
    {
      config: { problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'Who would be in the next draw',
        params,
        response: { 200: eligiblePeople },
      },
    },
    async ({ params: { eventId } }) => {
      await requireEvent(db, eventId);
      return countEligible(db, eventId);
    },
  );

  app.post(
    '/:eventId/draw-winner',
    {
      config: { problems: [...obstacles] },
      schema: {
        tags,
        summary: 'Draw the winner of a prize, or a general winner',
        description: 'A sealed draw of the same prize is drawn as it was sealed.',
        params,
        body: drawInput,
        response: { 201: drawnResult },
      },
    },
    async (request, reply) => {
      const { eventId } = request.params;
      reply.code(201);
      try {
        return await audit(
          request,
          (tx, { id: conductedBy }) => drawWinner(tx, { eventId, ...request.body, conductedBy }),
          drawn('winner-drawn', eventId),
        );
      } catch (error) {
        // Tells the pages that are waiting for this draw to stop waiting.
        if (error instanceof Problem) await announce(db, { eventId, kind: 'cancelled' });
        throw error;
      }
    },
  );

  app.post(
    '/:eventId/seal',
    {
      config: { problems: [...obstacles] },
      schema: {
        tags,
        summary: 'Fix the roster of the next draw before a phrase is called out',
        params,
        body: sealInput,
        response: { 201: sealedDraw },
      },
    },
    async (request, reply) => {
      const { eventId } = request.params;
      const { prizeId } = request.body;
      reply.code(201);
      return audit(
        request,
        (tx) => sealDraw(tx, { eventId, prizeId }),
        drawn('draw-sealed', eventId),
      );
    },
  );

  app.post(
    '/:eventId/void',
    {
      config: { problems: ['event-not-found', 'nothing-sealed'] },
      schema: {
        tags,
        summary: 'Void the sealed draw, for a reason that stays on record',
        params,
        body: voidInput,
        response: { 200: raffleRecord },
      },
    },
    async (request) => {
      const { eventId } = request.params;
      return audit(
        request,
        (tx) => voidDraw(tx, eventId, request.body.reason),
        drawn('draw-voided', eventId),
      );
    },
  );

  app.post(
    '/:eventId/draws/:number/forfeit',
    {
      config: {
        problems: [
          'event-not-found',
          'draw-not-found',
          'draw-void',
          'already-forfeited',
          'prize-handed-over',
          'draw-sealed',
        ],
      },
      schema: {
        tags,
        summary: 'Forfeit the win of an absent winner: the prize can be drawn again',
        params: drawParams,
        body: forfeitInput,
        response: { 201: raffleRecord },
      },
    },
    async (request, reply) => {
      const { eventId, number: forfeits } = request.params;
      const { reason } = request.body;
      const record = { kind: 'win-forfeited', eventId, details: { draw: forfeits } } as const;
      reply.code(201);
      return audit(request, (tx) => forfeitDraw(tx, { eventId, forfeits, reason }), record);
    },
  );

  app.post(
    '/:eventId/drawing',
    {
      config: { problems: [...obstacles] },
      schema: {
        tags,
        summary: 'Tell everybody who watches that a draw is about to happen',
        description: 'Refuses when it could not be held, so that nobody watches for nothing.',
        params,
        body: drawingInput,
        response: { 204: z.null() },
      },
    },
    async ({ params: { eventId }, body: { prizeId } }, reply) => {
      const obstacle = await findObstacle(db, eventId, prizeId);
      if (obstacle) throw new Problem(obstacle);
      const tickets = await sampleTickets(db, eventId);
      await announce(db, { eventId, kind: 'drawing', prizeId, tickets });
      return reply.code(204).send(null);
    },
  );

  app.patch(
    '/:eventId/stage',
    {
      config: { problems: ['event-not-found', 'prize-not-found'] },
      schema: {
        tags,
        summary: 'Continue the raffle, choose the next prize, show the phrase or darken the wall',
        description: 'Every page that watches follows.',
        params,
        body: stageChange,
        response: { 200: stageState },
      },
    },
    async ({ params: { eventId }, body }) => unwrap(await changeStage(db, eventId, body)),
  );
};

/** How a draw is recorded, by its number. */
const drawn =
  (kind: AuditKind, eventId: string) =>
  ({ number }: { number: number }) => ({ kind, eventId, details: { draw: number } });
