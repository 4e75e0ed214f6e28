import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';

interface ZodFormOptions<Input extends FieldValues, Output>
  extends Omit<UseFormProps<Input, unknown, Output>, 'resolver'> {
  /** What of the values is looked at and sent; everything, unless told. */
  pick?: (values: Input) => Input;
}

/** A form whose rules and messages are one of the contract's schemas, or depend on what is typed. */
export function useZodForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Input> | ((typed: Input) => z.ZodType<Output, Input>),
  { pick = (values) => values, ...options }: ZodFormOptions<Input, Output> = {},
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    ...options,
    resolver: (values, context, about) => {
      const rules = typeof schema === 'function' ? schema(values) : schema;
      return zodResolver(rules)(pick(values), context, about);
    },
  });
}
