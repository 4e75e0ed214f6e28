import { randomUUID } from 'node:crypto';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import {
  askedOfVisitors,
  type WrittenQuestion,
} from '@drawbridge/contract/vectors/questions-fixture';
import type { Api } from './api.ts';

/** One question of every kind, and one with more choices than fit on a screen. */
export const manyQuestions = {
  ...askedOfVisitors,
  region: {
    kind: 'choice',
    label: 'Region',
    choices: Array.from({ length: 30 }, (_, at) => ({ id: `r${at}`, label: `Region ${at + 1}` })),
  },
} satisfies Record<string, WrittenQuestion>;

/** Replaces the questions of an event, and returns their ids. */
export async function ask<Name extends string>(
  api: Api,
  event: Pick<AdminEvent, 'id'>,
  asked: Record<Name, WrittenQuestion>,
): Promise<Record<Name, string>> {
  const { questionsVersion: version } = await api.call<AdminEvent>(
    'GET',
    `/api/events/${event.id}`,
  );
  const ids = Object.fromEntries(Object.keys(asked).map((name) => [name, randomUUID()]));
  const questions = Object.entries<WrittenQuestion>(asked).map(([name, question]) => ({
    id: ids[name],
    ...question,
  }));
  await api.call('PUT', `/api/events/${event.id}/questions`, { version, questions });
  return ids as Record<Name, string>;
}
