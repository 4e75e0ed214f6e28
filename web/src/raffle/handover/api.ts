import { createContext } from 'react';
import { api, urlOf } from '../../lib/api/api-client.ts';
import { publicShapes } from '../../lib/api/public-shapes.ts';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { sendOnce } from '../../lib/queries/send-once.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { say } from '../../lib/texts/say.ts';
import { t } from '../../lib/texts/texts.ts';

/** Options for data that several people change at the same time while handing over prizes. */
const fresh = { staleTime: 0, refetchInterval: 10_000 };

/** All winners, for administrators. */
export const winnersQuery = (eventId: string) => ({
  ...apiQuery('/api/events/:eventId/winners', { params: { eventId } }),
  ...fresh,
});

/** The public wins, which show volunteers who is still waiting. */
export const winsQuery = (eventId: string) => ({
  ...apiQuery('/api/events/:eventId/raffles', { params: { eventId }, shape: publicShapes.results }),
  ...fresh,
});

export const wonPrizesQuery = (eventId: string) =>
  apiQuery('/api/prizes', { query: { eventId }, shape: publicShapes.prizes });

/** The URLs that a handover or its undo changes, for organisers and for the public. */
export const changedByHandovers = (eventId: string) => [
  urlOf('/api/events/:eventId/winners', { params: { eventId } }),
  urlOf('/api/events/:eventId/raffles', { params: { eventId } }),
];

/** The number of the draw whose winners are on the wall, where that is known. */
export const OnStageContext = createContext<number | undefined>(undefined);

export interface Win {
  number: number;
  place: number;
}

export const isSameWin = (one: Win) => (other: Win | undefined) =>
  one.number === other?.number && one.place === other.place;

export function useUndoHandover(eventId: string) {
  return useApiMutation({
    send: ({ number, place }: Win) =>
      api.delete('/api/events/:eventId/draws/:number/handover', {
        params: { eventId, number },
        query: { place },
      }),
    success: ({ name }) => ({
      title: t('presenter.undone'),
      description: t('presenter.waitingAgain', { name }),
    }),
    failure: t('presenter.notUndone'),
    changes: changedByHandovers(eventId),
  });
}

/** Notes that a winner has been reached, or takes it back. */
export function useReached(eventId: string) {
  const path = '/api/events/:eventId/draws/:number/reached';
  return useApiMutation({
    send: ({ number, place, reached }: Win & { reached: boolean }) =>
      reached
        ? sendOnce(path, { params: { eventId, number }, body: { place } })
        : api.delete(path, { params: { eventId, number }, query: { place } }),
    failure: say('Could not save it'),
    changes: [urlOf('/api/events/:eventId/winners', { params: { eventId } })],
  });
}

/** The state of the mail to an event's winners, which servers send within seconds. */
export const winnerMailsQuery = (eventId: string, enabled: boolean) => ({
  ...apiQuery('/api/events/:eventId/winners/mail', { params: { eventId } }),
  enabled,
  staleTime: 0,
  refetchInterval: 3000,
});

export function useMailWinner(eventId: string) {
  return useApiMutation({
    send: ({ number, place, email }: Win & { email: string }) =>
      sendOnce('/api/events/:eventId/draws/:number/mail', {
        params: { eventId, number },
        body: { place, email },
      }),
    success: ({ to }) => ({ title: t('presenter.mailQueued'), description: to }),
    failure: t('presenter.mailNotSent'),
    changes: [urlOf('/api/events/:eventId/winners/mail', { params: { eventId } })],
  });
}
