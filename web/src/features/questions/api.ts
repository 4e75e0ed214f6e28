import type { AdminEvent, translationsInput } from '@drawbridge/contract/events';
import type { Prize } from '@drawbridge/contract/prizes';
import type { AnswerCounts, QuestionsInput } from '@drawbridge/contract/questions/schemas';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { ApiError, put, sentenceOf } from '../../lib/api-client.ts';
import { replaceRow } from '../../lib/query-client.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

const EVENTS = '/api/events';

/** How often each question has been answered. */
export const answerCountsQuery = (eventId: string) =>
  queryOptions<AnswerCounts>({ queryKey: [`${EVENTS}/${eventId}/answers`], staleTime: 0 });

/** 'Question 3, “Budget”: Two choices have the same name' */
function wrongQuestion(error: Error, questions: QuestionsInput['questions']): string | undefined {
  const [problem] = error instanceof ApiError ? error.fields : [];
  const [, index] = /^questions\.(\d+)/.exec(problem?.field ?? '') ?? [];
  const question = questions[Number(index)];
  if (!problem || !question) return undefined;
  const place = `Question ${Number(index) + 1}`;
  return question.label
    ? `${place}, “${question.label}”: ${problem.message}`
    : `${place}: ${problem.message}`;
}

export function useSaveQuestions(eventId: string) {
  return useToastMutation({
    send: async (input: QuestionsInput) => {
      const saved = await put<AdminEvent>(`${EVENTS}/${eventId}/questions`, input);
      replaceRow(EVENTS, saved);
      return saved;
    },
    success: { title: 'Form saved' },
    failure: (error, { questions }) => ({
      title: 'The form was not saved',
      description: wrongQuestion(error, questions) ?? sentenceOf(error),
    }),
    // Leads are incomplete or not by the questions.
    refetches: [EVENTS, '/api/leads'],
  });
}

/** All prizes of an event, whose names can be translated. */
export const prizesQuery = (eventId: string) =>
  queryOptions<Prize[]>({ queryKey: [`/api/prizes?eventId=${eventId}`] });

export function useSaveTranslations(eventId: string) {
  return useToastMutation({
    send: async (input: z.input<typeof translationsInput>) => {
      const saved = await put<AdminEvent>(`${EVENTS}/${eventId}/translations`, input);
      replaceRow(EVENTS, saved);
      return saved;
    },
    success: { title: 'Translations saved' },
    failure: (error) => ({
      title: 'The translations were not saved',
      description: sentenceOf(error),
    }),
    refetches: [EVENTS, '/api/prizes'],
  });
}
