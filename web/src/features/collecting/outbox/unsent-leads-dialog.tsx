import { contactOf, contactValues, type LeadContact, toTyped } from '@drawbridge/contract/contact';
import type { PublicEvent } from '@drawbridge/contract/events';
import { toTypedAnswers } from '@drawbridge/contract/questions/answers';
import { Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../../lib/formats.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { currentLanguage, t, translate } from '../../../lib/texts.ts';
import { useCheckedForm } from '../../../lib/use-zod-form.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LeadFields } from '../../lead-form/lead-fields.tsx';
import { QuestionFields } from '../../lead-form/question-fields.tsx';
import { answerChange, useAnswers } from '../../lead-form/use-answers.tsx';
import type { TypedLead } from '../../lead-form/volunteer-form.tsx';
import { checkLead } from '../lead-rules.ts';
import { discardLead, editLead, sendLeadAgain, sendNow } from './outbox.ts';
import type { OutboxLead } from './outbox-rules.ts';

interface UnsentLeadsDialogProps {
  leads: readonly OutboxLead[];
  onEdit: (lead: OutboxLead) => void;
  onClose: () => void;
}

/** All leads on this device that have not arrived. Nothing leaves this list by itself, except by arriving. */
export function UnsentLeadsDialog({ leads, onEdit, onClose }: UnsentLeadsDialogProps) {
  const [discarding, setDiscarding] = useState<OutboxLead>();
  const refused = leads.filter(({ refusal }) => refusal);
  const waiting = leads.filter(({ refusal }) => !refusal);
  const exportAll = () => {
    const { name, content } = unsentLeadsFile(leads, new Date());
    saveFile(name, new Blob([content], { type: 'application/json' }));
  };

  return (
    <Dialog
      title={t('volunteer.onThisPhone')}
      description={t('volunteer.onThisPhoneHelp')}
      onClose={onClose}
    >
      <DialogBody>
        {leads.length === 0 && (
          <EmptyState
            icon={Send}
            title={t('volunteer.allSent')}
            help={t('volunteer.nothingWaiting')}
          />
        )}
        {refused.length > 0 && (
          <section aria-label={t('volunteer.attention')}>
            <h3 className="text-lg">{t('volunteer.attention')}</h3>
            <ul className="mt-1 divide-y">
              {refused.map((lead) => (
                <li key={lead.id} className="py-3">
                  <LeadText lead={lead} />
                  {lead.arrived && <p className="text-sm">{t('volunteer.onlyAnswers')}</p>}
                  <p className="mt-1 font-semibold text-danger text-sm">
                    {lead.takenBack
                      ? t('volunteer.notTakenBackWhy', { reason: reasonOf(lead) })
                      : reasonOf(lead)}
                  </p>
                  <div className="mt-2 flex flex-wrap gap-2">
                    <Button size="small" onClick={() => sendLeadAgain(lead.id)}>
                      <Send aria-hidden />
                      {t('volunteer.sendAgain')}
                    </Button>
                    {!lead.takenBack && (
                      <Button size="small" onClick={() => onEdit(lead)}>
                        <Pencil aria-hidden />
                        {t('volunteer.edit')}
                      </Button>
                    )}
                    <IconButton
                      icon={Trash2}
                      label={t(lead.arrived ? 'volunteer.deleteAnswersOf' : 'volunteer.delete', {
                        name: lead.name,
                      })}
                      danger
                      className="ms-auto"
                      onClick={() => setDiscarding(lead)}
                    />
                  </div>
                </li>
              ))}
            </ul>
          </section>
        )}
        {waiting.length > 0 && (
          <section aria-label={t('volunteer.waiting')}>
            <h3 className="text-lg">{t('volunteer.waiting')}</h3>
            <ul className="mt-1 divide-y">
              {waiting.map((lead) => (
                <li key={lead.id} className="py-3">
                  <LeadText lead={lead} />
                  {lead.takenBack && (
                    <p className="text-ink-2 text-sm">{t('volunteer.willBeTakenBack')}</p>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
      </DialogBody>
      {leads.length > 0 && (
        <DialogFooter>
          <Button onClick={exportAll}>{t('volunteer.export')}</Button>
          <Button variant="primary" onClick={sendNow}>
            {t('volunteer.sendNow')}
          </Button>
        </DialogFooter>
      )}
      {discarding && (
        <ConfirmDialog
          {...(discarding.arrived
            ? {
                title: t('volunteer.deleteAnswersOfWho', { name: discarding.name }),
                description: t('volunteer.deleteAnswersHelp'),
                confirmLabel: t('volunteer.deleteAnswers'),
              }
            : {
                title: t('volunteer.deleteWho', { name: discarding.name }),
                description: t('volunteer.deleteHelp'),
                confirmLabel: t('volunteer.deleteLead'),
              })}
          destructive
          onConfirm={() => discardLead(discarding.id).finally(() => setDiscarding(undefined))}
          onClose={() => setDiscarding(undefined)}
        />
      )}
    </Dialog>
  );
}

/** Why the server did not take it, in the language of the page. */
function reasonOf({ refusal }: OutboxLead): string {
  if (refusal?.sentence) return translate(refusal.sentence);
  return t('volunteer.serverAnswered', { status: String(refusal?.status) });
}

function LeadText({ lead }: { lead: OutboxLead }) {
  return (
    <>
      <p className="break-words font-semibold">{lead.name}</p>
      <p className="break-all text-ink-2 text-sm">
        {contactValues({ ...lead, name: '' })
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="break-words text-ink-2 text-sm">
        {lead.eventName} · {formatMoment(new Date(lead.addedAt).toISOString())}
      </p>
    </>
  );
}

interface EditUnsentDialogProps {
  lead: OutboxLead;
  /** Missing if the user is no longer assigned to it. */
  event: PublicEvent | undefined;
  onClose: () => void;
}

/** Corrects a lead that is still on this device; it is sent again at once. */
export function EditUnsentDialog({ lead, event, onClose }: EditUnsentDialogProps) {
  const { country, questions = [] } = event ?? {};
  const [typed] = useState(() => toTypedAnswers(questions, lead.answers, currentLanguage()));
  // As when the lead was sent: what was not asked then need not be answered now.
  const required = lead.questionsVersion === event?.questionsVersion;
  const { box, errors, read } = useAnswers(questions, { audience: 'volunteers', required });
  const form = useCheckedForm<TypedLead, LeadContact>({
    resolver: checkLead(country),
    defaultValues: toTyped(lead),
  });

  return (
    <FormDialog
      {...(lead.arrived
        ? { title: t('volunteer.editAnswers'), description: t('volunteer.leadArrived') }
        : { title: t('volunteer.editLead'), description: t('volunteer.editLeadHelp') })}
      onClose={onClose}
      form={form}
      onSubmit={async (contact) => {
        const given = read();
        if (!given) return;
        const answers = { ...lead.answers, ...answerChange(questions, lead.answers, given) };
        if (await editLead(lead.id, { ...contact, answers })) onClose();
      }}
      submitLabel={t('volunteer.sendAgain')}
      pendingLabel={t('volunteer.sending')}
      pending={form.formState.isSubmitting}
    >
      {!lead.arrived && (
        <LeadFields
          form={form}
          labels="form"
          country={country}
          stillPossible={t('volunteer.canSend')}
        />
      )}
      <div {...box}>
        <QuestionFields questions={questions} typed={typed} errors={errors} />
      </div>
    </FormDialog>
  );
}

/** A file with everything about unsent leads, so that they survive the loss of this device. */
function unsentLeadsFile(
  leads: readonly OutboxLead[],
  now: Date,
): { name: string; content: string } {
  const rows = leads.map((lead) => ({
    id: lead.id,
    event: lead.eventName,
    eventId: lead.eventId,
    ...contactOf(lead),
    entryCode: lead.entryCode,
    consentVersion: lead.consentVersion,
    marketing: lead.marketing,
    answers: lead.answers,
    addedAt: new Date(lead.addedAt).toISOString(),
    addedBy: lead.username,
    refusal: lead.refusal && `${lead.refusal.status}: ${lead.refusal.sentence}`,
  }));
  return {
    name: `unsent-leads_${now.toISOString().slice(0, 10)}.json`,
    content: JSON.stringify(rows, null, 2),
  };
}
