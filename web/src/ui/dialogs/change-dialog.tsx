import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { type ApiMutation, useDeclaredMutation } from '../../lib/queries/use-api-mutation.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { SchemaField } from '../fields/schema-field.tsx';
import type { DialogProps } from './dialog.tsx';
import { FormDialog } from './form-dialog.tsx';

/** As much of a mutation as the dialog needs; it may take less than the schema makes. */
interface Mutation<Input, Answer> {
  isPending: boolean;
  error: Error | null;
  data: Answer | undefined;
  mutate(input: Input, then: { onSuccess: (answer: Answer) => void }): void;
}

export interface ChangeDialogProps<Input extends FieldValues, Output extends FieldValues, Answer>
  extends Omit<DialogProps, 'children'> {
  schema: z.ZodType<Output, Input>;
  /** What the form contains at first. Of several wrong fields, the first in this order gets the focus. */
  values: DefaultValues<Input>;
  /** The fields that the schema describes, above all others. */
  fields?: readonly (keyof Input & string)[];
  /** What is done with what the schema makes of the input, or a mutation that the screen needs too. */
  mutation: ApiMutation<Output, Answer> | Mutation<Output, Answer>;
  /** The button, and what it says while the request runs. */
  submit: readonly [label: string, pending: string];
  /** The dialog that shows what came of it; without one, success closes this one. */
  result?: (answer: Answer) => ReactNode;
  /** Fields of other kinds, which find the form by themselves. */
  children?: ReactNode;
}

export function ChangeDialog<Input extends FieldValues, Output extends FieldValues, Answer>({
  schema,
  values,
  fields = [],
  mutation: given,
  submit: [submitLabel, pendingLabel],
  result,
  children,
  ...dialog
}: ChangeDialogProps<Input, Output, Answer>) {
  const mutation = useDeclaredMutation(given);
  const form = useZodForm(schema, { defaultValues: values });
  const shown = mutation.data !== undefined && result?.(mutation.data);
  if (shown) return shown;
  return (
    <FormDialog
      {...dialog}
      form={form}
      onSubmit={(input) =>
        mutation.mutate(input, {
          onSuccess: (answer) => {
            if (!result?.(answer)) dialog.onClose();
          },
        })
      }
      submitLabel={submitLabel}
      pendingLabel={pendingLabel}
      pending={mutation.isPending}
      error={mutation.error}
    >
      {fields.map((name) => (
        <SchemaField key={name} name={name} />
      ))}
      {children}
    </FormDialog>
  );
}
