import {
  emailChange,
  type OwnAccount,
  passwordChange,
  passwordFor,
} from '@drawbridge/contract/accounts/accounts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../lib/texts.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { Resource } from '../../ui/empty-state.tsx';
import { Field, PasswordInput } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { SchemaField } from '../../ui/schema-field.tsx';
import { CurrentPasswordField } from '../accounts/account-fields.tsx';
import { useHasAddresses } from '../mail/api.ts';
import { ownAccountQuery, useChangeEmail, useChangePassword } from './api.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SettingsSection } from './settings-section.tsx';

/** What users do with their own account, whatever their role. */
export function OwnSettings() {
  const account = useQuery(ownAccountQuery);
  const hasAddresses = useHasAddresses();

  return (
    <Resource
      card
      reads={[account]}
      what={{ loading: t('volunteer.loadingAccount'), failed: t('volunteer.accountFailed') }}
    >
      {(own) => (
        <div className="flex max-w-3xl flex-col gap-4">
          <p className="break-words">
            <RichText
              text={t(own.name ? 'volunteer.loggedInAsBoth' : 'volunteer.loggedInAs', {
                username: own.username,
              })}
              tags={{
                name: () => (
                  <strong>
                    <bdi>{own.name ?? own.username}</bdi>
                  </strong>
                ),
              }}
            />
          </p>
          <PasswordSection account={own} />
          {own.role === 'admin' && hasAddresses && <EmailSection account={own} />}
          <PasskeysSection account={own} />
          {own.role === 'admin' && <SecondFactorSection account={own} />}
          <SessionsSection />
        </div>
      )}
    </Resource>
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
        <CurrentPasswordField label={t('volunteer.currentPassword')} />
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

/** Where mail reaches the administrator. */
function EmailSection({ account }: { account: OwnAccount }) {
  const form = useZodForm(emailChange, {
    defaultValues: { email: account.email ?? '', currentPassword: '' },
  });
  const changeEmail = useChangeEmail();

  return (
    <SettingsSection
      title="E-mail address"
      help="If you forget your password, a link for a new one goes there."
    >
      <Form
        form={form}
        label="Change e-mail address"
        onSubmit={(change) =>
          changeEmail.mutate(change, {
            onSuccess: ({ email }) => form.reset({ email: email ?? '', currentPassword: '' }),
          })
        }
        pending={changeEmail.isPending}
        error={changeEmail.error}
        className="flex max-w-md flex-col gap-4"
      >
        <SchemaField name="email" />
        <CurrentPasswordField />
        <Button
          type="submit"
          variant="primary"
          pending={changeEmail.isPending}
          className="self-start"
        >
          {changeEmail.isPending ? 'Saving...' : 'Save Address'}
        </Button>
      </Form>
    </SettingsSection>
  );
}
