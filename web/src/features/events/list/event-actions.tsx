import type { AdminEvent } from '@drawbridge/contract/events';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { Fragment } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { useChangeEventQuietly } from '../api.ts';

interface EventActionsProps {
  event: AdminEvent;
  onAction: (action: EventAction) => void;
  /** Shows Edit and Delete as icons, in the ticket's corner on narrow screens. */
  compact?: boolean;
}

export function EventActions({ event, onAction, compact = false }: EventActionsProps) {
  const buttons = eventActions.filter(
    ({ action }) => !compact || (action !== 'edit' && action !== 'delete'),
  );
  const change = useChangeEventQuietly(event.id);
  const seldom = [
    {
      label: 'Duplicate',
      hint: 'With its sponsors, prizes and texts',
      onSelect: () => onAction('duplicate'),
    },
    ...(event.status === 'ended' || event.archived
      ? [
          {
            label: event.archived ? 'Take out of the archive' : 'Archive',
            hint: 'Archived events are below all others',
            onSelect: () => change.mutate({ archived: !event.archived }),
          },
        ]
      : []),
  ];

  return (
    <>
      {buttons.map(({ action, label, often }) => (
        <Fragment key={action}>
          {/* Between the others and Delete, which is not pressed by mistake then. */}
          {action === 'delete' && (
            <Menu items={seldom}>
              <Button size="small" aria-label={`More for ${event.name}`}>
                More
              </Button>
            </Menu>
          )}
          <Button
            size="small"
            variant={action === 'delete' ? 'danger-quiet' : often ? 'soft' : 'secondary'}
            onClick={() => onAction(action)}
          >
            {label}
          </Button>
        </Fragment>
      ))}
      {compact && (
        <div className="flex gap-2 max-lg:absolute max-lg:top-1 max-lg:right-1 lg:ml-auto">
          <IconButton icon={Pencil} label="Edit" onClick={() => onAction('edit')} />
          <Menu items={seldom}>
            <Button
              size="small"
              aria-label={`More for ${event.name}`}
              className="h-11 w-11 md:h-9 md:w-9"
            >
              <Ellipsis aria-hidden />
            </Button>
          </Menu>
          <IconButton icon={Trash2} label="Delete" danger onClick={() => onAction('delete')} />
        </div>
      )}
    </>
  );
}

/** The actions of an event, each of which opens a dialog; `often` marks those that are needed during an event. */
const eventActions = [
  { action: 'qr-code', label: 'QR Code', often: true },
  { action: 'raffle', label: 'Raffle', often: true },
  { action: 'sponsors', label: 'Sponsors', often: false },
  { action: 'prizes', label: 'Prizes', often: false },
  { action: 'volunteers', label: 'Volunteers', often: false },
  { action: 'leads', label: 'Leads', often: true },
  { action: 'edit', label: 'Edit', often: false },
  { action: 'delete', label: 'Delete', often: false },
] as const;

export type EventAction = (typeof eventActions)[number]['action'] | 'duplicate';

/** The props of every dialog about one event. */
export interface EventDialogProps {
  event: AdminEvent;
  onClose: () => void;
}
