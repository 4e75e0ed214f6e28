import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useDeleteEvent } from '../api.ts';
import type { EventDialogProps } from '../event-action.ts';

export function DeleteEventDialog({ event, onClose }: EventDialogProps) {
  const deleteEvent = useDeleteEvent();

  return (
    <ConfirmDialog
      destructive
      title="Are you sure?"
      description="This will permanently delete this event and all associated data (leads, prizes, raffles). This action cannot be undone."
      confirmLabel="Delete Event"
      pending={deleteEvent.isPending}
      onConfirm={() => deleteEvent.mutate(event.id, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}
