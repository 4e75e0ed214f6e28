import type { ReactNode } from 'react';
import {
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
  useController,
} from 'react-hook-form';
import { Field, type FieldProps } from './field.tsx';

interface ControlledFieldProps<Input extends FieldValues, Output, Name extends FieldPath<Input>>
  extends Pick<FieldProps<Input, Output>, 'label' | 'hint' | 'required' | 'className'> {
  form: UseFormReturn<Input, unknown, Output>;
  name: Name;
  /** Renders the control, which takes these props. */
  children: (control: {
    ref: (element: unknown) => void;
    value: FieldPathValue<Input, Name>;
    onValueChange: (value: unknown) => void;
  }) => ReactNode;
}

/** A field of a form whose control is not an input: a select, a date picker … */
export function ControlledField<
  Input extends FieldValues,
  Output,
  Name extends FieldPath<Input> = FieldPath<Input>,
>({ form, name, children, ...rest }: ControlledFieldProps<Input, Output, Name>) {
  const { ref, value, onChange } = useController({ control: form.control, name }).field;
  return (
    <Field form={form} name={name} {...rest}>
      {children({ ref, value, onValueChange: onChange })}
    </Field>
  );
}
