import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { t } from '../lib/texts.ts';
import { Button } from './button.tsx';
import { DialogBody, DialogFooter } from './dialog.tsx';
import { Form } from './form.tsx';

interface DialogFormProps<Input extends FieldValues, Output extends FieldValues> {
  form: UseFormReturn<Input, unknown, Output>;
  onSubmit: (values: Output, element: HTMLFormElement) => void;
  submitLabel: string;
  pendingLabel: string;
  pending: boolean;
  /** Why the last attempt failed; if it belongs to a field, it is shown there too. */
  error?: Error | null | undefined;
  children: ReactNode;
}

/** The fields of a dialog above its Cancel and submit buttons. A failed submit keeps the input. */
export function DialogForm<Input extends FieldValues, Output extends FieldValues>({
  form,
  onSubmit,
  submitLabel,
  pendingLabel,
  pending,
  error,
  children,
}: DialogFormProps<Input, Output>) {
  return (
    <Form
      form={form}
      onSubmit={onSubmit}
      pending={pending}
      error={error}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>{children}</DialogBody>
      <DialogFooter>
        <Radix.Close asChild>
          <Button>{t('workspace.cancel')}</Button>
        </Radix.Close>
        <Button type="submit" variant="primary" pending={pending}>
          {pending ? pendingLabel : submitLabel}
        </Button>
      </DialogFooter>
    </Form>
  );
}
