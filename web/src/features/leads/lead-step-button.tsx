import type { AdminLead } from '@drawbridge/contract/leads';
import { Button } from '../../ui/button.tsx';
import type { LeadHandlers } from './lead-handlers.ts';

const steps = {
  pending: { label: 'Verify', status: 'verified' },
  verified: { label: 'Promote', status: 'promoted' },
  promoted: undefined,
} as const;

interface LeadStepButtonProps {
  lead: AdminLead;
  pending: boolean;
  onStep: LeadHandlers['onStep'];
}

/** Verify or Promote, whichever comes next. */
export function LeadStepButton({ lead, pending, onStep }: LeadStepButtonProps) {
  const step = steps[lead.status];
  if (!step) return null;

  return (
    <Button
      size="small"
      aria-label={`${step.label} ${lead.name}`}
      pending={pending}
      onClick={(event) => {
        // Ignore the second click of a double click, which would promote the lead for good.
        if (event.detail < 2) onStep({ id: lead.id, status: step.status });
      }}
    >
      {step.label}
    </Button>
  );
}
