import { formFieldOf } from '@drawbridge/contract/core/inputs/form-fields';
import type { ReactNode } from 'react';
import {
  type FieldPathValue,
  type FieldValues,
  useController,
  useFormContext,
} from 'react-hook-form';
import { translate } from '../../lib/texts/texts.ts';
import { schemaOf } from '../../lib/use-zod-form.ts';
import { Field, type FieldProps, Input, Textarea } from './field.tsx';
import { PasswordInput } from './password-input.tsx';

const controls = { input: Input, password: PasswordInput, paragraphs: Textarea };

interface SchemaFieldProps {
  name: string;
  /** The label on translated screens. */
  label?: string;
  className?: string;
}

/** A field of a form, as the form's schema describes it: its label, hint and control, and whether it is required. */
export function SchemaField({ name, label, className }: SchemaFieldProps) {
  const form = useFormContext();
  const described = formFieldOf(schemaOf(form.control), name);
  const {
    label: english,
    hint,
    placeholder,
    required,
    control = 'input',
    ...attributes
  } = described;
  const Control = controls[control];
  return (
    <Field
      form={form}
      name={name}
      {...{ required, className }}
      label={label ?? translate(english)}
      hint={hint && translate(hint)}
    >
      <Control
        {...form.register(name, attributes.type === 'number' ? { valueAsNumber: true } : {})}
        {...attributes}
        placeholder={placeholder && translate(placeholder)}
      />
    </Field>
  );
}

interface ControlledFieldProps
  extends Pick<FieldProps<FieldValues, FieldValues>, 'label' | 'hint' | 'required' | 'className'> {
  name: string;
  children: (control: {
    ref: (element: unknown) => void;
    value: FieldPathValue<FieldValues, string>;
    onValueChange: (value: unknown) => void;
  }) => ReactNode;
}

/** A field of a form whose control is not an input: a select, a list of boxes … */
export function ControlledField({ name, children, ...rest }: ControlledFieldProps) {
  const form = useFormContext();
  const { ref, value, onChange } = useController({ control: form.control, name }).field;
  return (
    <Field form={form} name={name} {...rest}>
      {children({ ref, value, onValueChange: onChange })}
    </Field>
  );
}
