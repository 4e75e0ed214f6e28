import type { AdminLead } from '@drawbridge/contract/leads';
import { NoticeDialog } from '../../../ui/notice-dialog.tsx';

interface WonLeadDialogProps {
  lead: AdminLead;
  onClose: () => void;
}

/** Instead of the edit form and the question before a deletion: both would be refused. */
export function WonLeadDialog({ lead, onClose }: WonLeadDialogProps) {
  const past = lead.forfeited ? 'This lead was drawn and gave up the win.' : 'This lead has won.';
  return (
    <NoticeDialog
      title={lead.name}
      text={`${past} It can no longer be changed or deleted.`}
      onClose={onClose}
    />
  );
}
