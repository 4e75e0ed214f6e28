import { drawInput } from '@drawbridge/contract/draws';
import { reference } from '@drawbridge/contract/ids';
import { raffleResult } from '@drawbridge/contract/raffle';
import { z } from 'zod';
import { found, resultOf } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import { findPublicEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { drawWinner, listResults } from './store.ts';

const tags = ['raffle'];
const params = z.object({ eventId: reference('event-not-found') });

export const raffleRoutes: Routes = async (app, { sql }) => {
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
      found(await findPublicEvent(sql, eventId), 'event-not-found');
      return listResults(sql, eventId);
    },
  );

  app.post(
    '/:eventId/draw-winner',
    {
      config: {
        problems: ['event-not-found', 'prize-not-found', 'prize-already-drawn', 'nobody-eligible'],
      },
      schema: {
        tags,
        summary: 'Draw the winner of a prize, or a general winner',
        params,
        body: drawInput,
        response: { 201: raffleResult },
      },
    },
    async (request, reply) => {
      const { id: conductedBy } = await signedIn(request);
      const { eventId } = request.params;
      const { prizeId } = request.body;
      return reply
        .code(201)
        .send(resultOf(await drawWinner(sql, { eventId, prizeId, conductedBy })));
    },
  );
};
