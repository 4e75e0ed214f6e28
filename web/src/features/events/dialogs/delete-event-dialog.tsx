import { useQuery } from '@tanstack/react-query';
import { today } from '../../../lib/day-formats.ts';
import { countOf, formatMoment } from '../../../lib/formats.ts';
import { ConfirmChange } from '../../../ui/dialogs-of-list.tsx';
import { PasswordDialog } from '../../accounts/password-dialog.tsx';
import { drawsQuery, useConfirmErasure, useDeleteEvent } from '../api.ts';
import { retentionText } from '../form/retention-text.ts';
import type { EventDialogProps } from '../list/event-actions.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Agrees to the day that somebody has moved, with the password. */
export function ConfirmErasureDialog({ event, onClose }: EventDialogProps) {
  const { retentionDays: days, date, leadCount: leads } = event;
  const night = `in the first night after ${formatMoment(new Date(Date.now() + DAY_MS).toISOString())}`;

  return (
    <PasswordDialog
      title={`Erase ${countOf(event.leadCount, 'lead')}?`}
      description={`${event.name}: ${retentionText({ days, date, leads }, today(), night) ?? ''}`}
      mutation={useConfirmErasure(event)}
      submit={['Confirm Erasure', 'Confirming...']}
      onClose={onClose}
    />
  );
}

export function DeleteEventDialog({ event, onClose }: EventDialogProps) {
  const draws = useQuery(drawsQuery(event.id));
  const held = draws.data?.draws.filter(({ kind }) => kind === 'draw').length ?? 0;
  const counts = [
    countOf(event.leadCount, 'lead'),
    countOf(event.prizeCount, 'prize'),
    countOf(event.volunteerCount, 'volunteer assignment'),
    held > 0 && countOf(held, 'draw'),
  ];

  return (
    <ConfirmChange
      title="Are you sure?"
      description="This will permanently delete this event and all associated data (leads, prizes, raffles). This action cannot be undone."
      details={
        <div className="mt-4 rounded-m bg-sunk px-4 py-3">
          <p className="break-words font-semibold">{event.name}</p>
          <p className="text-ink-2 text-sm">{counts.filter(Boolean).join(', ')}</p>
        </div>
      }
      confirmLabel="Delete Event"
      mutation={useDeleteEvent(event.id)}
      onClose={onClose}
    />
  );
}
