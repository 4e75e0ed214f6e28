import {
  contactOf,
  contactValues,
  type LeadContact,
  toTyped,
} from '@drawbridge/contract/collecting/contact';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import { Pencil, Send, Trash2 } from 'lucide-react';
import { saveFile } from '../../../lib/device/save-file.ts';
import { formatTimestamp } from '../../../lib/texts/formats.ts';
import { t, translate } from '../../../lib/texts/texts.ts';
import { useCheckedForm } from '../../../lib/use-zod-form.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx';
import { useDialogs } from '../../../ui/dialogs/use-dialogs.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { EmptyState } from '../../../ui/resource.tsx';
import { LeadDialog } from '../../lead-form/lead-dialog.tsx';
import { LeadFields } from '../../lead-form/lead-fields.tsx';
import type { TypedLead } from '../../lead-form/volunteer-form.tsx';
import { checkLead } from '../lead-rules.ts';
import { discardLead, editLead, sendLeadAgain, sendNow } from './outbox.ts';
import type { OutboxLead } from './outbox-rules.ts';

interface UnsentLeadsDialogProps {
  leads: readonly OutboxLead[];
  onEdit: (lead: OutboxLead) => void;
  onClose: () => void;
}

/**
 * All leads on this device that have not arrived. A lead leaves this list only when it arrives, or when a person
 * removes it.
 */
export function UnsentLeadsDialog({ leads, onEdit, onClose }: UnsentLeadsDialogProps) {
  const [open, dialog] = useDialogs(leads, {
    discard: (close, { id, name, arrived }) => (
      <ConfirmDialog
        {...(arrived
          ? {
              title: t('volunteer.deleteAnswersOfWho', { name }),
              description: t('volunteer.deleteAnswersHelp'),
              confirmLabel: t('volunteer.deleteAnswers'),
            }
          : {
              title: t('volunteer.deleteWho', { name }),
              description: t('volunteer.deleteHelp'),
              confirmLabel: t('volunteer.deleteLead'),
            })}
        destructive
        onConfirm={() => discardLead(id).finally(close)}
        onClose={close}
      />
    ),
  });
  const sections = [
    { title: t('volunteer.attention'), rows: leads.filter(({ refusal }) => refusal) },
    { title: t('volunteer.waiting'), rows: leads.filter(({ refusal }) => !refusal) },
  ];

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
        {sections.map(
          ({ title, rows }) =>
            rows.length > 0 && (
              <section key={title} aria-label={title}>
                <h3 className="text-lg">{title}</h3>
                <ul className="mt-1 divide-y">
                  {rows.map((lead) => (
                    <UnsentLead
                      key={lead.id}
                      lead={lead}
                      onEdit={() => onEdit(lead)}
                      onDiscard={() => open('discard', lead.id)}
                    />
                  ))}
                </ul>
              </section>
            ),
        )}
      </DialogBody>
      {leads.length > 0 && (
        <DialogFooter>
          <Button onClick={() => saveUnsent(leads)}>{t('volunteer.export')}</Button>
          <Button variant="primary" onClick={sendNow}>
            {t('volunteer.sendNow')}
          </Button>
        </DialogFooter>
      )}
      {dialog}
    </Dialog>
  );
}

interface UnsentLeadProps {
  lead: OutboxLead;
  onEdit: () => void;
  onDiscard: () => void;
}

function UnsentLead({ lead, onEdit, onDiscard }: UnsentLeadProps) {
  const { name, arrived, takenBack, refusal } = lead;
  // The server's reason for the refusal, in the language of the page.
  const reason = refusal?.sentence
    ? translate(refusal.sentence)
    : t('volunteer.serverAnswered', { status: String(refusal?.status) });
  return (
    <li className="py-3">
      <p className="break-words font-semibold">{name}</p>
      <p className="break-all text-ink-2 text-sm">
        {contactValues({ ...lead, name: '' })
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="break-words text-ink-2 text-sm">
        {lead.eventName} · {formatTimestamp(new Date(lead.addedAt).toISOString())}
      </p>
      {takenBack && !refusal && (
        <p className="text-ink-2 text-sm">{t('volunteer.willBeTakenBack')}</p>
      )}
      {refusal && (
        <>
          {arrived && <p className="text-sm">{t('volunteer.onlyAnswers')}</p>}
          <p className="mt-1 font-semibold text-danger text-sm">
            {takenBack ? t('volunteer.notTakenBackWhy', { reason }) : reason}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button icon={Send} size="small" onClick={() => sendLeadAgain(lead.id)}>
              {t('volunteer.sendAgain')}
            </Button>
            {!takenBack && (
              <Button icon={Pencil} size="small" onClick={onEdit}>
                {t('volunteer.edit')}
              </Button>
            )}
            <IconButton
              icon={Trash2}
              label={t(arrived ? 'volunteer.deleteAnswersOf' : 'volunteer.delete', { name })}
              danger
              className="ms-auto"
              onClick={onDiscard}
            />
          </div>
        </>
      )}
    </li>
  );
}

/** Saves all data of unsent leads as a file, so that they survive the loss of this device. */
function saveUnsent(leads: readonly OutboxLead[]): void {
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
  const day = new Date().toISOString().slice(0, 10);
  const file = new Blob([JSON.stringify(rows, null, 2)], { type: 'application/json' });
  saveFile(`unsent-leads_${day}.json`, file);
}

interface EditUnsentDialogProps {
  lead: OutboxLead;
  /** The lead's event; missing if the user is no longer assigned to it. */
  event: PublicEvent | undefined;
  onClose: () => void;
}

/** Corrects a lead that is still on this device; it is sent again at once. */
export function EditUnsentDialog({ lead, event, onClose }: EditUnsentDialogProps) {
  const form = useCheckedForm<TypedLead, LeadContact>({
    resolver: checkLead(event?.country),
    defaultValues: toTyped(lead),
  });

  return (
    <LeadDialog
      {...(lead.arrived
        ? { title: t('volunteer.editAnswers'), description: t('volunteer.leadArrived') }
        : { title: t('volunteer.editLead'), description: t('volunteer.editLeadHelp') })}
      onClose={onClose}
      form={form}
      by="volunteers"
      eventId={lead.eventId}
      questions={event?.questions ?? []}
      answers={lead.answers}
      // The rules are those of the original questions: questions added since then may stay unanswered.
      required={lead.questionsVersion === event?.questionsVersion}
      onSubmit={async (contact, changed) => {
        const answers = { ...lead.answers, ...changed.answers };
        if (await editLead(lead.id, { ...contact, answers })) onClose();
      }}
      submitLabel={t('volunteer.sendAgain')}
      pendingLabel={t('volunteer.sending')}
      pending={form.formState.isSubmitting}
    >
      {!lead.arrived && (
        <LeadFields labels="form" country={event?.country} stillPossible={t('volunteer.canSend')} />
      )}
    </LeadDialog>
  );
}
