import { eventCalls, questionCalls } from '@drawbridge/contract/events/calls/events';
import { fieldsOf } from '../../core/change/audit-log.ts';
import { feature } from '../../core/feature.ts';
import { orProblem, Problem, succeed } from '../../errors.ts';
import { storePictures } from '../pictures/store.ts';
import { countAnswers, saveQuestions, saveTranslations } from '../questions/store.ts';
import {
  changeEvent,
  confirmErasure,
  createEvent,
  deleteEvent,
  findEvent,
  findPublicEvent,
  listAssignedEvents,
  listEvents,
  requireEvent,
} from './store.ts';

export const events = feature({ ...eventCalls, ...questionCalls }, ({ db, settings }) => {
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
      return orProblem(event, 'event-not-found');
    },
    createEvent: ({ body, change }) => {
      checkReceipts(body);
      const defaultCountry = settings.country;
      return change(
        async (tx, user) => {
          const input = await storePictures(tx, body);
          return succeed(await createEvent(tx, input, { by: user, defaultCountry }));
        },
        ({ id }) => ({
          eventId: id,
          ...(body.copyOf && { details: { copyOf: body.copyOf } }),
        }),
        findEvent,
      );
    },
    updateEvent: ({ params: { eventId }, body, change }) => {
      checkReceipts(body);
      return change(
        async (tx, user) => changeEvent(tx, eventId, await storePictures(tx, body), user),
        { eventId, details: { fields: fieldsOf(body) } },
      );
    },
    confirmErasure: ({ params: { eventId }, body, change }) =>
      change(
        (tx) => confirmErasure(tx, eventId, body),
        ({ leadCount }) => ({ eventId, details: { leads: leadCount } }),
        findEvent,
      ),
    deleteEvent: ({ params: { eventId }, change }) =>
      change(
        (tx) => deleteEvent(tx, eventId),
        ({ name }) => ({ eventId, eventName: name }),
      ),
    replaceEventQuestions: async ({ params: { eventId }, body, change }) => {
      await change(
        (tx, user) => saveQuestions(tx, eventId, body, user),
        ({ asked }) => ({ eventId, details: { questions: asked } }),
      );
      return orProblem(await findEvent(db, eventId), 'event-not-found');
    },
    replaceEventTranslations: async ({ params: { eventId }, body, change }) => {
      await change(
        (tx, user) => saveTranslations(tx, eventId, body, user),
        ({ languages }) => ({ eventId, details: { languages: languages.join(', ') } }),
      );
      return orProblem(await findEvent(db, eventId), 'event-not-found');
    },
    getEventAnswers: async ({ params: { eventId } }) => {
      await requireEvent(db, eventId);
      return countAnswers(db, eventId);
    },
  };
});
