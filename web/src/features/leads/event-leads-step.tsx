import type { AdminLead, LeadStatus } from '@drawbridge/contract/leads';
import { Button } from '../../ui/button.tsx';
import { useChangeLeadStatus } from './event-leads-api.ts';

const steps: Partial<Record<LeadStatus, { label: string; next: LeadStatus }>> = {
  pending: { label: 'Verify', next: 'verified' },
  verified: { label: 'Promote', next: 'promoted' },
};

/** Verify or Promote, whichever comes next; after that there is nothing. */
export function EventLeadsStep({ lead }: { lead: AdminLead }) {
  const changeStatus = useChangeLeadStatus(lead.id);
  const step = steps[lead.status];
  if (!step) return null;

  return (
    <Button
      size="small"
      aria-label={`${step.label} ${lead.name}`}
      pending={changeStatus.isPending}
      onClick={({ detail }) => {
        // The second click of a double click would already promote, and there is no way back.
        if (detail < 2) changeStatus.mutate(step.next);
      }}
    >
      {step.label}
    </Button>
  );
}
