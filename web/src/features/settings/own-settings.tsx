import {
  type OwnAccount,
  passwordChange,
  passwordFor,
} from '@drawbridge/contract/accounts/accounts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../lib/texts.ts';
import { readsOf } from '../../lib/use-read.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/empty-state.tsx';
import { Field, PasswordInput } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { CurrentPasswordField } from '../accounts/account-fields.tsx';
import { useHasAddresses } from '../mail/api.ts';
import { ownAccountQuery, useChangePassword } from './api.ts';
import { EmailSection } from './email-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SettingsSection } from './settings-section.tsx';

/** What users do with their own account, whatever their role. */
export function OwnSettings() {
  const account = useQuery(ownAccountQuery);
  const hasAddresses = useHasAddresses();
  const reads = readsOf(account);

  if (reads.failure) {
    return (
      <Card>
        <LoadFailure
          title={t('volunteer.accountFailed')}
          error={reads.failure.error}
          onRetry={reads.retry}
        />
      </Card>
    );
  }
  if (!account.data) return <ListSkeleton label={t('volunteer.loadingAccount')} />;
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <p className="break-words">
        <RichText
          text={t(account.data.name ? 'volunteer.loggedInAsBoth' : 'volunteer.loggedInAs', {
            username: account.data.username,
          })}
          tags={{
            name: () => (
              <strong>
                <bdi>{account.data.name ?? account.data.username}</bdi>
              </strong>
            ),
          }}
        />
      </p>
      <PasswordSection account={account.data} />
      {account.data.role === 'admin' && hasAddresses && <EmailSection account={account.data} />}
      <PasskeysSection account={account.data} />
      {account.data.role === 'admin' && <SecondFactorSection account={account.data} />}
      <SessionsSection />
    </div>
  );
}

const blank = { currentPassword: '', newPassword: '' };

function PasswordSection({ account: { role, hasPassword } }: { account: OwnAccount }) {
  const submit = hasPassword ? 'volunteer.submitPassword' : 'volunteer.setPassword';
  const administrator = role === 'admin';
  const form = useZodForm(passwordChange.extend({ newPassword: passwordFor(role) }), {
    defaultValues: blank,
  });
  const changePassword = useChangePassword();

  return (
    <SettingsSection title={t('workspace.password')} help={t('volunteer.passwordHelp')}>
      <Form
        form={form}
        label={t(hasPassword ? 'volunteer.changePassword' : submit)}
        onSubmit={(values) => changePassword.mutate(values, { onSuccess: () => form.reset(blank) })}
        pending={changePassword.isPending}
        error={changePassword.error}
        className="flex max-w-md flex-col gap-4"
      >
        <CurrentPasswordField form={form} label={t('volunteer.currentPassword')} />
        <Field
          form={form}
          name="newPassword"
          label={t('volunteer.newPassword')}
          hint={
            administrator
              ? 'At least 12 characters. A few words that do not belong together are easy to remember.'
              : t('volunteer.passwordHint')
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
          {t(changePassword.isPending ? 'volunteer.changing' : submit)}
        </Button>
      </Form>
    </SettingsSection>
  );
}
