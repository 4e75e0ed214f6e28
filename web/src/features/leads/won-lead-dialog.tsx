import { problems } from '@drawbridge/contract/errors';
import type { AdminLead } from '@drawbridge/contract/leads';
import { endSentence } from '../../lib/sentences.ts';
import { NoticeDialog } from '../../ui/notice-dialog.tsx';

interface WonLeadDialogProps {
  lead: AdminLead;
  onClose: () => void;
}

/** Instead of the edit form and the question before a deletion: both would be refused. */
export function WonLeadDialog({ lead, onClose }: WonLeadDialogProps) {
  return (
    <NoticeDialog title={lead.name} text={endSentence(problems['lead-won'][1])} onClose={onClose} />
  );
}
