import type { Deleted } from '@drawbridge/contract/ids';
import type { Sponsor, SponsorChange, SponsorInput } from '@drawbridge/contract/sponsors';
import { queryOptions } from '@tanstack/react-query';
import { patch, post, remove } from '../../lib/api-client.ts';
import { postOnce } from '../../lib/post-once.ts';
import { queryClient, removeRow } from '../../lib/query-client.ts';
import { undoAction } from '../../lib/toast.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

const SPONSORS = '/api/sponsors';

export const sponsorsQuery = (eventId: string) =>
  queryOptions<Sponsor[]>({
    queryKey: [`${SPONSORS}?eventId=${eventId}`],
    meta: { large: true },
  });

export function useAddSponsor() {
  return useToastMutation({
    send: async (sponsor: SponsorInput) => {
      const added = await postOnce<Sponsor>(SPONSORS, sponsor, { large: true });
      // Added to the list at once, because the next sponsor's position is the length of the list.
      queryClient.setQueryData(sponsorsQuery(sponsor.eventId).queryKey, (known) =>
        known ? [...known, added] : undefined,
      );
      return added;
    },
    success: { title: 'Sponsor added' },
    failure: 'Failed to add sponsor',
    refetches: [SPONSORS],
  });
}

export function useUpdateSponsor() {
  return useToastMutation({
    send: ({ id, ...change }: SponsorChange & { id: string }) =>
      patch<Sponsor>(`${SPONSORS}/${id}`, change, { large: true }),
    success: { title: 'Sponsor updated' },
    failure: 'Failed to update sponsor',
    refetches: [SPONSORS],
  });
}

export function useRemoveSponsor() {
  return useToastMutation({
    send: async (id: string) => {
      const answer = await remove<Deleted>(`${SPONSORS}/${id}`);
      removeRow(SPONSORS, id);
      return answer;
    },
    success: ({ id }) => ({
      title: 'Sponsor removed',
      action: undoAction({
        send: () => post(`${SPONSORS}/${id}/restore`),
        done: 'Sponsor restored',
        failure: 'Failed to restore sponsor',
        refetches: [SPONSORS],
      }),
    }),
    failure: 'Failed to remove sponsor',
    refetches: [SPONSORS],
  });
}
