import type { SharingInput } from '@drawbridge/contract/sponsor-pages';
import type { SponsorInput } from '@drawbridge/contract/sponsors';
import { api } from '../../lib/api-client.ts';
import { sendOnce } from '../../lib/post-once.ts';
import { queryClient, reading, removeRow } from '../../lib/query-client.ts';
import { useChange } from '../../lib/use-change.ts';

const SPONSORS = '/api/sponsors';
const SHARING = '/api/sponsors/sharing';

export const sponsorsQuery = (eventId: string) =>
  reading('/api/sponsors', { query: { eventId }, large: true });

/** Adds a sponsor, or changes the one with this id. */
export function useSaveSponsor(eventId: string, position: number, sponsorId?: string) {
  return useChange({
    send: (body: Pick<SponsorInput, 'name' | 'logo'>) =>
      sponsorId
        ? api.patch('/api/sponsors/:sponsorId', { params: { sponsorId }, body, large: true })
        : sendOnce(SPONSORS, { body: { ...body, eventId, position }, large: true }),
    show: (saved) => {
      if (sponsorId) return;
      // Added to the list at once, because the next sponsor's position is the length of the list.
      queryClient.setQueryData(
        sponsorsQuery(eventId).queryKey,
        (known) => known && [...known, saved],
      );
    },
    success: { title: sponsorId ? 'Sponsor updated' : 'Sponsor added' },
    failure: sponsorId ? 'Failed to update sponsor' : 'Failed to add sponsor',
    // The questions of an event name its sponsors.
    changes: sponsorId ? [SPONSORS, SHARING] : [SPONSORS],
  });
}

export function useRemoveSponsor(sponsorId: string) {
  const params = { sponsorId };
  return useChange({
    send: () => api.delete('/api/sponsors/:sponsorId', { params }),
    show: () => removeRow(SPONSORS, sponsorId),
    success: { title: 'Sponsor removed' },
    undo: () => ({
      send: () => api.post('/api/sponsors/:sponsorId/restore', { params }),
      done: 'Sponsor restored',
      failure: 'Failed to restore sponsor',
    }),
    failure: 'Failed to remove sponsor',
    changes: [SPONSORS],
  });
}

/** What is shared with each sponsor of an event. */
export const sharingQuery = (eventId: string) => reading(SHARING, { query: { eventId } });

export const prizesQuery = (eventId: string) => reading('/api/prizes', { query: { eventId } });

export function useChangeSharing(sponsorId: string) {
  return useChange({
    send: (body: SharingInput) =>
      api.put('/api/sponsors/:sponsorId/sharing', { params: { sponsorId }, body }),
    success: { title: 'Sharing saved' },
    failure: 'Failed to save what is shared',
    changes: [SHARING],
  });
}

export function useMakeLink(sponsorId: string) {
  return useChange({
    send: (password: string) =>
      api.post('/api/sponsors/:sponsorId/link', {
        params: { sponsorId },
        body: { password: password || null },
      }),
    failure: 'Failed to make the link',
    changes: [SHARING],
  });
}

export function useRevokeLink(sponsorId: string) {
  return useChange({
    send: () => api.delete('/api/sponsors/:sponsorId/link', { params: { sponsorId } }),
    success: { title: 'Link revoked' },
    failure: 'Failed to revoke the link',
    changes: [SHARING],
  });
}
