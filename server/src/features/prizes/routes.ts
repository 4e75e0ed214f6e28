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
import { found, Problem } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import { compressAll, SharedAnswers, sendCompressed } from '../../plugins/shared-answers.ts';
import { readLiveVersion, requireEvent } from '../events/store.ts';
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

const prizes = z.array(prize);

/** The lists of a few events with thousands of prizes in all languages. */
const LISTS_MAX_BYTES = 16 * 1024 * 1024;

export const prizeRoutes: Routes = async (app, { db, audit }) => {
  const lists = new SharedAnswers<{ bytes: Buffer }>(LISTS_MAX_BYTES);
  const build = async (of: Parameters<typeof listPrizes>[1]) => ({
    bytes: await compressAll([JSON.stringify(prizes.parse(await listPrizes(db, of)))]),
  });

  app.get(
    '/',
    {
      compress: false,
      config: {
        who: 'anyone',
        problems: ['event-not-found', 'not-signed-in', 'administrators-only'],
      },
      schema: {
        tags,
        summary: "An event's prizes; without `eventId` all prizes, for administrators",
        querystring: prizeQuery,
        response: { 200: prizes },
      },
    },
    async (request, reply) => {
      const { eventId } = request.query;
      const send = ({ bytes }: { bytes: Buffer }) =>
        sendCompressed(reply, bytes, 'application/json; charset=utf-8');
      if (eventId) {
        // Read first: a list that is newer than its version is only built once more.
        const version = await readLiveVersion(db, eventId);
        const list = await lists.get(`${eventId} ${version}`, () => build({ eventId }));
        return send(found(list, 'event-not-found'));
      }
      const user = await signedIn(request);
      if (user.role !== 'admin') throw new Problem('administrators-only');
      if (user.scopes?.includes('events:read') === false) throw new Problem('scope-missing');
      if (user.events && user.scopes) throw new Problem('event-not-named');
      return send(await build({ only: user.events }));
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
      config: { problems: ['event-not-found'] },
      schema: { tags, summary: 'Add a prize', body: prizeInput, response: { 201: prize } },
    },
    async (request, reply) => {
      reply.code(201);
      return audit(request, (tx) => createPrize(tx, request.body), 'prize-added');
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
      const record = { kind: 'prizes-ordered', eventId: body.eventId } as const;
      return audit(request, (tx) => orderPrizes(tx, body), record);
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
    (request) =>
      audit(request, (tx) => changePrize(tx, request.params.id, request.body), 'prize-changed'),
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
    (request) => audit(request, (tx) => restorePrize(tx, request.params.id), 'prize-restored'),
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
    (request) => audit(request, (tx) => deletePrize(tx, request.params.id), 'prize-deleted'),
  );
};
