import { mayEnter } from '@drawbridge/contract/events/entering';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { english } from '@drawbridge/contract/languages/english';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useIsLimited } from '../../lib/api/session.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { say } from '../../lib/texts/say.ts';
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
  const done = (archived: boolean) => (archived ? say('Event archived') : say('Event restored'));
  const failure = say('Failed to update event');
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
            label: say('Duplicate'),
            hint: say('With its questions, sponsors, prizes and texts'),
            onSelect: () => onAction('duplicate'),
          },
        ]),
    ...(event.checklist === 'closed' && mayEnter(event)
      ? [
          {
            label: say('Show the checklist'),
            hint: say("On the event's page"),
            onSelect: () => checklist.mutate('open'),
          },
        ]
      : []),
    ...(event.status === 'ended' || event.archived
      ? [
          {
            label: event.archived ? say('Restore') : say('Archive'),
            hint: say('Archived events move to the end of the list'),
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
          {say(label)}
        </Button>
      ))}
      <div className="absolute! top-1 end-1 flex items-center gap-2">
        {compact && (
          <IconButton icon={Pencil} label={say('Edit')} onClick={() => onAction('edit')} />
        )}
        {seldom.length > 0 && (
          <Menu items={seldom}>
            <IconButton icon={Ellipsis} label={say('More for {name}', { name: event.name })} />
          </Menu>
        )}
        {compact && !limited && (
          <IconButton
            icon={Trash2}
            label={say('Delete')}
            danger
            onClick={() => onAction('delete')}
          />
        )}
      </div>
    </>
  );
}

/** The actions of an event, each of which opens a dialog. */
const eventActions = [
  { action: 'qr-code', label: english('QR Code') },
  { action: 'raffle', label: english('Raffle') },
  { action: 'sponsors', label: english('Sponsors') },
  { action: 'prizes', label: english('Prizes') },
  { action: 'volunteers', label: english('Volunteers') },
  { action: 'leads', label: english('Leads') },
  { action: 'edit', label: english('Edit') },
  { action: 'delete', label: english('Delete') },
] as const;

export type EventAction = (typeof eventActions)[number]['action'] | 'duplicate' | 'erasure';

export interface EventDialogProps {
  event: AdminEvent;
  onClose: () => void;
}
