import { passwordConfirmation } from '@drawbridge/contract/accounts/accounts';
import { useZodForm } from '../lib/use-zod-form.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { CurrentPasswordField } from './account-fields.tsx';

interface PasswordDialogProps {
  title: string;
  /** What will happen. */
  description: string;
  submitLabel: string;
  pendingLabel: string;
  pending: boolean;
  error: Error | null;
  /** What the field is called, for people who do not read English. */
  fieldLabel?: string;
  onSubmit: (currentPassword: string) => void;
  onClose: () => void;
}

/** Asks for the user's password before a change that somebody at an unlocked screen must not make. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, description, submitLabel, pendingLabel, pending, error, onSubmit, onClose } =
    props;
  const { fieldLabel } = props;
  const form = useZodForm(passwordConfirmation, { defaultValues: { currentPassword: '' } });

  return (
    <Dialog title={title} description={description} compact onClose={onClose}>
      <DialogForm
        form={form}
        onSubmit={({ currentPassword }) => onSubmit(currentPassword)}
        submitLabel={submitLabel}
        pendingLabel={pendingLabel}
        pending={pending}
        error={error}
      >
        <CurrentPasswordField form={form} {...(fieldLabel && { label: fieldLabel })} />
      </DialogForm>
    </Dialog>
  );
}
