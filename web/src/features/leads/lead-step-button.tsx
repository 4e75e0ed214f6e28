import type { AdminLead } from '@drawbridge/contract/leads';
import { Button } from '../../ui/button.tsx';
import { useChangeLeadStatus } from './api.ts';

const steps = {
  pending: { label: 'Verify', status: 'verified' },
  verified: { label: 'Promote', status: 'promoted' },
  promoted: undefined,
} as const;

interface LeadStepButtonProps {
  lead: AdminLead;
}

/** Verify or Promote, whichever comes next. */
export function LeadStepButton({ lead }: LeadStepButtonProps) {
  const changeStatus = useChangeLeadStatus(lead.id);
  const step = steps[lead.status];
  if (!step) return null;

  return (
    <Button
      size="small"
      aria-label={`${step.label} ${lead.name}`}
      pending={changeStatus.isPending}
      onClick={(event) => {
        // The second click of a double click would already promote, and there is no way back.
        if (event.detail < 2) changeStatus.mutate(step.status);
      }}
    >
      {step.label}
    </Button>
  );
}
