import type { PublicEvent } from '@drawbridge/contract/events';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { Sponsor } from '@drawbridge/contract/sponsors';
import { queryOptions } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { ApiError, post } from '../../lib/api-client.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

const eventUrl = (eventId: string) => `/api/events/${encodeURIComponent(eventId)}`;
const resultsUrl = (eventId: string) => `${eventUrl(eventId)}/raffles`;
const ofEvent = (list: string, eventId: string) =>
  `/api/${list}?eventId=${encodeURIComponent(eventId)}`;

/** What the stage shows, as anyone may read it. */
export const raffleQueries = {
  event: (eventId: string) => queryOptions<PublicEvent>({ queryKey: [eventUrl(eventId)] }),
  prizes: (eventId: string) => queryOptions<Prize[]>({ queryKey: [ofEvent('prizes', eventId)] }),
  results: (eventId: string) => queryOptions<RaffleResult[]>({ queryKey: [resultsUrl(eventId)] }),
  sponsors: (eventId: string) =>
    queryOptions<Sponsor[]>({ queryKey: [ofEvent('sponsors', eventId)] }),
};

/** Draws the winner of a prize, or of no prize in particular. */
export function useDrawWinner(eventId: string) {
  const [path, navigate] = useLocation();

  return useToastMutation({
    send: (prizeId: string | null) =>
      post<RaffleResult>(`${eventUrl(eventId)}/draw-winner`, { prizeId }),
    failure: (error) => ({
      title: 'Drawing failed',
      description: (error instanceof ApiError && error.sentence) || 'Please try again.',
      ...(mayNotDraw(error) && {
        action: {
          label: 'Sign in',
          onSelect: () => navigate(`/login?next=${encodeURIComponent(path)}`),
        },
      }),
    }),
    // Also after a failure: somebody else may have drawn, or the answer to our own draw got lost.
    refetches: [resultsUrl(eventId), ofEvent('prizes', eventId)],
  });
}

function mayNotDraw(error: Error): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}
