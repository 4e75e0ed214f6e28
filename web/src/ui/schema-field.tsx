import { formFieldOf } from '@drawbridge/contract/form-fields';
import { useFormContext } from 'react-hook-form';
import { schemaOf } from '../lib/use-zod-form.ts';
import { Field, Input, PasswordInput, Textarea } from './field.tsx';

const controls = { input: Input, password: PasswordInput, paragraphs: Textarea };

interface SchemaFieldProps {
  name: string;
  /** The label on screens that are translated. */
  label?: string;
  className?: string;
}

/** A field of a form, as the form's schema describes it: its label, hint and control, and whether it is required. */
export function SchemaField({ name, label, className }: SchemaFieldProps) {
  const form = useFormContext();
  const described = formFieldOf(schemaOf(form.control), name);
  const { label: english, hint, required, control = 'input', ...attributes } = described;
  const Control = controls[control];
  return (
    <Field form={form} name={name} {...{ label: label ?? english, hint, required, className }}>
      <Control {...form.register(name)} {...attributes} />
    </Field>
  );
}
