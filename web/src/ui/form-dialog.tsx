import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { t } from '../lib/texts.ts';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogFooter, type DialogProps } from './dialog.tsx';
import { Form } from './form.tsx';

/** What every such dialog says, whatever its fields are. */
export interface PlainFormDialogProps extends Omit<DialogProps, 'children'> {
  submitLabel: string;
  pendingLabel: string;
  pending: boolean;
  /** Why the last attempt failed; if it belongs to a field, it is shown there too. */
  error?: Error | null | undefined;
}

interface FormDialogProps<Input extends FieldValues, Output extends FieldValues>
  extends PlainFormDialogProps {
  form: UseFormReturn<Input, unknown, Output>;
  onSubmit: (values: Output, element: HTMLFormElement) => void;
  children: ReactNode;
}

/** A dialog that is one form: its fields above a Cancel and a submit button. A failed submit keeps the input. */
export function FormDialog<Input extends FieldValues, Output extends FieldValues>({
  form,
  onSubmit,
  submitLabel,
  pendingLabel,
  pending,
  error,
  children,
  ...dialog
}: FormDialogProps<Input, Output>) {
  return (
    <Dialog {...dialog}>
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
    </Dialog>
  );
}
