import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { sentenceOf } from '../../lib/api/api-client.ts';
import { type ApiMutation, useDeclaredMutation } from '../../lib/queries/use-api-mutation.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { fieldProblemOf } from '../fields/form.tsx';
import { SchemaField } from '../fields/schema-field.tsx';
import type { DialogProps } from './dialog.tsx';
import { FormDialog } from './form-dialog.tsx';

/** The part of a mutation that the dialog needs; its input may be less than the schema's output. */
interface Mutation<Input, Result> {
  isPending: boolean;
  error: Error | null;
  data: Result | undefined;
  mutate(input: Input, then: { onSuccess: (response: Result) => void }): void;
}

export interface ChangeDialogProps<Input extends FieldValues, Output extends FieldValues, Result>
  extends Omit<DialogProps, 'children'> {
  schema: z.ZodType<Output, Input>;
  /** The initial values of the form. If several fields are wrong, the first in this order gets the focus. */
  values: DefaultValues<Input>;
  /** The fields that the schema describes, above all others. */
  fields?: readonly (keyof Input & string)[];
  /** The mutation that gets the schema's output, or one that the screen uses too. */
  mutation: ApiMutation<Output, Result> | Mutation<Output, Result>;
  /** The button's label, and its label while the request runs. */
  submit: readonly [label: string, pending: string];
  /** The dialog that shows the result; without one, success closes this dialog. */
  result?: (response: Result) => ReactNode;
  /** Fields of other kinds, which get the form from the context. */
  children?: ReactNode;
}

export function ChangeDialog<Input extends FieldValues, Output extends FieldValues, Result>({
  schema,
  values,
  fields = [],
  mutation: given,
  submit: [submitLabel, pendingLabel],
  result,
  children,
  ...dialog
}: ChangeDialogProps<Input, Output, Result>) {
  const mutation = useDeclaredMutation(given);
  const form = useZodForm(schema, { defaultValues: values });
  // A declaration with a text for failures shows a toast.
  const hasToast = !('send' in given) || given.failure !== undefined;
  const shown = mutation.data !== undefined && result?.(mutation.data);
  if (shown) return shown;
  return (
    <FormDialog
      {...dialog}
      form={form}
      onSubmit={(input) =>
        mutation.mutate(input, {
          onSuccess: (response) => {
            if (!result?.(response)) dialog.onClose();
          },
        })
      }
      submitLabel={submitLabel}
      pendingLabel={pendingLabel}
      pending={mutation.isPending}
      error={mutation.error}
      problem={
        mutation.error && !hasToast && !fieldProblemOf(form, mutation.error)
          ? sentenceOf(mutation.error)
          : undefined
      }
    >
      {fields.map((name) => (
        <SchemaField key={name} name={name} />
      ))}
      {children}
    </FormDialog>
  );
}
