import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { useMediaQuery } from '../../../lib/device/use-media-query.ts';
import { say } from '../../../lib/texts/say.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { SIDE_SPACE } from '../../../ui/frame/sidebar.tsx';
import { useDeleteLead } from '../api.ts';

const EditLeadDialog = lazyDialog(() => import('./lead-dialogs.tsx'), 'EditLeadDialog');
const panel = () => import('./lead-panel.tsx');
const LeadPanel = lazyDialog(panel, 'LeadPanel');
const WonLeadDialog = lazyDialog(panel, 'WonLeadDialog');
const CompareLeadsDialog = lazyDialog(() => import('./compare-leads.tsx'), 'CompareLeadsDialog');

/** A lead beside its list, or in a dialog. */
export interface OpenLead {
  lead: AdminLead;
  to: 'show' | 'edit' | 'delete' | 'compare';
  place?: number | undefined;
  question?: string | undefined;
  /** The panel that was open before, and is opened again afterwards. */
  from?: OpenLead | undefined;
}

/** True if there is room for a lead beside a list; without it, the lead is in a dialog. */
const useRoomBeside = () => useMediaQuery('(min-width: 80rem)');

/** The lead that is shown in a panel, also below a dialog about it. */
export const shownLead = (open: OpenLead | undefined) =>
  [open, open?.from].find((each) => each?.to === 'show');

interface OpenLeadDialogProps {
  open: OpenLead;
  /** The events that it may be moved to, and its own. */
  events: readonly AdminEvent[];
  /** The number of leads in the list; undefined until they have been counted. */
  total?: number | undefined;
  onChange: (next: OpenLead | undefined) => void;
  /** True for a list in a dialog, which covers the space beside the page. */
  inDialog?: boolean;
}

/** The panel of a lead, and the dialogs behind its buttons and those of a list. */
export function OpenLeadDialog({
  open,
  events,
  total,
  onChange,
  inDialog = false,
}: OpenLeadDialogProps) {
  const { lead, to, question, from } = open;
  const hasRoom = useRoomBeside() && !inDialog;
  const space = hasRoom ? document.getElementById(SIDE_SPACE) : null;
  const close = () => onChange(undefined);
  const back = () => onChange(from);
  const eventOf = ({ eventId }: AdminLead) => events.find(({ id }) => id === eventId);
  const shown = space ? shownLead(open) : to === 'show' && open;
  const opening = (next: OpenLead['to']) => (current: AdminLead, first?: string) =>
    onChange({ lead: current, to: next, question: first, from: { ...open, lead: current } });

  return (
    <>
      {shown && (
        <LeadPanel
          space={space}
          lead={shown.lead}
          place={shown.place}
          total={total}
          // A lead that is being deleted is not refetched.
          reading={to !== 'delete'}
          event={eventOf(shown.lead)}
          onEdit={opening('edit')}
          onDelete={opening('delete')}
          onCompare={opening('compare')}
          onClose={close}
        />
      )}
      {to === 'compare' && (
        <CompareLeadsDialog
          lead={lead}
          event={eventOf(lead)}
          onDelete={(other) => onChange({ lead: other, to: 'delete', from: open })}
          onShow={(next, removed = []) =>
            onChange({
              lead: next,
              to: 'compare',
              from: removed.includes(from?.lead.id ?? '') ? undefined : from,
            })
          }
          onClose={back}
        />
      )}
      {to === 'edit' || to === 'delete' ? (
        lead.won ? (
          <WonLeadDialog lead={lead} onClose={back} />
        ) : to === 'edit' ? (
          <EditLeadDialog lead={lead} events={events} question={question} onClose={back} />
        ) : (
          <DeleteLeadDialog
            leadId={lead.id}
            onDeleted={() => onChange(from?.lead.id === lead.id ? undefined : from)}
            onClose={back}
          />
        )
      ) : null}
    </>
  );
}

interface DeleteLeadDialogProps {
  leadId: string;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteLeadDialog({ leadId, onDeleted, onClose }: DeleteLeadDialogProps) {
  const { isPending, mutate } = useDeleteLead(leadId);
  return (
    <ConfirmDialog
      destructive
      title={say('Are you sure?')}
      description={say('This will permanently delete this lead. This action cannot be undone.')}
      confirmLabel={say('Delete')}
      pending={isPending}
      onConfirm={() => mutate(undefined, { onSuccess: onDeleted, onError: onClose })}
      onClose={onClose}
    />
  );
}
