import { toTyped } from '@drawbridge/contract/contact';
import type { PublicEvent } from '@drawbridge/contract/events';
import type { OwnLead, OwnLeadChange } from '@drawbridge/contract/leads';
import { changeable } from '@drawbridge/contract/questions/answers';
import type { OwnAssignment } from '@drawbridge/contract/volunteers';
import { ClipboardList, Pencil } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../lib/formats.ts';
import { t } from '../../lib/texts.ts';
import { changedFields, useCheckedForm } from '../../lib/use-zod-form.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmChange, useDialogs } from '../../ui/dialogs-of-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LeadDialog } from '../lead-form/lead-dialog.tsx';
import { LeadFields } from '../lead-form/lead-fields.tsx';
import type { TypedLead } from '../lead-form/volunteer-form.tsx';
import { LeadRow, LeadStatusBadge } from '../leads/lead-cells.tsx';
import { useCorrectLead, useTakeLeadBack } from './api.ts';
import { checkLead } from './lead-rules.ts';
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
  const eventOf = (lead: Pick<OwnLead, 'eventId'>) =>
    assignments.find(({ eventId }) => eventId === lead.eventId)?.event;
  const [open, dialog] = useDialogs(leads, {
    correct: (close, lead) => {
      const event = eventOf(lead);
      return event && <CorrectLeadDialog lead={lead} event={event} onClose={close} />;
    },
  });
  const rows = rowsOf(leads, unsent);
  const waiting = rows.filter(({ stored }) => !stored).length;

  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b px-4 py-3.5 md:px-6">
        <h2 className="text-xl">{t('volunteer.recentLeads', { number: rows.length })}</h2>
        {waiting > 0 && (
          <p className="text-ink-2 text-sm">{t('volunteer.ofThemWaiting', { waiting })}</p>
        )}
      </div>
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
                  submitted: `${formatMoment(row.submittedAt)} · ${eventOf(row)?.name ?? t('volunteer.anotherEvent')}`,
                  status: (
                    <>
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
                    </>
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

/**
 * Leads that are only on this device come first, newest first. Those being taken back are not listed, and those of
 * which only answers are on their way have arrived.
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

interface CorrectLeadDialogProps {
  lead: OwnLead;
  event: PublicEvent;
  onClose: () => void;
}

function CorrectLeadDialog({ lead, event, onClose }: CorrectLeadDialogProps) {
  const { answers = {} } = lead;
  const [before] = useState(() => toTyped(lead));
  const [takingBack, setTakingBack] = useState(false);
  const form = useCheckedForm<TypedLead, OwnLeadChange>({
    // A stored number has no punctuation and may be shorter than the form's minimum.
    resolver: checkLead(event.country, (typed) => changedFields(before, typed)),
    defaultValues: before,
  });
  const correctLead = useCorrectLead(lead.id);
  const takeBack = useTakeLeadBack(lead.id);

  if (takingBack) {
    return (
      <ConfirmChange
        title={t('volunteer.takeBackWho', { name: lead.name })}
        description={t('volunteer.takeBackHelp')}
        confirmLabel={t('volunteer.takeBack')}
        mutation={takeBack}
        onClose={onClose}
      />
    );
  }
  return (
    <LeadDialog
      title={t('volunteer.correctLead')}
      description={t('volunteer.correctLeadHelp')}
      onClose={onClose}
      form={form}
      // What was not asked when the lead was entered need not be answered now.
      by="volunteers"
      eventId={event.id}
      questions={changeable(event.questions, answers)}
      answers={answers}
      onSubmit={(contact, changed) =>
        correctLead.mutate({ ...contact, ...changed }, { onSuccess: onClose })
      }
      submitLabel={t('volunteer.updateLead')}
      pendingLabel={t('volunteer.updating')}
      pending={correctLead.isPending}
      below={
        <Button variant="danger" onClick={() => setTakingBack(true)} className="self-start">
          {t('volunteer.takeLeadBack')}
        </Button>
      }
    >
      <LeadFields labels="form" country={event.country} stillPossible={t('volunteer.canSave')} />
    </LeadDialog>
  );
}
