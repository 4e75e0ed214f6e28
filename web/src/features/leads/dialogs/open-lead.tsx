import type { AdminEvent } from '@drawbridge/contract/events';
import type { AdminLead } from '@drawbridge/contract/leads';
import { NoticeDialog } from '../../../ui/confirm-dialog.tsx';
import { ConfirmChange } from '../../../ui/dialogs-of-list.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useDeleteLead } from '../api.ts';
import { PersonLink } from '../lead-buttons.tsx';

const EditLeadDialog = lazyDialog(() => import('./lead-dialogs.tsx'), 'EditLeadDialog');
const LeadPanel = lazyDialog(() => import('./lead-panel.tsx'), 'LeadPanel');

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
  if (to === 'delete') return <DeleteLeadDialog lead={lead} onClose={close} />;
  return <EditLeadDialog lead={lead} events={events} question={question} onClose={back} />;
}

interface LeadDialogProps {
  lead: AdminLead;
  onClose: () => void;
}

function DeleteLeadDialog({ lead, onClose }: LeadDialogProps) {
  return (
    <ConfirmChange
      title="Are you sure?"
      description="This will permanently delete this lead. This action cannot be undone."
      confirmLabel="Delete"
      mutation={useDeleteLead(lead.id)}
      onClose={onClose}
    />
  );
}

/** Shown instead of the edit and delete dialogs for a winner's lead, where the server refuses both. */
function WonLeadDialog({ lead, onClose }: LeadDialogProps) {
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
