import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import {
  type Control,
  type FieldPath,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';

interface ZodFormOptions<Input extends FieldValues, Output>
  extends Omit<UseFormProps<Input, unknown, Output>, 'resolver'> {
  /** Picks the values that are validated and sent; all of them by default. */
  pick?: (values: Input) => Input;
}

/** The schema of each form, which determines its fields. */
const schemas = new WeakMap<object, z.ZodType>();

export function schemaOf(control: Control): z.ZodType | undefined {
  return schemas.get(control);
}

/** A form validated by one of the contract's schemas, which may depend on the values. */
export function useZodForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Input> | ((typed: Input) => z.ZodType<Output, Input>),
  { pick = (values) => values, ...options }: ZodFormOptions<Input, Output> = {},
): UseFormReturn<Input, unknown, Output> {
  const form = useCheckedForm<Input, Output>({
    ...options,
    resolver: (values, context, about) => {
      const rules = typeof schema === 'function' ? schema(values) : schema;
      return zodResolver(rules)(pick(values), context, about);
    },
  });
  if (typeof schema !== 'function') schemas.set(form.control, schema);
  return form;
}

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

/** The typed fields that differ from their previous values. */
export function changedFields<Fields extends object>(
  before: Fields,
  typed: Fields,
): Partial<Fields> {
  const names = Object.keys(before) as (keyof Fields)[];
  return Object.fromEntries(
    names.filter((name) => typed[name] !== before[name]).map((name) => [name, typed[name]]),
  ) as Partial<Fields>;
}
