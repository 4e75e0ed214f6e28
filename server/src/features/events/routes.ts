import { passwordConfirmation } from '@drawbridge/contract/accounts/accounts';
import { adminEvent, eventChange, eventInput, publicEvent } from '@drawbridge/contract/events';
import { deleted, reference } from '@drawbridge/contract/ids';
import { z } from 'zod';
import { fail, found, Problem, succeed } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import { fieldsOf } from '../audit/store.ts';
import { confirmUser } from '../auth/confirm-password.ts';
import type { Routes } from '../feature.ts';
import { confirmErasure } from '../people/retention.ts';
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
/** What only the database can say about the fields of an event. */
const refusedFields = ['language-not-offered', 'time-zone-unknown', 'question-full'] as const;
const params = z.object({ id: reference('event-not-found') });

export const eventRoutes: Routes = async (app, { db, settings, audit }) => {
  const checkReceipts = ({ receipts }: { receipts?: boolean | undefined }) => {
    if (receipts && !settings.mail) throw new Problem('mail-off');
  };

  app.get(
    '/',
    {
      config: { who: 'users', limited: 'filtered for tokens too' },
      schema: {
        tags,
        summary: 'All events for administrators, the assigned ones for volunteers',
        response: { 200: z.union([z.array(adminEvent), z.array(publicEvent)]) },
      },
    },
    async (request) => {
      const user = await signedIn(request);
      if (user.role !== 'admin') return listAssignedEvents(db, user.id);
      return listEvents(db, user.events);
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
      const reads =
        user?.role === 'admin' &&
        (user.scopes?.includes('events:read') ?? true) &&
        (user.events?.includes(id) ?? true);
      return reads
        ? found(await findEvent(db, id), 'event-not-found')
        : found(await findPublicEvent(db, id), 'event-not-found');
    },
  );

  app.post(
    '/',
    {
      config: {
        limited: 'none',
        problems: ['event-not-found', 'mail-off', ...refusedFields],
      },
      schema: { tags, summary: 'Create an event', body: eventInput, response: { 201: adminEvent } },
    },
    async (request, reply) => {
      const { body } = request;
      checkReceipts(body);
      const defaultCountry = settings.country;
      reply.code(201);
      return audit(
        request,
        async (tx, user) =>
          succeed(await createEvent(tx, body, { createdBy: user.id, defaultCountry })),
        ({ id }) => ({
          kind: 'event-created',
          eventId: id,
          ...(body.copyOf && { details: { copyOf: body.copyOf } }),
        }),
      );
    },
  );

  app.patch(
    '/:id',
    {
      config: {
        problems: [
          'event-not-found',
          'publishing-needs-person',
          'country-fixed',
          'mail-off',
          ...refusedFields,
        ],
      },
      schema: {
        tags,
        summary: 'Change an event',
        description:
          'If its day of erasure becomes earlier, leads are erased only once `erasure` is confirmed. Tokens cannot ' +
          'set `winnerDisplay` to `full`.',
        params,
        body: eventChange,
        response: { 200: adminEvent },
      },
    },
    async (request) => {
      checkReceipts(request.body);
      return audit(request, (tx, user) => changeEvent(tx, request.params.id, request.body, user), {
        kind: 'event-changed',
        eventId: request.params.id,
        details: { fields: fieldsOf(request.body) },
      });
    },
  );

  app.post(
    '/:id/erasure',
    {
      config: {
        tokens: 'none',
        limited: 'none',
        problems: ['event-not-found', 'erasure-not-waiting'],
      },
      schema: {
        tags,
        summary:
          "Confirm that an event's leads are erased on its new day, a day from now at the earliest",
        params,
        body: passwordConfirmation,
        response: { 200: adminEvent },
      },
    },
    async (request) => {
      await confirmUser(db, request);
      return audit(
        request,
        async (tx) => {
          const confirmed = await confirmErasure(tx, request.params.id);
          const event = found(await findEvent(tx, request.params.id), 'event-not-found');
          return confirmed ? succeed(event) : fail('erasure-not-waiting');
        },
        ({ id, leadCount }) => ({
          kind: 'erasure-confirmed',
          eventId: id,
          details: { leads: leadCount },
        }),
      );
    },
  );

  app.delete(
    '/:id',
    {
      config: {
        // It would delete leads too.
        tokens: 'none',
        // Whoever cannot create events cannot delete them either; they can archive theirs.
        limited: 'none',
        problems: ['event-not-found'],
      },
      schema: {
        tags,
        summary: 'Delete an event and everything that belongs to it',
        params,
        response: { 200: deleted },
      },
    },
    (request) =>
      audit(
        request,
        (tx) => deleteEvent(tx, request.params.id),
        ({ id, name }) => ({ kind: 'event-deleted', eventId: id, eventName: name }),
      ),
  );
};
