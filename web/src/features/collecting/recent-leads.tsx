import type { OwnLead } from '@drawbridge/contract/leads';
import type { OwnAssignment } from '@drawbridge/contract/volunteers';
import { ClipboardList, Pencil } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatMoment } from '../../lib/formats.ts';
import { LeadStatusBadge } from '../../shared/lead-status-badge.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CorrectLeadDialog } from './correct-lead-dialog.tsx';
import type { OutboxLead } from './outbox/outbox-rules.ts';
import { TakeBackDialog } from './take-back-dialog.tsx';

const SHOWN = 10;

interface RecentLeadsProps {
  leads: readonly OwnLead[];
  /** The user's leads on this device, which are not in the server's list yet. */
  unsent: readonly OutboxLead[];
  /** Leads of other events can no longer be changed. */
  assignments: readonly OwnAssignment[];
}

type Row = Pick<OwnLead, 'id' | 'name' | 'email' | 'phone' | 'submittedAt'> & {
  /** Missing while the lead is only on this device. */
  stored?: OwnLead;
  refusal?: OutboxLead['refusal'];
};

export function RecentLeads({ leads, unsent, assignments }: RecentLeadsProps) {
  const [open, setOpen] = useState<{ dialog: 'correct' | 'take back'; id: string }>();
  const countryOf = (lead: OwnLead) =>
    assignments.find(({ eventId }) => eventId === lead.eventId)?.event.country;
  const opened = leads.find(({ id }) => id === open?.id);
  const country = opened && countryOf(opened);
  const close = () => setOpen(undefined);
  const rows = rowsOf(leads, unsent);

  return (
    <Card className="overflow-hidden">
      <h2 className="border-b px-4 py-3.5 text-xl md:px-6">
        Recent Leads ({formatCount(rows.length)})
      </h2>
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
                {stored?.status === 'pending' && countryOf(stored) !== undefined && (
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
              <p className="text-ink-2 text-sm">{formatMoment(row.submittedAt)}</p>
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

/** What is only on this device first, newest first; what is being taken back is not listed. */
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
