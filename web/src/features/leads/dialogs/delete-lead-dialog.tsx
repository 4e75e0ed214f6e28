import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useDeleteLead } from '../api.ts';

interface DeleteLeadDialogProps {
  leadId: string;
  onClose: () => void;
}

export function DeleteLeadDialog({ leadId, onClose }: DeleteLeadDialogProps) {
  const deleteLead = useDeleteLead();

  return (
    <ConfirmDialog
      destructive
      title="Are you sure?"
      description="This will permanently delete this lead. This action cannot be undone."
      confirmLabel="Delete"
      pending={deleteLead.isPending}
      onConfirm={() => deleteLead.mutate(leadId, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}
