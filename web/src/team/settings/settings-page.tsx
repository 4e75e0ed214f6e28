import type { Language } from '@drawbridge/contract/languages/languages';
import {
  type EmailChange,
  emailChange,
  type OwnAccount,
  type PasswordChange,
  passwordChange,
  passwordFor,
  type Session,
} from '@drawbridge/contract/team/accounts';
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { api } from '../../lib/api/api-client.ts';
import { keepUser } from '../../lib/api/session.ts';
import { useHasAddresses } from '../../lib/queries/login-methods.ts';
import { apiQuery, changeRows, removeRow } from '../../lib/queries/query-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { showAccountLanguage } from '../../lib/texts/account-language.ts';
import { formatTimestamp } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { t } from '../../lib/texts/texts.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { CurrentPasswordField } from '../../login/current-password-field.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { PasswordInput } from '../../ui/fields/password-input.tsx';
import { SchemaField } from '../../ui/fields/schema-field.tsx';
import { LanguageSwitch } from '../../ui/frame/language-switch.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Resource } from '../../ui/resource.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { PasskeysSection, SecondFactorSection } from './second-factors.tsx';
import { SettingsSection } from './settings-section.tsx';

const ACCOUNT = '/api/account';
const SESSIONS = '/api/account/sessions';

/** The own account of an administrator. */
export function SettingsPage() {
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={say('My account')}
        subtitle={say('Your password, passkeys, two-factor authentication and sessions')}
      />
      <OwnSettings />
    </div>
  );
}

/** The settings of the own account that every role has. */
export function OwnSettings() {
  const account = useQuery(apiQuery(ACCOUNT));
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
          {own.role === 'admin' && <LanguageSection />}
          {own.role === 'admin' && hasAddresses && <EmailSection account={own} />}
          <PasskeysSection account={own} />
          {own.role === 'admin' && <SecondFactorSection account={own} />}
          <SessionsSection />
        </div>
      )}
    </Resource>
  );
}

const describeEnded = ({ ended }: { ended: number }) =>
  ended === 0 ? t('volunteer.noOtherSessions') : t('volunteer.othersEnded', { count: ended });

const blank = { currentPassword: '', newPassword: '' };

function PasswordSection({ account: { role, hasPassword } }: { account: OwnAccount }) {
  const submit = hasPassword ? 'volunteer.submitPassword' : 'volunteer.setPassword';
  const administrator = role === 'admin';
  const form = useZodForm(passwordChange.extend({ newPassword: passwordFor(role) }), {
    defaultValues: blank,
  });
  const changePassword = useApiMutation({
    send: (body: PasswordChange) => api.post('/api/account/password', { body }),
    success: (response) => ({
      title: t('volunteer.passwordChanged'),
      description: describeEnded(response),
    }),
    failure: t('volunteer.passwordNotChanged'),
    changes: [ACCOUNT],
  });

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
              ? say(
                  'At least 12 characters. A few words that do not belong together are easy to remember.',
                )
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

/** The administrator's own e-mail address. */
function EmailSection({ account }: { account: OwnAccount }) {
  const form = useZodForm(emailChange, {
    defaultValues: { email: account.email ?? '', currentPassword: '' },
  });
  const changeEmail = useApiMutation({
    send: (body: EmailChange) => api.post('/api/account/email', { body }),
    success: ({ email }) => ({
      title: email ? say('Address saved') : say('Address removed'),
      ...(email && { description: email }),
    }),
    failure: say('Address not saved'),
    changes: [ACCOUNT],
  });

  return (
    <SettingsSection
      title={say('Email address')}
      help={say('If you forget your password, we send a link for a new one to this address.')}
    >
      <Form
        form={form}
        label={say('Change email address')}
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
        <Button type="submit" pending={changeEmail.isPending} className="self-start">
          {changeEmail.isPending ? say('Saving...') : say('Save Address')}
        </Button>
      </Form>
    </SettingsSection>
  );
}

/** The language of the administration and of mails, kept with the account. */
function LanguageSection() {
  const change = useApiMutation({
    send: (language: Language) => api.post('/api/account/language', { body: { language } }),
    show: async (user) => {
      keepUser(user);
      await showAccountLanguage(user);
    },
    success: () => ({ title: say('Language changed') }),
    failure: say('Language not changed'),
    changes: [ACCOUNT],
  });

  return (
    <SettingsSection
      title={say('Language')}
      help={say(
        'Of your pages and mails. The wall, the forms and mails to visitors keep their own.',
      )}
    >
      <LanguageSwitch onChoose={change.mutate} className="mx-0" />
    </SettingsSection>
  );
}

function SessionsSection() {
  // Always refetched, because other devices change them.
  const sessions = useQuery({ ...apiQuery(SESSIONS), staleTime: 0 });
  const endOthers = useApiMutation({
    send: () => api.delete(SESSIONS),
    show: () => changeRows<Session>(SESSIONS, (all) => all.filter(({ current }) => current)),
    success: (response) => ({
      title: t('volunteer.sessionsEnded'),
      description: describeEnded(response),
    }),
    failure: t('volunteer.sessionsNotEnded'),
    changes: [SESSIONS],
  });

  return (
    <SettingsSection
      title={t('volunteer.sessions')}
      help={t('volunteer.sessionsHelp')}
      aside={
        <Button
          size="small"
          variant="danger"
          pending={endOthers.isPending}
          disabled={(sessions.data?.length ?? 0) < 2}
          onClick={() => endOthers.mutate()}
        >
          {t('volunteer.endOthers')}
        </Button>
      }
    >
      <Resource
        reads={[sessions]}
        what={{
          loading: t('volunteer.loadingSessions'),
          failed: t('volunteer.sessionsFailed'),
        }}
      >
        {(rows) => (
          <ul className="divide-y divide-line rounded-m border">
            {rows.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Resource>
    </SettingsSection>
  );
}

function SessionRow({ session }: { session: Session }) {
  const endSession = useApiMutation({
    send: () =>
      api.delete('/api/account/sessions/:sessionId', { params: { sessionId: session.id } }),
    show: () => removeRow(SESSIONS, session.id),
    success: {
      title: t('volunteer.sessionEnded'),
      description: t('volunteer.sessionEndedHelp'),
    },
    failure: t('volunteer.sessionNotEnded'),
    changes: [SESSIONS],
  });
  const Icon = /iPhone|iPad|Android/.test(session.device) ? Smartphone : Laptop;

  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <p className="break-words font-semibold">{session.device}</p>
          {session.current && <Badge tone="ok">{t('volunteer.thisDevice')}</Badge>}
        </div>
        <p className="break-words text-ink-2 text-sm">
          <bdi dir="ltr">{session.address}</bdi>
          {session.address && <span className="max-sm:hidden"> · </span>}
          <span className="inline-block max-sm:block">
            {t('volunteer.lastUsed', { moment: formatTimestamp(session.lastUsedAt) })}
          </span>
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          aria-label={t('volunteer.endSessionOf', { device: session.device })}
          pending={endSession.isPending}
          onClick={() => endSession.mutate()}
        >
          {t('volunteer.endSession')}
        </Button>
      )}
    </li>
  );
}
