import { passwordChange, passwordFor } from '@drawbridge/contract/accounts';
import type { Role } from '@drawbridge/contract/auth';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useChangePassword } from './api.ts';
import { SettingsSection } from './settings-section.tsx';

const blank = { currentPassword: '', newPassword: '' };

export function PasswordSection({ role }: { role: Role }) {
  const administrator = role === 'admin';
  const form = useZodForm(passwordChange.extend({ newPassword: passwordFor(role) }), {
    defaultValues: blank,
  });
  const changePassword = useChangePassword();

  return (
    <SettingsSection title="Password" help="Changing it ends your sessions on all other devices.">
      <Form
        form={form}
        label="Change password"
        onSubmit={(values) => changePassword.mutate(values, { onSuccess: () => form.reset(blank) })}
        pending={changePassword.isPending}
        error={changePassword.error}
        className="flex max-w-md flex-col gap-4"
      >
        <Field form={form} name="currentPassword" label="Current Password" required>
          <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" />
        </Field>
        <Field
          form={form}
          name="newPassword"
          label="New Password"
          hint={
            administrator
              ? 'At least 12 characters. A few words that do not belong together are easy to remember.'
              : 'At least 6 characters.'
          }
          required
        >
          <PasswordInput {...form.register('newPassword')} autoComplete="new-password" />
        </Field>
        <Button
          type="submit"
          variant="primary"
          pending={changePassword.isPending}
          className="self-start"
        >
          {changePassword.isPending ? 'Changing...' : 'Change Password'}
        </Button>
      </Form>
    </SettingsSection>
  );
}
