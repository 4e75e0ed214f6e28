import type { Prize, prizeDetails } from '@drawbridge/contract/prizes';
import type { z } from 'zod';
import { api } from '../../lib/api-client.ts';
import { sendOnce } from '../../lib/post-once.ts';
import { queryClient, reading, removeRow, replaceRow } from '../../lib/query-client.ts';
import { useChange } from '../../lib/use-change.ts';

const PRIZES = '/api/prizes';

export const prizesQuery = (eventId: string) => reading('/api/prizes', { query: { eventId } });

/** The event's draws, which say what prizes can no longer be changed; fetched for every dialog. */
export const prizeDrawsQuery = (eventId: string) => ({
  ...reading('/api/events/:eventId/draws', { params: { eventId } }),
  staleTime: 0,
});

/** Adds a prize at the end, or changes the one with this id. */
export function useSavePrize(eventId: string, position: number, prizeId?: string) {
  return useChange({
    send: (body: z.infer<typeof prizeDetails>) =>
      prizeId
        ? api.patch('/api/prizes/:prizeId', { params: { prizeId }, body })
        : sendOnce('/api/prizes', { body: { ...body, eventId, position } }),
    show: (saved) => {
      if (prizeId) return replaceRow(PRIZES, saved);
      // Added to the list at once, because the next prize's position is the length of the list.
      queryClient.setQueryData(
        prizesQuery(eventId).queryKey,
        (known) => known && [...known, saved],
      );
    },
    success: { title: prizeId ? 'Prize updated' : 'Prize created' },
    failure: prizeId ? 'Failed to update prize' : 'Failed to create prize',
    changes: [PRIZES],
  });
}

/** Shows the new order at once; if it is refused, the list is read again. */
export function useOrderPrizes(eventId: string) {
  return useChange({
    send: (prizeIds: string[]) => {
      queryClient.setQueryData(
        prizesQuery(eventId).queryKey,
        (known) => known && sortByIds(known, prizeIds),
      );
      return api.post('/api/prizes/order', { body: { eventId, prizeIds } });
    },
    failure: 'Failed to move prize',
    changes: [PRIZES],
  });
}

export function useDeletePrize(prizeId: string) {
  const params = { prizeId };
  return useChange({
    send: () => api.delete('/api/prizes/:prizeId', { params }),
    show: () => removeRow(PRIZES, prizeId),
    success: { title: 'Prize deleted' },
    undo: () => ({
      send: () => api.post('/api/prizes/:prizeId/restore', { params }),
      done: 'Prize restored',
      failure: 'Failed to restore prize',
    }),
    failure: 'Failed to delete prize',
    changes: [PRIZES],
  });
}

function sortByIds(prizes: readonly Prize[], ids: readonly string[]): Prize[] {
  return [...prizes].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}
