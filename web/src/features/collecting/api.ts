import type { EnteredLead, LeadContact, OwnLead } from '@drawbridge/contract/leads';
import type { OwnAssignment } from '@drawbridge/contract/volunteers';
import { queryOptions } from '@tanstack/react-query';
import { post } from '../../lib/api-client.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

const OWN_LEADS = '/api/volunteer/leads';

export const ownAssignmentsQuery = queryOptions<OwnAssignment[]>({
  queryKey: ['/api/volunteer/assignments'],
});
export const ownLeadsQuery = queryOptions<OwnLead[]>({
  queryKey: [OWN_LEADS],
  meta: { large: true },
});

/** A lead with the id it has had since the first try, so that a repeated send makes no second one. */
export interface NewLead extends LeadContact {
  id: string;
  eventId: string;
}

/** The entry code is missing where an older server answered. */
export type AddedLead = OwnLead & Partial<Pick<EnteredLead, 'entryCode'>>;

export function useAddLead() {
  return useToastMutation({
    send: (lead: NewLead) => post<AddedLead>('/api/leads', { ...lead, source: 'volunteer' }),
    success: { title: 'Lead added', description: 'New lead has been added successfully' },
    failure: 'Failed to add lead',
    refetches: [OWN_LEADS],
  });
}
