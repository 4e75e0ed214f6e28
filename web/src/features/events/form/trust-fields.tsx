import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import type { EventForm } from './event-form.ts';
import { FormSection } from './form-section.tsx';
import { TextField } from './text-field.tsx';

/** What the public form tells visitors before they leave their number. */
export function TrustFields({ form }: { form: EventForm }) {
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
    </FormSection>
  );
}
