import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import type { EventForm } from './event-form.ts';

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
