import { accountForm } from '@drawbridge/contract/accounts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
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
        <NewPasswordField form={form} name="password" label="Password" />
        <Field form={form} name="currentPassword" label="Your Current Password" required>
          <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
