import { useState } from 'react';
import {
  type FieldPath,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';

/** A form with its fields in the order of their defaults. */
export function useCheckedForm<Input extends FieldValues, Output extends FieldValues>(
  options: UseFormProps<Input, unknown, Output>,
): UseFormReturn<Input, unknown, Output> {
  const form = useForm<Input, unknown, Output>(options);
  // A failed submit focuses the first field that was registered. Fields in a component of their own would
  // be later than those of the form itself, so all are registered here.
  useState(() => {
    const names = Object.keys(options.defaultValues ?? {}) as FieldPath<Input>[];
    for (const name of names) form.register(name);
  });
  return form;
}
