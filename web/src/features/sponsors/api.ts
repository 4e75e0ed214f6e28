import type { SharingInput } from '@drawbridge/contract/sponsor-pages';
import type { SponsorChange, SponsorInput } from '@drawbridge/contract/sponsors';
import { api } from '../../lib/api-client.ts';
import { sendOnce } from '../../lib/post-once.ts';
import { queryClient, reading, removeRow } from '../../lib/query-client.ts';
import { undoAction } from '../../lib/toast.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

const SPONSORS = '/api/sponsors';

export const sponsorsQuery = (eventId: string) =>
  reading('/api/sponsors', { query: { eventId }, large: true });

export function useAddSponsor() {
  return useToastMutation({
    send: async (sponsor: SponsorInput) => {
      const added = await sendOnce('/api/sponsors', { body: sponsor, large: true });
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
      api.patch('/api/sponsors/:sponsorId', {
        params: { sponsorId: id },
        body: change,
        large: true,
      }),
    success: { title: 'Sponsor updated' },
    failure: 'Failed to update sponsor',
    refetches: [SPONSORS, '/api/events'],
  });
}

export function useRemoveSponsor() {
  return useToastMutation({
    send: async (id: string) => {
      const answer = await api.delete('/api/sponsors/:sponsorId', { params: { sponsorId: id } });
      removeRow(SPONSORS, id);
      return answer;
    },
    success: ({ id }) => ({
      title: 'Sponsor removed',
      action: undoAction({
        send: () => api.post('/api/sponsors/:sponsorId/restore', { params: { sponsorId: id } }),
        done: 'Sponsor restored',
        failure: 'Failed to restore sponsor',
        refetches: [SPONSORS],
      }),
    }),
    failure: 'Failed to remove sponsor',
    refetches: [SPONSORS],
  });
}

/** What is shared with each sponsor of an event. */
export const sharingQuery = (eventId: string) =>
  reading('/api/sponsors/sharing', { query: { eventId } });

export const prizesQuery = (eventId: string) => reading('/api/prizes', { query: { eventId } });

/** Events are read again because the question is one of theirs. */
const sharingLists = [`${SPONSORS}/sharing`, '/api/events'];

export function useChangeSharing(sponsorId: string) {
  return useToastMutation({
    send: (body: SharingInput) =>
      api.put('/api/sponsors/:sponsorId/sharing', { params: { sponsorId }, body }),
    success: { title: 'Sharing saved' },
    failure: 'Failed to save what is shared',
    refetches: sharingLists,
  });
}

export function useMakeLink(sponsorId: string) {
  return useToastMutation({
    send: (password: string) =>
      api.post('/api/sponsors/:sponsorId/link', {
        params: { sponsorId },
        body: { password: password || null },
      }),
    failure: 'Failed to make the link',
    refetches: sharingLists,
  });
}

export function useRevokeLink(sponsorId: string) {
  return useToastMutation({
    send: () => api.delete('/api/sponsors/:sponsorId/link', { params: { sponsorId } }),
    success: { title: 'Link revoked' },
    failure: 'Failed to revoke the link',
    refetches: sharingLists,
  });
}
