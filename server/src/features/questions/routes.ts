import { adminEvent, translationsInput } from '@drawbridge/contract/events';
import { reference } from '@drawbridge/contract/ids';
import { answerCounts, questionsInput } from '@drawbridge/contract/questions/schemas';
import { z } from 'zod';
import { found } from '../../errors.ts';
import { findEvent, requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { countAnswers, saveQuestions, saveTranslations } from './store.ts';

/** All questions with all choices and texts, in any script. */
const QUESTIONS_BYTES = 1024 * 1024;

const tags = ['questions'];
const params = z.object({ id: reference('event-not-found') });

export const questionRoutes: Routes = async (app, { db, audit }) => {
  app.put(
    '/:id/questions',
    {
      bodyLimit: QUESTIONS_BYTES,
      config: {
        problems: [
          'event-not-found',
          'questions-changed',
          'question-kind-fixed',
          'questions-full',
          'question-full',
          'sponsor-not-found',
          'publishing-needs-person',
        ],
      },
      schema: {
        tags,
        summary: 'Replace the questions of an event',
        description:
          'Questions and choices that are missing are archived: they are no longer asked, and their answers ' +
          'stay. The new text of an agreement is a new version of it.',
        params,
        body: questionsInput,
        response: { 200: adminEvent },
      },
    },
    async (request) => {
      const { id } = request.params;
      await audit(
        request,
        (tx, user) => saveQuestions(tx, id, request.body, user),
        ({ asked }) => ({ kind: 'questions-changed', eventId: id, details: { questions: asked } }),
      );
      return found(await findEvent(db, id), 'event-not-found');
    },
  );

  app.put(
    '/:id/translations',
    {
      bodyLimit: QUESTIONS_BYTES,
      config: {
        problems: [
          'event-not-found',
          'questions-changed',
          'prizes-changed',
          'question-full',
          'translation-not-needed',
          'publishing-needs-person',
        ],
      },
      schema: {
        tags,
        summary: "Replace the translations of an event's texts, questions and prizes",
        description: 'Another translation of an agreement is a new version of it.',
        params,
        body: translationsInput,
        response: { 200: adminEvent },
      },
    },
    async (request) => {
      const { id } = request.params;
      await audit(
        request,
        (tx, user) => saveTranslations(tx, id, request.body, user),
        ({ languages }) => ({
          kind: 'translations-changed',
          eventId: id,
          details: { languages: languages.join(', ') },
        }),
      );
      return found(await findEvent(db, id), 'event-not-found');
    },
  );

  app.get(
    '/:id/answers',
    {
      config: { problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'How many leads of an event have each answer',
        params,
        response: { 200: answerCounts },
      },
    },
    async ({ params: { id } }) => {
      await requireEvent(db, id);
      return countAnswers(db, id);
    },
  );
};
