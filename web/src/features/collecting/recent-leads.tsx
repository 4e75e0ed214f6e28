import { toTyped } from '@drawbridge/contract/contact';
import type { OwnLead, OwnLeadChange } from '@drawbridge/contract/leads';
import type { OwnAssignment } from '@drawbridge/contract/volunteers';
import { ClipboardList, Pencil } from 'lucide-react';
import { useState } from 'react';
import { countOf, formatCount, formatMoment } from '../../lib/formats.ts';
import { changedFields, useCheckedForm } from '../../lib/use-zod-form.ts';
import { LeadFields } from '../../shared/lead-fields.tsx';
import { LeadStatusBadge } from '../../shared/lead-status-badge.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useCorrectLead, useTakeLeadBack } from './api.ts';
import { checkLead, type TypedLead } from './lead-rules.ts';
import type { OutboxLead } from './outbox/outbox-rules.ts';

const SHOWN = 10;

interface RecentLeadsProps {
  leads: readonly OwnLead[];
  /** The user's leads on this device, which are not in the server's list yet. */
  unsent: readonly OutboxLead[];
  /** Leads of other events can no longer be changed. */
  assignments: readonly OwnAssignment[];
}

type Row = Pick<OwnLead, 'id' | 'eventId' | 'name' | 'email' | 'phone' | 'submittedAt'> & {
  /** Missing while the lead is only on this device. */
  stored?: OwnLead;
  refusal?: OutboxLead['refusal'];
};

export function RecentLeads({ leads, unsent, assignments }: RecentLeadsProps) {
  const [open, setOpen] = useState<{ dialog: 'correct' | 'take back'; id: string }>();
  const eventOf = (lead: Pick<OwnLead, 'eventId'>) =>
    assignments.find(({ eventId }) => eventId === lead.eventId)?.event;
  const opened = leads.find(({ id }) => id === open?.id);
  const country = opened && eventOf(opened)?.country;
  const close = () => setOpen(undefined);
  const rows = rowsOf(leads, unsent);
  const waiting = rows.filter(({ stored }) => !stored).length;

  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b px-4 py-3.5 md:px-6">
        <h2 className="text-xl">Recent Leads ({formatCount(rows.length)})</h2>
        {waiting > 0 && (
          <p className="text-ink-2 text-sm">
            {countOf(rows.length - waiting, 'lead')}, {formatCount(waiting)} waiting
          </p>
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState
          icon={ClipboardList}
          title="No leads yet"
          help="Start collecting attendee information"
        />
      ) : (
        <ul className="divide-y">
          {rows.slice(0, SHOWN).map(({ stored, refusal, ...row }) => (
            <li key={row.id} className="px-4 py-3 md:px-6">
              <div className="flex items-start gap-1">
                <p className="mr-auto min-w-0 break-words font-semibold">{row.name}</p>
                {stored ? (
                  <LeadStatusBadge status={stored.status} />
                ) : (
                  <Badge dot>{refusal ? 'needs attention' : 'waiting'}</Badge>
                )}
                {stored?.status === 'pending' && eventOf(stored) !== undefined && (
                  <IconButton
                    icon={Pencil}
                    label={`Correct ${row.name}`}
                    onClick={() => setOpen({ dialog: 'correct', id: row.id })}
                    className="-my-2.5 -mr-3"
                  />
                )}
              </div>
              {row.email && <p className="break-words text-ink-2 text-sm">{row.email}</p>}
              <p className="text-ink-2 text-sm tabular-nums">{row.phone}</p>
              <p className="break-words text-ink-2 text-sm">
                {`${formatMoment(row.submittedAt)} · ${eventOf(row)?.name ?? 'Another event'}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {opened && open?.dialog === 'correct' && country !== undefined && (
        <CorrectLeadDialog
          lead={opened}
          country={country}
          onTakeBack={() => setOpen({ dialog: 'take back', id: opened.id })}
          onClose={close}
        />
      )}
      {opened && open?.dialog === 'take back' && <TakeBackDialog lead={opened} onClose={close} />}
    </Card>
  );
}

/** Leads that are only on this device come first, newest first. Those being taken back are not listed. */
function rowsOf(leads: readonly OwnLead[], unsent: readonly OutboxLead[]): Row[] {
  const onDevice = new Set(unsent.map(({ id }) => id));
  const waiting = unsent
    .filter(({ takenBack }) => !takenBack)
    .toSorted((a, b) => b.addedAt - a.addedAt)
    .map((lead) => ({ ...lead, submittedAt: new Date(lead.addedAt).toISOString() }));
  const stored = leads
    .filter(({ id }) => !onDevice.has(id))
    .map((lead) => ({ ...lead, stored: lead }));
  return [...waiting, ...stored];
}

interface CorrectLeadDialogProps {
  lead: OwnLead;
  country: string;
  onTakeBack: () => void;
  onClose: () => void;
}

function CorrectLeadDialog({ lead, country, onTakeBack, onClose }: CorrectLeadDialogProps) {
  const [before] = useState(() => toTyped(lead));
  const form = useCheckedForm<TypedLead, OwnLeadChange>({
    // A stored number has no punctuation and may be shorter than the form's minimum.
    resolver: checkLead(country, (typed) => changedFields(before, typed)),
    defaultValues: before,
  });
  const correctLead = useCorrectLead();

  return (
    <Dialog
      title="Correct Lead"
      description="Possible until the team has verified it"
      onClose={onClose}
    >
      <DialogForm
        form={form}
        onSubmit={(change) =>
          correctLead.mutate({ id: lead.id, change }, { onSuccess: () => onClose() })
        }
        submitLabel="Update Lead"
        pendingLabel="Updating..."
        pending={correctLead.isPending}
      >
        <LeadFields
          form={form}
          labels="form"
          country={country}
          stillPossible="You can still save it."
        />
        <Button variant="danger" onClick={onTakeBack} className="self-start">
          Take Lead Back
        </Button>
      </DialogForm>
    </Dialog>
  );
}

function TakeBackDialog({ lead, onClose }: { lead: OwnLead; onClose: () => void }) {
  const takeBack = useTakeLeadBack();

  return (
    <ConfirmDialog
      title={`Take back ${lead.name}?`}
      description="The lead is deleted and will not be in the raffle. This action cannot be undone."
      confirmLabel="Take Back"
      destructive
      pending={takeBack.isPending}
      onConfirm={() => takeBack.mutate(lead.id, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}
