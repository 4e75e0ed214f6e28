import type { AdminEvent } from '@drawbridge/contract/events';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useChangeLeadStatus } from './api.ts';
import type { LeadStep } from './lead-handlers.ts';
import { PROMOTED_HINT } from './lead-step-button.tsx';

/**
 * Verifies and promotes leads. No promotion can be taken back, so it asks first where it costs somebody their
 * chance: in an event that has prizes and has not ended.
 */
export function useLeadSteps() {
  const queries = useQueryClient();
  const { changeStatus, stepping } = useChangeLeadStatus();
  const [asked, setAsked] = useState<LeadStep>();
  const close = () => setAsked(undefined);

  const step = useCallback(
    (next: LeadStep) => {
      const events = queries.getQueryData<AdminEvent[]>(['/api/events']);
      const event = events?.find(({ id }) => id === next.lead.eventId);
      const raffleAhead = event && event.status !== 'ended' && event.prizeCount > 0;
      if (next.status === 'promoted' && raffleAhead && !next.lead.won) setAsked(next);
      else changeStatus(next);
    },
    [queries, changeStatus],
  );

  const question = asked && (
    <ConfirmDialog
      title={`Promote ${asked.lead.name}?`}
      description={`${PROMOTED_HINT}. This cannot be undone.`}
      confirmLabel="Promote"
      onConfirm={() => {
        close();
        changeStatus(asked);
      }}
      onClose={close}
    />
  );
  return { step, stepping, question };
}
