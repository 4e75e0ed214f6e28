import { type EventStatus, eventStatuses } from '@drawbridge/contract/events';
import { type ReactNode, useId } from 'react';
import { ControlledField } from '../../../ui/controlled-field.tsx';
import { DatePicker } from '../../../ui/date-picker.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { EventForm } from './event-form.ts';

const statusLabels: Record<EventStatus, string> = {
  upcoming: 'Upcoming',
  active: 'Active',
  ended: 'Ended',
};

export function BasicFields({ form }: { form: EventForm }) {
  return (
    <FormSection title="Basic Information">
      <TextField form={form} name="name" label="Event Name" />
      <ControlledField form={form} name="date" label="Date" required>
        {(control) => <DatePicker {...control} />}
      </ControlledField>
      <ControlledField form={form} name="status" label="Status" required>
        {(control) => (
          <Select
            {...control}
            value={control.value ?? ''}
            options={eventStatuses.map((value) => ({ value, label: statusLabels[value] }))}
          />
        )}
      </ControlledField>
      <TextField form={form} name="location" label="Location" />
    </FormSection>
  );
}

interface TextFieldProps {
  form: EventForm;
  name: 'name' | 'location' | 'organiser' | 'privacyUrl' | 'consentNote' | 'marketingText';
  label: string;
  required?: boolean;
  hint?: string;
}

/**
 * A separate component, because react-hook-form focuses the first invalid field in the order of
 * registration, and a plain `register` would always come before a `Controller`.
 */
export function TextField({ form, name, label, required = true, hint }: TextFieldProps) {
  return (
    <Field
      form={form}
      name={name}
      label={label}
      required={required}
      hint={hint}
      className="md:col-span-2"
    >
      <Input {...form.register(name)} autoComplete="off" />
    </Field>
  );
}

interface FormSectionProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

export function FormSection({ title, hint, children }: FormSectionProps) {
  const id = useId();

  return (
    <section aria-labelledby={id} className="border-t pt-5 first:border-t-0 first:pt-0">
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      {hint && <p className="text-ink-2 text-sm">{hint}</p>}
      <div className="mt-3 grid grid-cols-1 gap-4 md:grid-cols-2">{children}</div>
    </section>
  );
}
