import { deleted, reference } from '@drawbridge/contract/ids';
import {
  prize,
  prizeChange,
  prizeInput,
  prizeOrder,
  prizeQuery,
  prizesLeft,
  prizesLeftQuery,
} from '@drawbridge/contract/prizes';
import { z } from 'zod';
import { Problem, unwrap } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import { audited, fieldsOf } from '../audit/store.ts';
import { requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import {
  changePrize,
  createPrize,
  deletePrize,
  findPrizesLeft,
  listPrizes,
  orderPrizes,
  restorePrize,
} from './store.ts';

const tags = ['prizes'];
const params = z.object({ id: reference('prize-not-found') });

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

  app.get(
    '/left',
    {
      config: { who: 'anyone', problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'The prizes of an event that can still be won',
        querystring: prizesLeftQuery,
        response: { 200: prizesLeft },
      },
    },
    async ({ query: { eventId } }) => {
      await requireEvent(db, eventId);
      return findPrizesLeft(db, eventId);
    },
  );

  app.post(
    '/',
    {
      config: { problems: ['event-not-found', 'request-id-reused'] },
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

  app.post(
    '/order',
    {
      config: { problems: ['event-not-found', 'prizes-changed', 'prize-fixed'] },
      schema: {
        tags,
        summary: "Put an event's prizes into another order",
        description:
          'Takes the ids of all prizes of the event. A prize that has been drawn or is in a sealed draw ' +
          'keeps its place.',
        body: prizeOrder,
        response: { 200: z.array(prize) },
      },
    },
    async (request) => {
      const { body } = request;
      await requireEvent(db, body.eventId);
      return audited(
        db,
        await signedIn(request),
        async (tx) => unwrap(await orderPrizes(tx, body)),
        () => ({ kind: 'prizes-ordered', eventId: body.eventId }),
      );
    },
  );

  app.patch(
    '/:id',
    {
      config: { problems: ['prize-not-found', 'prize-fixed', 'prize-sealed'] },
      schema: {
        tags,
        summary: 'Change a prize that has not been drawn',
        params,
        body: prizeChange,
        response: { 200: prize },
      },
    },
    async (request) => {
      const { params, body } = request;
      return audited(
        db,
        await signedIn(request),
        async (tx) => unwrap(await changePrize(tx, params.id, body)),
        ({ eventId, ...subject }) => ({
          kind: 'prize-changed',
          eventId,
          subject,
          details: { fields: fieldsOf(body) },
        }),
      );
    },
  );

  app.post(
    '/:id/restore',
    {
      config: { problems: ['prize-not-found'] },
      schema: {
        tags,
        summary: 'Undo the deletion of a prize, within a day',
        params,
        response: { 200: prize },
      },
    },
    async (request) =>
      audited(
        db,
        await signedIn(request),
        async (tx) => unwrap(await restorePrize(tx, request.params.id)),
        ({ eventId, ...subject }) => ({ kind: 'prize-restored', eventId, subject }),
      ),
  );

  app.delete(
    '/:id',
    {
      config: { problems: ['prize-not-found', 'prize-not-deletable', 'prize-sealed'] },
      schema: {
        tags,
        summary: 'Delete a prize that has not been drawn',
        params,
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
