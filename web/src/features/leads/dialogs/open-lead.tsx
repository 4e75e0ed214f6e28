import type { AdminEvent } from '@drawbridge/contract/events';
import type { AdminLead } from '@drawbridge/contract/leads';
import { ConfirmChange } from '../../../ui/dialogs-of-list.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useDeleteLead } from '../api.ts';

const EditLeadDialog = lazyDialog(() => import('./lead-dialogs.tsx'), 'EditLeadDialog');
const panel = () => import('./lead-panel.tsx');
const LeadPanel = lazyDialog(panel, 'LeadPanel');
const WonLeadDialog = lazyDialog(panel, 'WonLeadDialog');

/** A lead in a dialog. */
export interface OpenLead {
  lead: AdminLead;
  to: 'show' | 'edit' | 'delete';
  /** The question to answer first. */
  question?: string | undefined;
  /** Whether the panel was open before. */
  shown?: boolean;
}

interface OpenLeadDialogProps {
  open: OpenLead;
  /** Those that it may be moved to, and its own. */
  events: readonly AdminEvent[];
  onChange: (next: OpenLead | undefined) => void;
}

/** The panel of a lead, and the dialogs behind its buttons and those of a list. */
export function OpenLeadDialog({ open, events, onChange }: OpenLeadDialogProps) {
  const { lead, to, question, shown } = open;
  const close = () => onChange(undefined);
  const back = shown ? () => onChange({ lead, to: 'show' }) : close;
  if (to === 'show') {
    return (
      <LeadPanel
        lead={lead}
        event={events.find(({ id }) => id === lead.eventId)}
        onEdit={(current, first) =>
          onChange({ lead: current, to: 'edit', question: first, shown: true })
        }
        onDelete={(current) => onChange({ lead: current, to: 'delete' })}
        onClose={close}
      />
    );
  }
  if (lead.won) return <WonLeadDialog lead={lead} onClose={close} />;
  if (to === 'delete') return <DeleteLeadDialog leadId={lead.id} onClose={close} />;
  return <EditLeadDialog lead={lead} events={events} question={question} onClose={back} />;
}

function DeleteLeadDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  return (
    <ConfirmChange
      title="Are you sure?"
      description="This will permanently delete this lead. This action cannot be undone."
      confirmLabel="Delete"
      mutation={useDeleteLead(leadId)}
      onClose={onClose}
    />
  );
}
