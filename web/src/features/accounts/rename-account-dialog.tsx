import { type Account, accountForm } from '@drawbridge/contract/accounts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { CurrentPasswordField, NameFields } from '../../shared/account-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { useChangeAccount } from './api.ts';

const renameForm = accountForm.omit({ password: true });

interface RenameAccountDialogProps {
  account: Account;
  onClose: () => void;
}

export function RenameAccountDialog({ account, onClose }: RenameAccountDialogProps) {
  const form = useZodForm(renameForm, {
    defaultValues: {
      fullName: account.name ?? '',
      username: account.username,
      currentPassword: '',
    },
  });
  const changeAccount = useChangeAccount(account.id);

  return (
    <Dialog title="Edit Administrator" onClose={onClose}>
      <DialogForm
        form={form}
        onSubmit={(change) => changeAccount.mutate(change, { onSuccess: onClose })}
        submitLabel="Update Administrator"
        pendingLabel="Updating..."
        pending={changeAccount.isPending}
        error={changeAccount.error}
      >
        <NameFields form={form} />
        <CurrentPasswordField form={form} />
      </DialogForm>
    </Dialog>
  );
}
