import { passwordChange, passwordFor } from '@drawbridge/contract/accounts';
import type { Role } from '@drawbridge/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { readsOf } from '../../lib/use-read.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/empty-state.tsx';
import { Field, PasswordInput } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { ownAccountQuery, useChangePassword } from './api.ts';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SettingsSection } from './settings-section.tsx';

/** What users do with their own account, whatever their role. */
export function OwnSettings() {
  const account = useQuery(ownAccountQuery);
  const reads = readsOf(account);

  if (reads.failure) {
    return (
      <Card>
        <LoadFailure what="your account" error={reads.failure.error} onRetry={reads.retry} />
      </Card>
    );
  }
  if (!account.data) return <ListSkeleton label="Loading your account" />;
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <p className="break-words">
        You are logged in as <strong>{account.data.name ?? account.data.username}</strong>
        {account.data.name && ` (${account.data.username})`}.
      </p>
      <PasswordSection role={account.data.role} />
      {account.data.role === 'admin' && <SecondFactorSection account={account.data} />}
      <SessionsSection />
    </div>
  );
}

const blank = { currentPassword: '', newPassword: '' };

function PasswordSection({ role }: { role: Role }) {
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
