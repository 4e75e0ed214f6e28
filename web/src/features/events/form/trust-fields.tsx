import type { AdminEvent } from '@drawbridge/contract/events';
import { consentNoteOf } from '@drawbridge/contract/form-rules';
import { useWatch } from 'react-hook-form';
import { today } from '../../../lib/day-formats.ts';
import { Field, Input, Textarea } from '../../../ui/field.tsx';
import { FormSection, TextField } from './event-fields.tsx';
import type { EventForm } from './event-form.ts';
import { retentionText } from './retention-text.ts';

/** What the public form tells visitors before they leave their number. */
export function TrustFields({ form }: { form: EventForm }) {
  const [consentNote, marketingText] = useWatch({
    control: form.control,
    name: ['consentNote', 'marketingText'],
  });
  const box = marketingText?.trim();

  return (
    <FormSection title="Public Form (Optional)" hint="What visitors read before they enter.">
      <TextField form={form} name="organiser" label="Organiser" required={false} />
      <Field form={form} name="privacyText" label="Privacy Text" className="md:col-span-2">
        <Textarea {...form.register('privacyText')} />
      </Field>
      <TextField
        form={form}
        name="privacyUrl"
        label="Privacy Link"
        required={false}
        hint="The address of your privacy notice, such as https://example.com/privacy"
      />
      <TextField
        form={form}
        name="consentNote"
        label="Consent Sentence"
        required={false}
        hint="Replaces the sentence that the form shows otherwise."
      />
      <TextField
        form={form}
        name="marketingText"
        label="Marketing Box"
        required={false}
        hint="Asks for marketing separately: what the box says that visitors may tick, such as “Tell me about future events.”"
      />
      <div role="status" className="rounded-m bg-sunk px-4 py-3 text-sm md:col-span-2">
        <p className="break-words">
          Visitors read: “{consentNoteOf({ consentNote: consentNote?.trim(), marketingText: box })}”
        </p>
        {box && <p className="mt-1 break-words">They may tick: “{box}”</p>}
      </div>
    </FormSection>
  );
}

interface RetentionFieldProps {
  form: EventForm;
  /** The event that is edited; a new one has no leads. */
  event?: AdminEvent;
}

/** How long the leads are kept, and what that means for this event. */
export function RetentionField({ form, event }: RetentionFieldProps) {
  const [days, date] = useWatch({ control: form.control, name: ['retentionDays', 'date'] });

  return (
    <FormSection
      title="Retention (Optional)"
      hint="Leave it empty to keep the leads until you delete them."
    >
      <Field
        form={form}
        name="retentionDays"
        label="Erase leads after (days)"
        hint={
          <span role="status">
            {retentionText({ days, date, leads: event?.leadCount }, today())}
          </span>
        }
        className="md:col-span-2"
      >
        <Input
          {...form.register('retentionDays', {
            // An empty field keeps the leads; what is not a number is refused by its rule.
            setValueAs: (typed: string | number | null) =>
              typed === '' || typed === null ? null : Number(typed),
          })}
          inputMode="numeric"
          autoComplete="off"
          className="md:max-w-40"
        />
      </Field>
    </FormSection>
  );
}
