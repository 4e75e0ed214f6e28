import { questionCalls } from '@drawbridge/contract/calls/events';
import { found } from '../../errors.ts';
import { findEvent, requireEvent } from '../events/store.ts';
import { feature } from '../feature.ts';
import { countAnswers, saveQuestions, saveTranslations } from './store.ts';

export const questions = feature(questionCalls, ({ db }) => ({
  replaceEventQuestions: async ({ params: { eventId }, body, change }) => {
    await change(
      (tx, user) => saveQuestions(tx, eventId, body, user),
      ({ asked }) => ({ eventId, details: { questions: asked } }),
    );
    return found(await findEvent(db, eventId), 'event-not-found');
  },
  replaceEventTranslations: async ({ params: { eventId }, body, change }) => {
    await change(
      (tx, user) => saveTranslations(tx, eventId, body, user),
      ({ languages }) => ({ eventId, details: { languages: languages.join(', ') } }),
    );
    return found(await findEvent(db, eventId), 'event-not-found');
  },
  getEventAnswers: async ({ params: { eventId } }) => {
    await requireEvent(db, eventId);
    return countAnswers(db, eventId);
  },
}));
