import type {
  AdminLead,
  BulkVerifyAnswer,
  LeadChange,
  LeadStatus,
} from '@drawbridge/contract/leads';
import { queryOptions } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { patch, post, sentenceOf } from '../../lib/api-client.ts';
import { countOf, formatCount } from '../../lib/formats.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

const LEADS = '/api/leads';
/** A refusal may mean that the event or its leads are gone; volunteers and the dashboard see statuses. */
const lists = [LEADS, '/api/events', '/api/volunteer', '/api/analytics'];

export const leadsQuery = (eventId: string) =>
  queryOptions<AdminLead[]>({
    queryKey: [`${LEADS}?eventId=${eventId}`],
    // Comparing 100,000 leads field by field costs more than showing the few that are in sight.
    structuralSharing: false,
  });

/** The next step of one lead: from pending to verified, from verified to promoted. */
export function useChangeLeadStatus(id: string) {
  return useToastMutation({
    send: async (status: LeadStatus) => {
      const changed = await patch<AdminLead>(`${LEADS}/${id}`, { status } satisfies LeadChange);
      showChange((lead) => (lead.id === id ? changed : lead));
      return changed;
    },
    success: ({ name, status }) => ({
      title: 'Status updated',
      description: `${name} is now ${status}`,
    }),
    failure: 'Update failed',
    refetches: lists,
  });
}

// Far below what the server takes at once, so that many leads show progress.
const VERIFY_AT_ONCE = 10_000;

/** Verifies any number of leads; `done` counts those that the server has dealt with. */
export function useVerifyLeads() {
  const [done, setDone] = useState(0);
  const verified = useRef(0);

  const verifyLeads = useToastMutation({
    send: async (leadIds: string[]): Promise<BulkVerifyAnswer> => {
      verified.current = 0;
      setDone(0);
      for (let start = 0; start < leadIds.length; start += VERIFY_AT_ONCE) {
        const chunk = leadIds.slice(start, start + VERIFY_AT_ONCE);
        const answer = await post<BulkVerifyAnswer>(`${LEADS}/bulk-verify`, { leadIds: chunk });
        // Which ones were skipped is not told; then the list that is read again shows it.
        if (answer.skipped === 0) showVerified(chunk);
        verified.current += answer.verified;
        setDone(start + chunk.length);
      }
      return { verified: verified.current, skipped: leadIds.length - verified.current };
    },
    success: (answer) => ({
      title: 'Leads verified',
      description: answer.skipped
        ? `${countOf(answer.verified, 'lead')} verified, ${formatCount(answer.skipped)} no longer pending`
        : `${countOf(answer.verified, 'lead')} verified`,
    }),
    failure: (error) => ({
      title: 'Bulk verify failed',
      description: verified.current
        ? `${sentenceOf(error)} ${countOf(verified.current, 'lead')} had been verified before.`
        : sentenceOf(error),
    }),
    refetches: lists,
  });
  return { verifyLeads, done };
}

function showVerified(ids: string[]): void {
  const verified = new Set(ids);
  showChange((lead) => (verified.has(lead.id) ? { ...lead, status: 'verified' } : lead));
}

/** Shows an answer at once: reading a long list again takes a moment. */
function showChange(change: (lead: AdminLead) => AdminLead): void {
  queryClient.setQueriesData<AdminLead[]>(
    { predicate: ({ queryKey }) => String(queryKey[0]).startsWith(`${LEADS}?`) },
    (leads) => leads?.map(change),
  );
}
