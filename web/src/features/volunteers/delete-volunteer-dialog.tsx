import type { Volunteer } from '@drawbridge/contract/volunteers';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useDeleteVolunteer } from './api.ts';

interface DeleteVolunteerDialogProps {
  volunteer: Volunteer;
  onClose: () => void;
}

export function DeleteVolunteerDialog({ volunteer, onClose }: DeleteVolunteerDialogProps) {
  const deleteVolunteer = useDeleteVolunteer();

  return (
    <ConfirmDialog
      destructive
      title="Delete Volunteer"
      description="Are you sure you want to delete this volunteer? This will remove all their assignments and cannot be undone."
      confirmLabel="Delete"
      pending={deleteVolunteer.isPending}
      onConfirm={() => deleteVolunteer.mutate(volunteer.id, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}
