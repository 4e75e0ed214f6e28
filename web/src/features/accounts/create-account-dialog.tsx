import { accountForm } from '@drawbridge/contract/accounts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { CurrentPasswordField, NameFields } from '../../shared/account-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { useCreateAccount } from './api.ts';
import { NewPasswordField } from './new-password-field.tsx';

export function CreateAccountDialog({ onClose }: { onClose: () => void }) {
  const form = useZodForm(accountForm, {
    defaultValues: { fullName: '', username: '', password: '', currentPassword: '' },
  });
  const createAccount = useCreateAccount();

  return (
    <Dialog
      title="Add Administrator"
      description="Administrators may do everything in the app."
      onClose={onClose}
    >
      <DialogForm
        form={form}
        onSubmit={(input) => createAccount.mutate(input, { onSuccess: onClose })}
        submitLabel="Create Administrator"
        pendingLabel="Creating..."
        pending={createAccount.isPending}
        error={createAccount.error}
      >
        <NameFields form={form} />
        <NewPasswordField form={form} name="password" label="Password" />
        <CurrentPasswordField form={form} />
      </DialogForm>
    </Dialog>
  );
}
