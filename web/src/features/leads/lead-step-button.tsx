import type { AdminLead } from '@drawbridge/contract/leads';
import { Button } from '../../ui/button.tsx';
import { TOOLTIP } from '../../ui/tooltip-classes.ts';
import type { LeadStep } from './api.ts';

export const PROMOTED_HINT = 'Promoted leads are no longer in the raffle';

const steps = {
  pending: { label: 'Verify', status: 'verified', hint: undefined },
  verified: { label: 'Promote', status: 'promoted', hint: PROMOTED_HINT },
  promoted: undefined,
} as const;

interface LeadStepButtonProps {
  lead: AdminLead;
  pending: boolean;
  onStep: (step: LeadStep) => void;
}

/** Verify or Promote, whichever comes next. */
export function LeadStepButton({ lead, pending, onStep }: LeadStepButtonProps) {
  const step = steps[lead.status];
  if (!step) return null;

  return (
    <Button
      size="small"
      aria-label={`${step.label} ${lead.name}`}
      {...(step.hint && { [TOOLTIP]: step.hint })}
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
