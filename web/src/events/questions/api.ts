import type { translationsInput } from '@drawbridge/contract/events/events';
import type { questionsInput } from '@drawbridge/contract/events/questions/schemas';
import type { z } from 'zod';
import { ApiError, api, sentenceOf } from '../../lib/api/api-client.ts';
import { apiQuery, replaceRow } from '../../lib/queries/query-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { say } from '../../lib/texts/say.ts';

const EVENTS = '/api/events';

/** The number of answers to each question. */
export const answerCountsQuery = (eventId: string) => ({
  ...apiQuery('/api/events/:eventId/answers', { params: { eventId } }),
  staleTime: 0,
});

/** The author and time of the last change of the questions. */
export const lastChangeQuery = (eventId: string) => ({
  ...apiQuery('/api/audit', { query: { eventId, kind: 'questions-changed', limit: 1 } }),
  staleTime: 0,
});

type QuestionsInput = z.input<typeof questionsInput>;

/** 'Question 3, “Budget”: Two choices have the same name' */
function wrongQuestion(error: Error, questions: QuestionsInput['questions']): string | undefined {
  const [problem] = error instanceof ApiError ? error.fields : [];
  const [, index] = /^questions\.(\d+)/.exec(problem?.field ?? '') ?? [];
  const question = questions[Number(index)];
  if (!problem || !question) return undefined;
  const subject = say('Question {number}', { number: Number(index) + 1 });
  return question.label
    ? `${subject}, “${question.label}”: ${problem.message}`
    : `${subject}: ${problem.message}`;
}

export function useSaveQuestions(eventId: string) {
  return useApiMutation({
    send: (body: QuestionsInput) =>
      api.put('/api/events/:eventId/questions', { params: { eventId }, body }),
    show: (saved) => replaceRow(EVENTS, saved),
    success: { title: say('Form saved') },
    failure: (error, { questions }) => ({
      title: say('Could not save the form'),
      description: wrongQuestion(error, questions) ?? sentenceOf(error),
    }),
    changes: [EVENTS],
  });
}

/** All prizes of an event, whose names can be translated. */
export const prizesQuery = (eventId: string) => apiQuery('/api/prizes', { query: { eventId } });

/** The prizes as the form shows them; read again each time, because draws change them. */
export const prizesLeftQuery = (eventId: string) => ({
  ...apiQuery('/api/prizes/left', { query: { eventId } }),
  staleTime: 0,
});

export function useSaveTranslations(eventId: string) {
  return useApiMutation({
    send: (body: z.input<typeof translationsInput>) =>
      api.put('/api/events/:eventId/translations', { params: { eventId }, body }),
    show: (saved) => replaceRow(EVENTS, saved),
    success: { title: say('Translations saved') },
    failure: say('Could not save the translations'),
    changes: [EVENTS, '/api/prizes'],
  });
}
