import type { OwnLead } from '@drawbridge/contract/collecting/leads';
import type { OwnAssignment } from '@drawbridge/contract/team/volunteers';
import { ClipboardList, Pencil } from 'lucide-react';
import { formatCount, formatTimestamp } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { useDialogs } from '../../ui/dialogs/use-dialogs.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState } from '../../ui/resource.tsx';
import { LeadRow, LeadStatusBadge } from '../leads/list/lead-cells.tsx';
import { countCollected } from './lead-rules.ts';
import type { OutboxLead } from './outbox/outbox-rules.ts';
import { IsHereButton, RollCallBar, useOpenRollCall } from './roll-call.tsx';

const CorrectLeadDialog = lazyDialog(
  () => import('./correct-lead-dialog.tsx'),
  'CorrectLeadDialog',
);

const SHOWN = 10;

interface RecentLeadsProps {
  leads: readonly OwnLead[];
  /** The user's leads on this device, which are not in the server's list yet. */
  unsent: readonly OutboxLead[];
  /** The user's assignments; leads of other events can no longer be changed. */
  assignments: readonly OwnAssignment[];
  /** The assignment whose figures are shown. */
  chosen: OwnAssignment;
}

type Row = Pick<OwnLead, 'id' | 'eventId' | 'name' | 'email' | 'phone' | 'submittedAt'> & {
  /** The lead on the server; undefined while it is only on this device. */
  stored?: OwnLead;
  refusal?: OutboxLead['refusal'];
};

export function RecentLeads({ leads, unsent, assignments, chosen }: RecentLeadsProps) {
  const eventOf = (lead: Pick<OwnLead, 'eventId'>) =>
    assignments.find(({ eventId }) => eventId === lead.eventId)?.event;
  const [open, dialog] = useDialogs(leads, {
    correct: (close, lead) => {
      const event = eventOf(lead);
      return event && <CorrectLeadDialog lead={lead} event={event} onClose={close} />;
    },
  });
  const rows = rowsOf(leads, unsent);
  const { today, team } = countCollected(rows, chosen);
  const rollCall = useOpenRollCall(chosen.eventId);
  // The event's name is left out with a single event, where it is already above the form.
  const eventNameOf = (row: Row) =>
    assignments.length === 1 && eventOf(row)
      ? ''
      : ` · ${eventOf(row)?.name ?? t('volunteer.anotherEvent')}`;

  return (
    <Card className="overflow-hidden">
      <dl className="grid grid-cols-2 divide-x border-b">
        <Figure label={t('volunteer.youToday')} count={today} />
        <Figure label={t('volunteer.teamTotal')} count={team} />
      </dl>
      <h2 className="border-b px-4 py-3.5 text-xl md:px-6">
        {t('volunteer.recentLeads', { number: rows.length })}
      </h2>
      {rollCall && rows.length > 0 && <RollCallBar />}
      {rows.length === 0 ? (
        <EmptyState
          icon={ClipboardList}
          title={t('volunteer.noLeads')}
          help={t('volunteer.noLeadsHelp')}
        />
      ) : (
        <ul className="divide-y">
          {rows.slice(0, SHOWN).map(({ stored, refusal, ...row }) => (
            <li key={row.id} className="px-4 py-3 md:px-6">
              <LeadRow
                className="text-ink-2 text-sm"
                cells={{
                  contact: (
                    <>
                      <p className="lead-name font-semibold text-base text-ink">{row.name}</p>
                      {row.email && (
                        <p>
                          <bdi dir="ltr">{row.email}</bdi>
                        </p>
                      )}
                      <p>
                        <bdi dir="ltr">{row.phone}</bdi>
                      </p>
                    </>
                  ),
                  submitted: formatTimestamp(row.submittedAt) + eventNameOf(row),
                  status: (
                    <div className="flex flex-wrap items-center gap-x-2">
                      {rollCall && stored?.eventId === chosen.eventId && (
                        <IsHereButton
                          key={rollCall.rollCall}
                          rollCall={rollCall.rollCall}
                          leadId={stored.id}
                          name={row.name}
                        />
                      )}
                      {stored ? (
                        <LeadStatusBadge status={stored.status} />
                      ) : (
                        <Badge dot>
                          {t(refusal ? 'volunteer.attentionBadge' : 'volunteer.waitingBadge')}
                        </Badge>
                      )}
                      {stored?.status === 'pending' && eventOf(stored) && (
                        <IconButton
                          icon={Pencil}
                          label={t('volunteer.correct', { name: row.name })}
                          onClick={() => open('correct', row.id)}
                          className="-my-2.5 -me-3"
                        />
                      )}
                    </div>
                  ),
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </Card>
  );
}

function Figure({ label, count }: { label: string; count: number }) {
  return (
    <div className="px-4 py-2.5 md:px-6">
      <dt className="text-ink-2 text-sm">{label}</dt>
      <dd className="font-bold font-display text-2xl leading-7">{formatCount(count)}</dd>
    </div>
  );
}

/**
 * The rows of the list. Leads that are only on this device come first, newest first. Leads that are being undone are
 * not listed, and leads of which only answers are being sent count as arrived.
 */
function rowsOf(leads: readonly OwnLead[], all: readonly OutboxLead[]): Row[] {
  const unsent = all.filter(({ id, arrived, refusal }) => {
    const isListed = arrived && !refusal && leads.some((lead) => lead.id === id);
    return !isListed;
  });
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
