import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, UseFormProps, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useCheckedForm } from './use-checked-form.ts';

interface ZodFormOptions<Input extends FieldValues, Output>
  extends Omit<UseFormProps<Input, unknown, Output>, 'resolver'> {
  /** Picks the values that are validated and sent; all of them by default. */
  pick?: (values: Input) => Input;
}

/** A form validated by one of the contract's schemas, which may depend on the values. */
export function useZodForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Input> | ((typed: Input) => z.ZodType<Output, Input>),
  { pick = (values) => values, ...options }: ZodFormOptions<Input, Output> = {},
): UseFormReturn<Input, unknown, Output> {
  return useCheckedForm<Input, Output>({
    ...options,
    resolver: (values, context, about) => {
      const rules = typeof schema === 'function' ? schema(values) : schema;
      return zodResolver(rules)(pick(values), context, about);
    },
  });
}
