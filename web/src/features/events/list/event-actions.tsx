import { Pencil, Trash2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type EventAction, eventActions } from '../event-action.ts';

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
