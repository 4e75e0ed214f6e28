import { toTyped } from '@drawbridge/contract/collecting/contact';
import type { OwnLead, OwnLeadChange } from '@drawbridge/contract/collecting/leads';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import { changeable } from '@drawbridge/contract/events/questions/answers';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { replaceRow } from '../../lib/queries/query-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { t } from '../../lib/texts/texts.ts';
import { changedFields, useCheckedForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmMutationDialog } from '../../ui/dialogs/use-dialogs.tsx';
import { LeadDialog } from '../lead-form/lead-dialog.tsx';
import { LeadFields } from '../lead-form/lead-fields.tsx';
import type { TypedLead } from '../lead-form/volunteer-form.tsx';
import { hideOwnLead, OWN_LEADS } from './api.ts';
import { checkLead } from './lead-rules.ts';

const OWN_LEAD = '/api/volunteer/leads/:leadId';

function useCorrectLead(leadId: string) {
  return useApiMutation({
    send: (body: OwnLeadChange) => api.patch(OWN_LEAD, { params: { leadId }, body }),
    show: (lead) => replaceRow(OWN_LEADS, lead),
    success: { title: t('volunteer.leadUpdated') },
    failure: t('volunteer.updateFailed'),
    changes: [OWN_LEADS],
  });
}

function useTakeLeadBack(leadId: string) {
  return useApiMutation({
    send: () => api.delete(OWN_LEAD, { params: { leadId } }),
    show: () => hideOwnLead(leadId),
    success: { title: t('volunteer.takenBack') },
    failure: t('volunteer.notTakenBack'),
    changes: [OWN_LEADS],
  });
}

interface CorrectLeadDialogProps {
  lead: OwnLead;
  event: PublicEvent;
  onClose: () => void;
}

/** Corrects a lead that is stored on the server, which needs a network. */
export function CorrectLeadDialog({ lead, event, onClose }: CorrectLeadDialogProps) {
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
      <ConfirmMutationDialog
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
      // Questions that were not asked when the lead was entered may stay unanswered.
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
