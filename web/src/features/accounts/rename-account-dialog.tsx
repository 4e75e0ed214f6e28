import { type Account, accountForm } from '@drawbridge/contract/accounts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
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
      >
        <Field form={form} name="fullName" label="Full Name" required>
          <Input {...form.register('fullName')} autoComplete="off" />
        </Field>
        <Field form={form} name="username" label="Username/Email" required>
          <Input
            {...form.register('username')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field form={form} name="currentPassword" label="Your Current Password" required>
          <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
