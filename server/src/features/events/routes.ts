import { eventCalls } from '@drawbridge/contract/calls/events';
import { fail, found, Problem, succeed } from '../../errors.ts';
import { fieldsOf } from '../audit/store.ts';
import { feature } from '../feature.ts';
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

export const events = feature(eventCalls, ({ db, settings }) => {
  const checkReceipts = ({ receipts }: { receipts?: boolean | undefined }) => {
    if (receipts && !settings.mail) throw new Problem('mail-off');
  };

  return {
    getEvents: ({ user }) =>
      user.role === 'admin' ? listEvents(db, user.events) : listAssignedEvents(db, user.id),
    getEvent: async ({ params: { eventId }, request }) => {
      const user = await request.findUser();
      const reads =
        user?.role === 'admin' &&
        (user.scopes?.includes('events:read') ?? true) &&
        (user.events?.includes(eventId) ?? true);
      const event = await (reads ? findEvent(db, eventId) : findPublicEvent(db, eventId));
      return found(event, 'event-not-found');
    },
    createEvent: ({ body, change }) => {
      checkReceipts(body);
      const defaultCountry = settings.country;
      return change(
        async (tx, user) => succeed(await createEvent(tx, body, { by: user, defaultCountry })),
        ({ id }) => ({
          eventId: id,
          ...(body.copyOf && { details: { copyOf: body.copyOf } }),
        }),
      );
    },
    updateEvent: ({ params: { eventId }, body, change }) => {
      checkReceipts(body);
      return change((tx, user) => changeEvent(tx, eventId, body, user), {
        eventId,
        details: { fields: fieldsOf(body) },
      });
    },
    confirmErasure: ({ params: { eventId }, change }) =>
      change(
        async (tx) => {
          const confirmed = await confirmErasure(tx, eventId);
          const event = found(await findEvent(tx, eventId), 'event-not-found');
          return confirmed ? succeed(event) : fail('erasure-not-waiting');
        },
        ({ leadCount }) => ({ eventId, details: { leads: leadCount } }),
      ),
    deleteEvent: ({ params: { eventId }, change }) =>
      change(
        (tx) => deleteEvent(tx, eventId),
        ({ name }) => ({ eventId, eventName: name }),
      ),
  };
});
