import { type Account, passwordReset } from '@drawbridge/contract/accounts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { CurrentPasswordField } from '../../shared/account-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { useResetPassword } from './api.ts';
import { NewPasswordField } from './new-password-field.tsx';

interface ResetPasswordDialogProps {
  account: Account;
  onClose: () => void;
}

export function ResetPasswordDialog({ account, onClose }: ResetPasswordDialogProps) {
  const form = useZodForm(passwordReset, {
    defaultValues: { newPassword: '', currentPassword: '' },
  });
  const resetPassword = useResetPassword(account.id);

  return (
    <Dialog
      title={`Reset the password of ${account.username}`}
      description="This ends all their sessions. Give them the new password and ask them to change it."
      onClose={onClose}
    >
      <DialogForm
        form={form}
        onSubmit={(reset) => resetPassword.mutate(reset, { onSuccess: onClose })}
        submitLabel="Reset Password"
        pendingLabel="Resetting..."
        pending={resetPassword.isPending}
        error={resetPassword.error}
      >
        <NewPasswordField form={form} name="newPassword" label="New Password" />
        <CurrentPasswordField form={form} />
      </DialogForm>
    </Dialog>
  );
}
