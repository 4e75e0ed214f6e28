import type { EnteredLead, LeadContact, OwnLead } from '@drawbridge/contract/leads';
import type { OwnAssignment } from '@drawbridge/contract/volunteers';
import { queryOptions } from '@tanstack/react-query';
import { post } from '../../lib/api-client.ts';
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
        post<EnteredLead>('/api/leads', { ...lead, ...now, source: 'volunteer' }),
      ),
    success: { title: 'Lead added', description: 'New lead has been added successfully' },
    failure: 'Failed to add lead',
    refetches: [OWN_LEADS],
  });
}
