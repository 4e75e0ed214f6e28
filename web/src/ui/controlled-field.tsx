import type { ReactNode } from 'react';
import {
  type FieldPathValue,
  type FieldValues,
  useController,
  useFormContext,
} from 'react-hook-form';
import { Field, type FieldProps } from './field.tsx';

interface ControlledFieldProps
  extends Pick<FieldProps<FieldValues, FieldValues>, 'label' | 'hint' | 'required' | 'className'> {
  name: string;
  /** Renders the control, which takes these props. */
  children: (control: {
    ref: (element: unknown) => void;
    value: FieldPathValue<FieldValues, string>;
    onValueChange: (value: unknown) => void;
  }) => ReactNode;
}

/** A field of a form whose control is not an input: a select, a date picker … */
export function ControlledField({ name, children, ...rest }: ControlledFieldProps) {
  const form = useFormContext();
  const { ref, value, onChange } = useController({ control: form.control, name }).field;
  return (
    <Field form={form} name={name} {...rest}>
      {children({ ref, value, onValueChange: onChange })}
    </Field>
  );
}
