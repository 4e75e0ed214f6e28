import type { Deleted } from '@drawbridge/contract/deleted';
import type {
  CollectedLead,
  LeadContact,
  OwnLead,
  OwnLeadChange,
} from '@drawbridge/contract/leads';
import type { OwnAssignment } from '@drawbridge/contract/volunteers';
import { queryOptions } from '@tanstack/react-query';
import { patch, post, remove } from '../../lib/api-client.ts';
import { removeRow, replaceRow } from '../../lib/lists.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';
import { type LeadAttempt, sendLead } from '../../shared/lead-attempts.ts';

const OWN_LEADS = '/api/volunteer/leads';

export const ownAssignmentsQuery = queryOptions<OwnAssignment[]>({
  queryKey: ['/api/volunteer/assignments'],
});
export const ownLeadsQuery = queryOptions<OwnLead[]>({
  queryKey: [OWN_LEADS],
  meta: { large: true },
});

interface NewLead extends LeadContact {
  eventId: string;
  /** The same for every attempt, so that sending again does not create a second lead. */
  made: LeadAttempt;
}

export function useAddLead() {
  return useToastMutation({
    send: ({ made, ...lead }: NewLead) =>
      sendLead(made, (now) =>
        post<CollectedLead>('/api/leads', { ...lead, ...now, source: 'volunteer' }),
      ),
    success: { title: 'Lead added', description: 'New lead has been added successfully' },
    failure: 'Failed to add lead',
    refetches: [OWN_LEADS],
  });
}

export function useCorrectLead() {
  return useToastMutation({
    send: async ({ id, change }: { id: string; change: OwnLeadChange }) => {
      const lead = await patch<OwnLead>(`${OWN_LEADS}/${id}`, change);
      replaceRow(OWN_LEADS, lead);
      return lead;
    },
    success: { title: 'Lead updated' },
    failure: 'Update failed',
    refetches: [OWN_LEADS],
  });
}

export function useTakeLeadBack() {
  return useToastMutation({
    send: async (id: string) => {
      const answer = await remove<Deleted>(`${OWN_LEADS}/${id}`);
      removeRow(OWN_LEADS, id);
      return answer;
    },
    success: { title: 'Lead taken back' },
    failure: 'The lead could not be taken back',
    refetches: [OWN_LEADS],
  });
}
