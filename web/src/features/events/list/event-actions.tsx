import type { AdminEvent } from '@drawbridge/contract/events';
import { Pencil, Trash2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

interface EventActionsProps {
  onAction: (action: EventAction) => void;
  /** Shows Edit and Delete as icons, in the ticket's corner on narrow screens. */
  compact?: boolean;
}

export function EventActions({ onAction, compact = false }: EventActionsProps) {
  const buttons = eventActions.filter(
    ({ action }) => !compact || (action !== 'edit' && action !== 'delete'),
  );

  return (
    <>
      {buttons.map(({ action, label, often }) => (
        <Button
          key={action}
          size="small"
          variant={action === 'delete' ? 'danger-quiet' : often ? 'soft' : 'secondary'}
          onClick={() => onAction(action)}
          // Apart from the others, so that it is not pressed by mistake.
          className={action === 'delete' ? 'col-start-3' : undefined}
        >
          {label}
        </Button>
      ))}
      {compact && (
        <div className="flex gap-2 max-lg:absolute max-lg:top-1 max-lg:right-1 lg:ml-auto">
          <IconButton icon={Pencil} label="Edit" onClick={() => onAction('edit')} />
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

export type EventAction = (typeof eventActions)[number]['action'];

/** The props of every dialog about one event. */
export interface EventDialogProps {
  event: AdminEvent;
  onClose: () => void;
}
