import type { AdminLead } from '@drawbridge/contract/leads';
import { NoticeDialog } from '../../../ui/notice-dialog.tsx';
import { PersonLink } from './person-link.tsx';

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
