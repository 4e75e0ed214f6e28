import type { Deleted } from '@drawbridge/contract/deleted';
import type { Prize, PrizeInput } from '@drawbridge/contract/prizes';
import { queryOptions } from '@tanstack/react-query';
import { post, remove } from '../../lib/api-client.ts';
import { removeRow } from '../../lib/lists.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

const PRIZES = '/api/prizes';
/** Refetched because the event cards count their prizes. */
const EVENTS = '/api/events';

export const prizesQuery = (eventId: string) =>
  queryOptions<Prize[]>({ queryKey: [`${PRIZES}?eventId=${eventId}`] });

export function useCreatePrize() {
  return useToastMutation({
    send: async (prize: PrizeInput) => {
      const created = await post<Prize>(PRIZES, prize);
      // Added to the list at once, because the next prize's position is the length of the list.
      queryClient.setQueryData(prizesQuery(prize.eventId).queryKey, (known) =>
        known ? [...known, created] : undefined,
      );
      return created;
    },
    success: { title: 'Prize created' },
    failure: 'Failed to create prize',
    refetches: [PRIZES, EVENTS],
  });
}

export function useDeletePrize() {
  return useToastMutation({
    send: async (id: string) => {
      const answer = await remove<Deleted>(`${PRIZES}/${id}`);
      removeRow(PRIZES, id);
      return answer;
    },
    success: { title: 'Prize deleted' },
    failure: 'Failed to delete prize',
    refetches: [PRIZES, EVENTS],
  });
}
