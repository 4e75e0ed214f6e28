import { Dialog as Radix } from 'radix-ui';
import type { FieldValues } from 'react-hook-form';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../button.tsx';
import { Form, type FormProps } from '../fields/form.tsx';
import { Dialog, DialogBody, DialogFooter, type DialogProps } from './dialog.tsx';

interface FormDialogProps<Input extends FieldValues, Output extends FieldValues>
  extends DialogProps,
    Omit<FormProps<Input, Output>, 'label' | 'className'> {
  submitLabel: string;
  pendingLabel: string;
  /** A problem of the last attempt that no toast has shown. */
  problem?: string | undefined;
}

/** A dialog that is one form: its fields above a Cancel and a submit button. A failed submit keeps the input. */
export function FormDialog<Input extends FieldValues, Output extends FieldValues>({
  form,
  onSubmit,
  submitLabel,
  pendingLabel,
  pending,
  error,
  problem,
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
        {problem && (
          <p role="alert" className="border-t px-6 py-3 text-danger">
            {problem}
          </p>
        )}
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
