import type { AdminLead } from '@drawbridge/contract/leads';
import { ConfirmDialog, NoticeDialog } from '../../../ui/confirm-dialog.tsx';
import { useDeleteLead } from '../api.ts';
import { PersonLink } from './person-link.tsx';

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

interface WonLeadDialogProps {
  lead: AdminLead;
  onClose: () => void;
}

/** Shown instead of the edit and delete dialogs for a winner's lead, where the server refuses both. */
export function WonLeadDialog({ lead, onClose }: WonLeadDialogProps) {
  const past = lead.forfeited
    ? 'This lead was drawn and the win was forfeited.'
    : 'This lead has won.';
  return (
    <NoticeDialog
      title={lead.name}
      text={`${past} It can no longer be changed or deleted.`}
      action={<PersonLink leadId={lead.id} />}
      onClose={onClose}
    />
  );
}
