import { adminEvent, eventChange, eventInput, publicEvent } from '@drawbridge/contract/events';
import { deleted, reference } from '@drawbridge/contract/ids';
import { z } from 'zod';
import { found, unwrap } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import { audited, fieldsOf } from '../audit/store.ts';
import type { Routes } from '../feature.ts';
import {
  changeEvent,
  createEvent,
  deleteEvent,
  findEvent,
  findPublicEvent,
  listAssignedEvents,
  listEvents,
} from './store.ts';

const tags = ['events'];
const params = z.object({ id: reference('event-not-found') });

export const eventRoutes: Routes = async (app, { db, settings }) => {
  app.get(
    '/',
    {
      config: { who: 'users' },
      schema: {
        tags,
        summary: 'All events for administrators, the assigned ones for volunteers',
        response: { 200: z.union([z.array(adminEvent), z.array(publicEvent)]) },
      },
    },
    async (request) => {
      const user = await signedIn(request);
      return user.role === 'admin' ? listEvents(db) : listAssignedEvents(db, user.id);
    },
  );

  app.get(
    '/:id',
    {
      config: { who: 'anyone', problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'One event; only administrators see figures',
        params,
        response: { 200: z.union([adminEvent, publicEvent]) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const user = await request.findUser();
      return user?.role === 'admin'
        ? found(await findEvent(db, id), 'event-not-found')
        : found(await findPublicEvent(db, id), 'event-not-found');
    },
  );

  app.post(
    '/',
    {
      config: { problems: ['request-id-reused', 'event-not-found'] },
      schema: { tags, summary: 'Create an event', body: eventInput, response: { 201: adminEvent } },
    },
    async (request, reply) => {
      const user = await signedIn(request);
      const event = await audited(
        db,
        user,
        (tx) =>
          createEvent(tx, request.body, {
            createdBy: user.id,
            defaultCountry: settings.country,
          }),
        ({ id }) => ({
          kind: 'event-created',
          eventId: id,
          ...(request.body.copyOf && { details: { copyOf: request.body.copyOf } }),
        }),
      );
      return reply.code(201).send(event);
    },
  );

  app.patch(
    '/:id',
    {
      config: { problems: ['event-not-found', 'country-fixed'] },
      schema: {
        tags,
        summary: 'Change an event',
        params,
        body: eventChange,
        response: { 200: adminEvent },
      },
    },
    async (request) =>
      audited(
        db,
        await signedIn(request),
        async (tx) => unwrap(await changeEvent(tx, request.params.id, request.body)),
        ({ id }) => ({
          kind: 'event-changed',
          eventId: id,
          details: { fields: fieldsOf(request.body) },
        }),
      ),
  );

  app.delete(
    '/:id',
    {
      config: { problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'Delete an event and everything that belongs to it',
        params,
        response: { 200: deleted },
      },
    },
    async (request) =>
      audited(
        db,
        await signedIn(request),
        async (tx) => unwrap(await deleteEvent(tx, request.params.id)),
        ({ id, name }) => ({ kind: 'event-deleted', eventId: id, eventName: name }),
      ),
  );
};
