import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import { english } from '@drawbridge/contract/languages/english';
import { useEffect, useState } from 'react';
import { say } from '../../lib/texts/say.ts';
import { Button, type ButtonSize } from '../../ui/button.tsx';
import { TOOLTIP } from '../../ui/tooltip.tsx';
import { type LeadStep, PROMOTED_HINT } from './api.ts';

/**
 * The time for which the button is disabled: Promote appears where Verify was, and a second click must not reach it.
 */
const REST_MS = 1500;

const steps = {
  pending: { label: english('Verify'), status: 'verified', hint: undefined, shortcut: 'v' },
  // No keyboard shortcut, because it takes the lead out of the raffle.
  verified: {
    label: english('Promote'),
    status: 'promoted',
    hint: PROMOTED_HINT,
    shortcut: undefined,
  },
  promoted: undefined,
} as const;

interface LeadStepButtonProps {
  lead: AdminLead;
  pending: boolean;
  size?: ButtonSize;
  /** Makes Promote quiet, while it would take the person out of a draw that is still to come. */
  quiet?: boolean | undefined;
  onStep: (step: LeadStep) => void;
}

/** Verify or Promote, depending on the status; disabled for a moment after the status has changed. */
export function LeadStepButton({
  lead,
  pending,
  size = 'small',
  quiet = false,
  onStep,
}: LeadStepButtonProps) {
  const [known, setKnown] = useState(lead.status);
  const resting = known !== lead.status;
  useEffect(() => {
    if (!resting) return;
    const timer = setTimeout(() => setKnown(lead.status), REST_MS);
    return () => clearTimeout(timer);
  }, [resting, lead.status]);
  const step = steps[lead.status];
  if (!step) return null;

  return (
    <Button
      size={size}
      variant={quiet && lead.status === 'verified' ? 'quiet' : 'secondary'}
      aria-label={`${say(step.label)} ${lead.name}`}
      aria-keyshortcuts={step.shortcut}
      {...(step.hint && { [TOOLTIP]: say(step.hint) })}
      pending={pending}
      aria-disabled={resting}
      onClick={() => !resting && onStep({ id: lead.id, status: step.status })}
    >
      {say(step.label)}
    </Button>
  );
}
