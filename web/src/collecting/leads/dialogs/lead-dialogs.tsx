import {
  contactValues,
  emptyContact,
  listedFields,
  toTyped,
} from '@drawbridge/contract/collecting/contact';
import { type AdminLead, leadChange, leadInput } from '@drawbridge/contract/collecting/leads';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { changeable, controlName } from '@drawbridge/contract/events/questions/answers';
import type { Answers } from '@drawbridge/contract/events/questions/kinds';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { say } from '../../../lib/texts/say.ts';
import { changedFields, useZodForm } from '../../../lib/use-zod-form.ts';
import { ControlledField } from '../../../ui/fields/schema-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { createLeadAttempts } from '../../lead-form/lead-attempts.ts';
import { LeadDialog } from '../../lead-form/lead-dialog.tsx';
import { LeadFields } from '../../lead-form/lead-fields.tsx';
import { leadPhoneIn } from '../../lead-form/phone-rule.ts';
import { useCreateLead, useUpdateLead } from '../api.ts';
import { PersonLink } from './lead-panel.tsx';

interface CreateLeadDialogProps {
  events: readonly AdminEvent[];
  /** The event shown on the screen, if any. */
  eventId: string | undefined;
  onClose: () => void;
}

export function CreateLeadDialog({ events, eventId = '', onClose }: CreateLeadDialogProps) {
  const form = useZodForm(
    (typed: z.input<typeof leadInput>) =>
      leadInput.extend({ phone: leadPhoneIn(eventOf(events, typed.eventId)?.country) }),
    { defaultValues: { eventId, ...emptyContact } },
  );
  const [attemptFor] = useState(() => createLeadAttempts());
  const createLead = useCreateLead();
  const chosenId = useWatch({ control: form.control, name: 'eventId' });
  const event = eventOf(events, chosenId);

  return (
    <LeadDialog
      title={say('Create Lead')}
      description={say('Add a new lead manually to the system')}
      onClose={onClose}
      form={form}
      by="administrators"
      eventId={chosenId}
      questions={answerable(event)}
      onSubmit={(contact, _changed, answers) => {
        const lead = { ...contact, answers };
        const contents = [...contactValues(lead), JSON.stringify(answers)];
        const attempt = attemptFor(lead.eventId, ...contents);
        createLead.mutate({ lead, attempt }, { onSuccess: onClose });
      }}
      submitLabel={say('Create Lead')}
      pendingLabel={say('Creating...')}
      pending={createLead.isPending}
    >
      <EventField events={events} />
      <LeadFields
        labels="admin"
        country={event?.country}
        stillPossible={say('You can still add it.')}
      />
    </LeadDialog>
  );
}

interface EditLeadDialogProps {
  lead: AdminLead;
  events: readonly AdminEvent[];
  /** The question that has the focus at first. */
  question: string | undefined;
  onClose: () => void;
}

export function EditLeadDialog({ lead, events, question, onClose }: EditLeadDialogProps) {
  // The lead as it was when the dialog opened, so that other people's changes are not reverted.
  const [before] = useState(lead);
  const form = useZodForm(
    (typed) =>
      leadChange.extend({ phone: leadPhoneIn(eventOf(events, typed.eventId)?.country).optional() }),
    {
      defaultValues: leadDetails(before),
      pick: (typed) => changedDetails(before, typed),
    },
  );
  const updateLead = useUpdateLead(lead.id);
  const eventId = useWatch({ control: form.control, name: 'eventId' }) ?? before.eventId;
  const event = eventOf(events, eventId);

  return (
    <LeadDialog
      title={say('Edit Lead')}
      description={say('Update lead information')}
      focusOn={question && controlName({ id: question })}
      onClose={onClose}
      form={form}
      by="administrators"
      eventId={eventId}
      questions={changeable(answerable(event, before.answers), before.answers)}
      answers={before.answers}
      onSubmit={(change, changed) =>
        updateLead.mutate({ ...change, ...changed }, { onSuccess: onClose })
      }
      submitLabel={say('Update Lead')}
      pendingLabel={say('Updating...')}
      pending={updateLead.isPending}
      below={<PersonLink leadId={lead.id} />}
    >
      <EventField events={events} />
      <LeadFields
        labels="admin"
        order={listedFields}
        country={event?.country}
        stillPossible={say('You can still save it.')}
      />
    </LeadDialog>
  );
}

const eventOf = (events: readonly AdminEvent[], eventId: string | undefined) =>
  events.find(({ id }) => id === eventId);

/** The questions, and the previous answers. */
const answerable = (event: AdminEvent | undefined, answers: Answers = {}) =>
  event?.questions.filter(({ id, archived }) => !archived || id in answers) ?? [];

type LeadChangeInput = z.input<typeof leadChange>;

/** A lead as the form shows it. */
export function leadDetails(lead: AdminLead): LeadChangeInput {
  return { eventId: lead.eventId, ...toTyped(lead, listedFields) };
}

/**
 * The fields that differ from the stored lead. Unchanged fields are neither checked nor sent, because a stored phone
 * number has no punctuation and may be shorter than the form's minimum.
 */
export function changedDetails(lead: AdminLead, typed: LeadChangeInput): LeadChangeInput {
  return changedFields(leadDetails(lead), typed);
}

function EventField({ events }: { events: readonly AdminEvent[] }) {
  return (
    <ControlledField
      name="eventId"
      label={say('Event')}
      required
      hint={events.length === 0 && say('No events available. Create an event first.')}
    >
      {(control) => (
        <Select
          {...control}
          placeholder={say('Select an event')}
          options={events.map(({ id, name }) => ({ value: id, label: name }))}
          disabled={events.length === 0}
        />
      )}
    </ControlledField>
  );
}
