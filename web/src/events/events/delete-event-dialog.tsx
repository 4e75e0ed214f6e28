import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { removeRow } from '../../lib/queries/query-client.ts';
import { sendOnce } from '../../lib/queries/send-once.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { today } from '../../lib/texts/day-formats.ts';
import { formatList, formatTimestamp } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { PasswordDialog } from '../../login/password-dialog.tsx';
import { ConfirmMutationDialog } from '../../ui/dialogs/use-dialogs.tsx';
import { retentionText } from '../settings/retention-text.ts';
import { drawsQuery, EVENTS } from './api.ts';
import type { EventDialogProps } from './event-actions.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Approves a changed erasure day, with the password. */
export function ConfirmErasureDialog({ event, onClose }: EventDialogProps) {
  const { retentionDays: days, date, leadCount: leads } = event;
  const night = say('in the first night after {moment}', {
    moment: formatTimestamp(new Date(Date.now() + DAY_MS).toISOString()),
  });

  return (
    <PasswordDialog
      title={say('Erase {count} lead?', 'Erase {count} leads?', { count: event.leadCount })}
      description={`${event.name}: ${retentionText({ days, date, leads }, today(), night) ?? ''}`}
      mutation={{
        // The values that the event had when the dialog opened.
        send: (confirmed) =>
          sendOnce('/api/events/:eventId/erasure', {
            params: { eventId: event.id },
            body: { day: event.erasure?.day ?? '', leads, ...confirmed },
          }),
        success: {
          title: say('Erasure confirmed'),
          description: say(
            'You can cancel within 24 hours by changing the date or the retention period',
          ),
        },
        failure: say('Erasure not confirmed'),
        changes: [EVENTS],
      }}
      submit={[say('Confirm Erasure'), say('Confirming...')]}
      onClose={onClose}
    />
  );
}

export function DeleteEventDialog({ event, onClose }: EventDialogProps) {
  const deleteEvent = useApiMutation({
    send: () => api.delete('/api/events/:eventId', { params: { eventId: event.id } }),
    show: () => removeRow(EVENTS, event.id),
    success: { title: say('Event deleted') },
    failure: say('Deletion failed'),
    changes: [EVENTS],
  });
  // Disabled once the event is deleted, so that it is not refetched with the list.
  const draws = useQuery({ ...drawsQuery(event.id), enabled: deleteEvent.isIdle });
  const held = draws.data?.draws.filter(({ kind }) => kind === 'draw').length ?? 0;
  const counts = [
    say('{count} lead', '{count} leads', { count: event.leadCount }),
    say('{count} prize', '{count} prizes', { count: event.prizeCount }),
    say('{count} volunteer assignment', '{count} volunteer assignments', {
      count: event.volunteerCount,
    }),
    ...(held > 0 ? [say('{count} draw', '{count} draws', { count: held })] : []),
  ];

  return (
    <ConfirmMutationDialog
      title={say('Are you sure?')}
      description={say(
        'This will permanently delete this event and all associated data (leads, prizes, raffles). This action cannot be undone.',
      )}
      details={
        <div className="mt-4 rounded-m bg-sunk px-4 py-3">
          <p className="break-words font-semibold">{event.name}</p>
          <p className="text-ink-2 text-sm">{formatList(counts)}</p>
        </div>
      }
      confirmLabel={say('Delete Event')}
      mutation={deleteEvent}
      onClose={onClose}
    />
  );
}
