import { deleted } from '@drawbridge/contract/deleted';
import { reference } from '@drawbridge/contract/ids';
import { prize, prizeInput, prizeQuery } from '@drawbridge/contract/prizes';
import { z } from 'zod';
import { Problem, unwrap } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import { audited } from '../audit/store.ts';
import { requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { createPrize, deletePrize, listPrizes } from './store.ts';

const tags = ['prizes'];

export const prizeRoutes: Routes = async (app, { db }) => {
  app.get(
    '/',
    {
      config: {
        who: 'anyone',
        problems: ['event-not-found', 'not-signed-in', 'administrators-only'],
      },
      schema: {
        tags,
        summary: "An event's prizes; without `eventId` all prizes, for administrators",
        querystring: prizeQuery,
        response: { 200: z.array(prize) },
      },
    },
    async (request) => {
      const { eventId } = request.query;
      if (eventId) {
        await requireEvent(db, eventId);
        return listPrizes(db, eventId);
      }
      const user = await signedIn(request);
      if (user.role !== 'admin') throw new Problem('administrators-only');
      return listPrizes(db);
    },
  );

  app.post(
    '/',
    {
      config: { problems: ['event-not-found'] },
      schema: { tags, summary: 'Add a prize', body: prizeInput, response: { 201: prize } },
    },
    async (request, reply) => {
      const created = await audited(
        db,
        await signedIn(request),
        async (tx) => unwrap(await createPrize(tx, request.body)),
        ({ eventId, ...subject }) => ({ kind: 'prize-added', eventId, subject }),
      );
      return reply.code(201).send(created);
    },
  );

  app.delete(
    '/:id',
    {
      config: { problems: ['prize-not-found', 'prize-not-deletable', 'prize-sealed'] },
      schema: {
        tags,
        summary: 'Delete a prize that has not been drawn',
        params: z.object({ id: reference('prize-not-found') }),
        response: { 200: deleted },
      },
    },
    async (request) =>
      audited(
        db,
        await signedIn(request),
        async (tx) => unwrap(await deletePrize(tx, request.params.id)),
        ({ eventId, ...subject }) => ({ kind: 'prize-deleted', eventId, subject }),
      ),
  );
};
