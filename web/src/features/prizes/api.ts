import type { Prize, PrizeChange, PrizeInput } from '@drawbridge/contract/prizes';
import { api } from '../../lib/api-client.ts';
import { sendOnce } from '../../lib/post-once.ts';
import { queryClient, reading, removeRow, replaceRow } from '../../lib/query-client.ts';
import { undoAction } from '../../lib/toast.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

const PRIZES = '/api/prizes';
/** Refetched because the event cards count their prizes. */
const EVENTS = '/api/events';
const lists = [PRIZES, EVENTS];

export const prizesQuery = (eventId: string) => reading('/api/prizes', { query: { eventId } });

/** The event's draws, which say what prizes can no longer be changed; fetched for every dialog. */
export const prizeDrawsQuery = (eventId: string) => ({
  ...reading('/api/events/:eventId/draws', { params: { eventId } }),
  staleTime: 0,
});

export function useCreatePrize() {
  return useToastMutation({
    send: async (prize: PrizeInput) => {
      const created = await sendOnce('/api/prizes', { body: prize });
      // Added to the list at once, because the next prize's position is the length of the list.
      queryClient.setQueryData(prizesQuery(prize.eventId).queryKey, (known) =>
        known ? [...known, created] : undefined,
      );
      return created;
    },
    success: { title: 'Prize created' },
    failure: 'Failed to create prize',
    refetches: lists,
  });
}

export function useUpdatePrize(id: string) {
  return useToastMutation({
    send: async (change: PrizeChange) => {
      const changed = await api.patch('/api/prizes/:prizeId', {
        params: { prizeId: id },
        body: change,
      });
      replaceRow(PRIZES, changed);
      return changed;
    },
    success: { title: 'Prize updated' },
    failure: 'Failed to update prize',
    refetches: lists,
  });
}

/** Shows the new order at once; if it is refused, the list is read again. */
export function useOrderPrizes(eventId: string) {
  return useToastMutation({
    send: (prizeIds: string[]) => {
      queryClient.setQueryData(
        prizesQuery(eventId).queryKey,
        (known) => known && sortByIds(known, prizeIds),
      );
      return api.post('/api/prizes/order', { body: { eventId, prizeIds } });
    },
    failure: 'Failed to move prize',
    refetches: [PRIZES],
  });
}

export function useDeletePrize() {
  return useToastMutation({
    send: async (id: string) => {
      const answer = await api.delete('/api/prizes/:prizeId', { params: { prizeId: id } });
      removeRow(PRIZES, id);
      return answer;
    },
    success: ({ id }) => ({
      title: 'Prize deleted',
      action: undoAction({
        send: () => api.post('/api/prizes/:prizeId/restore', { params: { prizeId: id } }),
        done: 'Prize restored',
        failure: 'Failed to restore prize',
        refetches: lists,
      }),
    }),
    failure: 'Failed to delete prize',
    refetches: lists,
  });
}

function sortByIds(prizes: readonly Prize[], ids: readonly string[]): Prize[] {
  return [...prizes].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}
