import { mayEnter } from '@drawbridge/contract/events/entering';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useIsLimited } from '../../lib/api/session.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { changeEvent, EVENTS, useChangeChecklist } from './api.ts';

export interface EventActionsProps {
  event: AdminEvent;
  onAction: (action: EventAction) => void;
  /** Shows Edit and Delete as icons, in the ticket's corner. */
  compact?: boolean;
}

export function EventActions({ event, onAction, compact = false }: EventActionsProps) {
  // An administrator limited to some events neither creates nor deletes events.
  const limited = useIsLimited();
  const buttons = eventActions.filter(({ action }) =>
    action === 'delete' ? !compact && !limited : !compact || action !== 'edit',
  );
  const sendArchived = (archived: boolean) => changeEvent(event.id, { archived });
  const done = (archived: boolean) => (archived ? 'Event archived' : 'Event restored');
  const failure = 'Failed to update event';
  const archive = useApiMutation({
    send: sendArchived,
    success: ({ archived }) => ({ title: done(archived) }),
    undo: ({ archived }) => ({
      send: () => sendArchived(!archived),
      done: done(!archived),
      failure,
    }),
    failure,
    changes: [EVENTS],
  });
  const checklist = useChangeChecklist(event.id);
  const seldom = [
    ...(limited
      ? []
      : [
          {
            label: 'Duplicate',
            hint: 'With its questions, sponsors, prizes and texts',
            onSelect: () => onAction('duplicate'),
          },
        ]),
    ...(event.checklist === 'closed' && mayEnter(event)
      ? [
          {
            label: 'Show the checklist',
            hint: "On the event's page",
            onSelect: () => checklist.mutate('open'),
          },
        ]
      : []),
    ...(event.status === 'ended' || event.archived
      ? [
          {
            label: event.archived ? 'Restore' : 'Archive',
            hint: 'Archived events move to the end of the list',
            onSelect: () => archive.mutate(!event.archived),
          },
        ]
      : []),
  ];

  return (
    <>
      {buttons.map(({ action, label }) => (
        <Button
          key={action}
          size="small"
          variant={action === 'delete' ? 'danger-quiet' : 'secondary'}
          onClick={() => onAction(action)}
        >
          {label}
        </Button>
      ))}
      <div className="absolute! top-1 end-1 flex items-center gap-2">
        {compact && <IconButton icon={Pencil} label="Edit" onClick={() => onAction('edit')} />}
        {seldom.length > 0 && (
          <Menu items={seldom}>
            <IconButton icon={Ellipsis} label={`More for ${event.name}`} />
          </Menu>
        )}
        {compact && !limited && (
          <IconButton icon={Trash2} label="Delete" danger onClick={() => onAction('delete')} />
        )}
      </div>
    </>
  );
}

/** The actions of an event, each of which opens a dialog. */
const eventActions = [
  { action: 'qr-code', label: 'QR Code' },
  { action: 'raffle', label: 'Raffle' },
  { action: 'sponsors', label: 'Sponsors' },
  { action: 'prizes', label: 'Prizes' },
  { action: 'volunteers', label: 'Volunteers' },
  { action: 'leads', label: 'Leads' },
  { action: 'edit', label: 'Edit' },
  { action: 'delete', label: 'Delete' },
] as const;

export type EventAction = (typeof eventActions)[number]['action'] | 'duplicate' | 'erasure';

export interface EventDialogProps {
  event: AdminEvent;
  onClose: () => void;
}
