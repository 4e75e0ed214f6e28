import { toTyped } from '@drawbridge/contract/contact';
import type { PublicEvent } from '@drawbridge/contract/events';
import type { OwnLead, OwnLeadChange } from '@drawbridge/contract/leads';
import { changeable, toTypedAnswers } from '@drawbridge/contract/questions/answers';
import type { OwnAssignment } from '@drawbridge/contract/volunteers';
import { ClipboardList, Pencil } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../lib/formats.ts';
import { currentLanguage, t } from '../../lib/texts.ts';
import { changedFields, useCheckedForm } from '../../lib/use-zod-form.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LeadFields } from '../lead-form/lead-fields.tsx';
import { QuestionFields } from '../lead-form/question-fields.tsx';
import { answerChange, useAnswers } from '../lead-form/use-answers.tsx';
import type { TypedLead } from '../lead-form/volunteer-form.tsx';
import { LeadRow } from '../leads/lead-cells.tsx';
import { LeadStatusBadge } from '../leads/lead-status-badge.tsx';
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
  const [open, setOpen] = useState<{ dialog: 'correct' | 'take back'; id: string }>();
  const eventOf = (lead: Pick<OwnLead, 'eventId'>) =>
    assignments.find(({ eventId }) => eventId === lead.eventId)?.event;
  const opened = leads.find(({ id }) => id === open?.id);
  const event = opened && eventOf(opened);
  const close = () => setOpen(undefined);
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
                          onClick={() => setOpen({ dialog: 'correct', id: row.id })}
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
      {opened && open?.dialog === 'correct' && event && (
        <CorrectLeadDialog
          lead={opened}
          event={event}
          onTakeBack={() => setOpen({ dialog: 'take back', id: opened.id })}
          onClose={close}
        />
      )}
      {opened && open?.dialog === 'take back' && <TakeBackDialog lead={opened} onClose={close} />}
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
  onTakeBack: () => void;
  onClose: () => void;
}

function CorrectLeadDialog({ lead, event, onTakeBack, onClose }: CorrectLeadDialogProps) {
  const { country } = event;
  const { answers = {} } = lead;
  const questions = changeable(event.questions, answers);
  const [before] = useState(() => toTyped(lead));
  const [typed] = useState(() => toTypedAnswers(questions, answers, currentLanguage()));
  // What was not asked when the lead was entered need not be answered now.
  const { box, errors, read } = useAnswers(questions, { audience: 'volunteers', required: false });
  const form = useCheckedForm<TypedLead, OwnLeadChange>({
    // A stored number has no punctuation and may be shorter than the form's minimum.
    resolver: checkLead(country, (typed) => changedFields(before, typed)),
    defaultValues: before,
  });
  const correctLead = useCorrectLead();

  return (
    <FormDialog
      title={t('volunteer.correctLead')}
      description={t('volunteer.correctLeadHelp')}
      onClose={onClose}
      form={form}
      onSubmit={(contact) => {
        const given = read();
        if (!given) return;
        const changed = answerChange(questions, answers, given);
        const change = {
          ...contact,
          ...(Object.keys(changed).length > 0 && { answers: changed }),
        };
        correctLead.mutate({ id: lead.id, change }, { onSuccess: () => onClose() });
      }}
      submitLabel={t('volunteer.updateLead')}
      pendingLabel={t('volunteer.updating')}
      pending={correctLead.isPending}
    >
      <LeadFields
        form={form}
        labels="form"
        country={country}
        stillPossible={t('volunteer.canSave')}
      />
      <div {...box}>
        <QuestionFields questions={questions} typed={typed} errors={errors} />
      </div>
      <Button variant="danger" onClick={onTakeBack} className="self-start">
        {t('volunteer.takeLeadBack')}
      </Button>
    </FormDialog>
  );
}

function TakeBackDialog({ lead, onClose }: { lead: OwnLead; onClose: () => void }) {
  const takeBack = useTakeLeadBack();

  return (
    <ConfirmDialog
      title={t('volunteer.takeBackWho', { name: lead.name })}
      description={t('volunteer.takeBackHelp')}
      confirmLabel={t('volunteer.takeBack')}
      destructive
      pending={takeBack.isPending}
      onConfirm={() => takeBack.mutate(lead.id, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}
