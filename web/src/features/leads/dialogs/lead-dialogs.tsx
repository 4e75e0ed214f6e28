import {
  type ContactField,
  contactValues,
  emptyContact,
  listedFields,
  toTyped,
} from '@drawbridge/contract/contact';
import type { AdminEvent } from '@drawbridge/contract/events';
import { type AdminLead, leadChange, leadInput } from '@drawbridge/contract/leads';
import { changeable, controlName, toTypedAnswers } from '@drawbridge/contract/questions/answers';
import type { Answers } from '@drawbridge/contract/questions/kinds';
import type { AdminQuestion } from '@drawbridge/contract/questions/schemas';
import { useState } from 'react';
import { type UseFormReturn, useController, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { currentLanguage } from '../../../lib/texts.ts';
import { changedFields, useZodForm } from '../../../lib/use-zod-form.ts';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { createLeadAttempts } from '../../lead-form/lead-attempts.ts';
import { LeadFields } from '../../lead-form/lead-fields.tsx';
import { leadPhoneIn } from '../../lead-form/phone-rule.ts';
import { QuestionFields } from '../../lead-form/question-fields.tsx';
import { answerChange, useAnswers } from '../../lead-form/use-answers.tsx';
import { useCreateLead, useUpdateLead } from '../api.ts';
import { PersonLink } from './person-link.tsx';

interface CreateLeadDialogProps {
  events: readonly AdminEvent[];
  /** The event shown on the screen, if any. */
  eventId: string | undefined;
  onClose: () => void;
}

export function CreateLeadDialog({ events, eventId = '', onClose }: CreateLeadDialogProps) {
  const form = useZodForm(
    (typed: z.input<typeof leadInput>) =>
      leadInput.extend({ phone: leadPhoneIn(countryOf(events, typed.eventId)) }),
    { defaultValues: { eventId, ...emptyContact } },
  );
  const [attemptFor] = useState(() => createLeadAttempts());
  const createLead = useCreateLead();
  const chosenId = useWatch({ control: form.control, name: 'eventId' });
  const questions = answerable(eventOf(events, chosenId)?.questions ?? []);
  const given = useAnswers(questions, anyAnswers);

  return (
    <FormDialog
      title="Create Lead"
      description="Add a new lead manually to the system"
      onClose={onClose}
      form={form}
      onSubmit={(contact) => {
        const answers = given.read();
        if (!answers) return;
        const lead = { ...contact, answers };
        const contents = [...contactValues(lead), JSON.stringify(answers)];
        const attempt = attemptFor(lead.eventId, ...contents);
        createLead.mutate({ lead, attempt }, { onSuccess: onClose });
      }}
      submitLabel="Create Lead"
      pendingLabel="Creating..."
      pending={createLead.isPending}
    >
      <AdminLeadFields form={form} events={events} stillPossible="You can still add it." />
      <AnswerFields key={chosenId} questions={questions} given={given} />
    </FormDialog>
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
      leadChange.extend({ phone: leadPhoneIn(countryOf(events, typed.eventId)).optional() }),
    {
      defaultValues: leadDetails(before),
      pick: (typed) => changedDetails(before, typed),
    },
  );
  const updateLead = useUpdateLead(lead.id);
  const eventId = useWatch({ control: form.control, name: 'eventId' }) ?? before.eventId;
  const asked = answerable(eventOf(events, eventId)?.questions ?? [], before.answers);
  const questions = changeable(asked, before.answers);
  const given = useAnswers(questions, anyAnswers);

  return (
    <FormDialog
      title="Edit Lead"
      description="Update lead information"
      focusOn={question && controlName({ id: question })}
      onClose={onClose}
      form={form}
      onSubmit={(change) => {
        const now = given.read();
        if (!now) return;
        const answers = answerChange(questions, before.answers, now);
        const changes = Object.keys(answers).length > 0 ? { ...change, answers } : change;
        updateLead.mutate(changes, { onSuccess: onClose });
      }}
      submitLabel="Update Lead"
      pendingLabel="Updating..."
      pending={updateLead.isPending}
    >
      <AdminLeadFields
        order={listedFields}
        form={form}
        events={events}
        stillPossible="You can still save it."
      />
      <AnswerFields key={eventId} questions={questions} answers={before.answers} given={given} />
      <PersonLink leadId={lead.id} />
    </FormDialog>
  );
}

/** Administrators may answer for everybody, and leave out what they do not know. */
const anyAnswers = { audience: 'both', required: false } as const;

/** What is asked, and what has been answered before. */
const answerable = (questions: readonly AdminQuestion[], answers: Answers = {}) =>
  questions.filter(({ id, archived }) => !archived || id in answers);

interface AnswerFieldsProps {
  questions: readonly AdminQuestion[];
  answers?: Answers;
  given: ReturnType<typeof useAnswers>;
}

function AnswerFields({ questions, answers = {}, given: { box, errors } }: AnswerFieldsProps) {
  if (questions.length === 0) return null;
  return (
    <div {...box} className="flex flex-col gap-5 border-t pt-5">
      <QuestionFields
        labels="admin"
        questions={questions}
        typed={toTypedAnswers(questions, answers, currentLanguage())}
        errors={errors}
      />
    </div>
  );
}

type LeadChangeInput = z.input<typeof leadChange>;

/** A lead as the form shows it. */
export function leadDetails(lead: AdminLead): LeadChangeInput {
  return { eventId: lead.eventId, ...toTyped(lead, listedFields) };
}

/**
 * Only the fields that differ from the stored lead. Unchanged fields are neither checked nor sent, because
 * a stored phone number has no punctuation and may be shorter than the form's minimum.
 */
export function changedDetails(lead: AdminLead, typed: LeadChangeInput): LeadChangeInput {
  return changedFields(leadDetails(lead), typed);
}

interface AdminLeadFieldsProps<Typed extends LeadChangeInput, Output> {
  form: UseFormReturn<Typed, unknown, Output>;
  events: readonly AdminEvent[];
  stillPossible: string;
  order?: readonly ContactField[];
}

/** The fields of the administrators' forms: the event and the person. */
function AdminLeadFields<Typed extends LeadChangeInput, Output>({
  form: given,
  events,
  ...others
}: AdminLeadFieldsProps<Typed, Output>) {
  // The form may require what is optional here.
  const form = given as unknown as UseFormReturn<LeadChangeInput>;
  // Registered before the inputs, because the first invalid field gets the focus.
  const { field: event } = useController({ control: form.control, name: 'eventId' });

  return (
    <>
      <Field
        form={form}
        name="eventId"
        label="Event"
        required
        hint={events.length === 0 && 'No events available. Create an event first.'}
      >
        <Select
          ref={event.ref}
          value={event.value ?? ''}
          onValueChange={event.onChange}
          placeholder="Select an event"
          options={events.map(({ id, name }) => ({ value: id, label: name }))}
          disabled={events.length === 0}
        />
      </Field>
      <LeadFields form={form} country={countryOf(events, event.value)} labels="admin" {...others} />
    </>
  );
}

const eventOf = (events: readonly AdminEvent[], eventId: string | undefined) =>
  events.find(({ id }) => id === eventId);

const countryOf = (events: readonly AdminEvent[], eventId: string | undefined) =>
  eventOf(events, eventId)?.country;
