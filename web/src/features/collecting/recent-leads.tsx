import type { OwnLead } from '@drawbridge/contract/leads';
import type { OwnAssignment } from '@drawbridge/contract/volunteers';
import { ClipboardList, Pencil } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatMoment } from '../../lib/formats.ts';
import { LeadStatusBadge } from '../../shared/lead-status-badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CorrectLeadDialog } from './correct-lead-dialog.tsx';
import { TakeBackDialog } from './take-back-dialog.tsx';

const SHOWN = 10;

interface RecentLeadsProps {
  leads: OwnLead[];
  /** Leads of other events can no longer be changed. */
  assignments: OwnAssignment[];
}

export function RecentLeads({ leads, assignments }: RecentLeadsProps) {
  const [open, setOpen] = useState<{ dialog: 'correct' | 'take back'; id: string }>();
  const countryOf = (lead: OwnLead) =>
    assignments.find(({ eventId }) => eventId === lead.eventId)?.event.country;
  const opened = leads.find(({ id }) => id === open?.id);
  const country = opened && countryOf(opened);
  const close = () => setOpen(undefined);

  return (
    <Card className="overflow-hidden">
      <h2 className="border-b px-4 py-3.5 text-xl md:px-6">
        Recent Leads ({formatCount(leads.length)})
      </h2>
      {leads.length === 0 ? (
        <EmptyState
          icon={ClipboardList}
          title="No leads yet"
          help="Start collecting attendee information"
        />
      ) : (
        <ul className="divide-y">
          {leads.slice(0, SHOWN).map((lead) => (
            <li key={lead.id} className="flex items-start gap-1 px-4 py-3 md:px-6">
              <div className="mr-auto min-w-0">
                <p className="break-words font-semibold">{lead.name}</p>
                {lead.email && <p className="break-all text-ink-2 text-sm">{lead.email}</p>}
                <p className="text-ink-2 text-sm tabular-nums">{lead.phone}</p>
                <p className="text-ink-2 text-sm">{formatMoment(lead.submittedAt)}</p>
              </div>
              <LeadStatusBadge status={lead.status} />
              {lead.status === 'pending' && countryOf(lead) !== undefined && (
                <IconButton
                  icon={Pencil}
                  label={`Correct ${lead.name}`}
                  onClick={() => setOpen({ dialog: 'correct', id: lead.id })}
                  className="-my-2.5 -mr-3"
                />
              )}
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
