import { PRODUCT_NAME, pages, readCodeFragment } from '@drawbridge/contract/core/pages';
import {
  ADMIN_PASSWORD_MIN,
  PASSWORD_MIN,
  type Role,
  type SessionUser,
} from '@drawbridge/contract/login/auth';
import { forgottenPassword } from '@drawbridge/contract/login/password-links';
import { passwordFor } from '@drawbridge/contract/team/accounts';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { z } from 'zod';
import { api, hasCode } from '../lib/api/api-client.ts';
import { endSession, startSession, useSession } from '../lib/api/session.ts';
import { useToastMutation } from '../lib/queries/use-toast-mutation.ts';
import { t } from '../lib/texts/texts.ts';
import { useZodForm } from '../lib/use-zod-form.ts';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/fields/field.tsx';
import { Form } from '../ui/fields/form.tsx';
import { PasswordInput } from '../ui/fields/password-input.tsx';
import { LogInFrame } from './login-form.tsx';
import { logOut } from './sign-on.tsx';

/**
 * The page for administrators who have forgotten their password: it requests a link, and is the target of that link and
 * of invitations.
 */
export function PasswordPage() {
  const [{ code, name }, setLink] = useState(() => readCodeFragment(location.hash));
  const [forVolunteer] = useState(() => location.hash.endsWith('/volunteer'));
  const { user: signedIn } = useSession();
  const [, navigate] = useLocation();
  useEffect(() => {
    // The code must not stay in the history, nor be shared with the address.
    if (location.hash) history.replaceState(history.state, '', location.pathname);
  }, []);
  const title = t(code ? 'workspace.choosePassword' : 'workspace.forgotPassword');

  function leave({ token, user }: { token?: string | undefined; user?: SessionUser | undefined }) {
    if (token && user) {
      // Another user may have been logged in on this device.
      if (signedIn) logOut();
      startSession(token, user);
      return navigate(pages.home);
    }
    // The server ended this browser's session when it saved the new password.
    endSession('logout');
    navigate(pages.login);
  }

  return (
    <LogInFrame>
      <title>{`${title} · ${PRODUCT_NAME}`}</title>
      <h2 className="mb-5 text-xl">{title}</h2>
      {code ? (
        <NewPasswordForm
          code={code}
          username={name}
          role={forVolunteer ? 'volunteer' : 'admin'}
          onSaved={leave}
          onAskAgain={() => setLink({ code: '', name: '' })}
        />
      ) : (
        <ForgottenPasswordForm />
      )}
      <p className="mt-5 text-sm">
        <Link href={pages.login} className="text-accent-ink underline">
          {t('workspace.backToLogIn')}
        </Link>
      </p>
    </LogInFrame>
  );
}

/** Requests a link by mail. The message afterwards is the same for every address. */
function ForgottenPasswordForm() {
  const form = useZodForm(forgottenPassword, { defaultValues: { email: '' } });
  // Succeeds for every address, so that it does not reveal which accounts exist.
  const ask = useToastMutation({
    send: ({ email }: { email: string }) =>
      api.post('/api/auth/forgotten-password', { body: { email } }),
    failure: t('workspace.linkNotSent'),
  });

  if (ask.isSuccess) return <p role="status">{t('workspace.linkSent')}</p>;
  return (
    <>
      <p className="-mt-3 mb-5 text-ink-2 text-sm">{t('workspace.forgotHelp')}</p>
      <Form
        form={form}
        label={t('workspace.forgotPassword')}
        onSubmit={(typed) => ask.mutate(typed)}
        pending={ask.isPending}
        error={ask.error}
        className="flex flex-col gap-4"
      >
        <Field form={form} name="email" label={t('workspace.emailAddress')} required>
          <Input {...form.register('email')} type="email" autoComplete="email" dir="ltr" />
        </Field>
        <Button type="submit" variant="primary" pending={ask.isPending} className="w-full">
          {t(ask.isPending ? 'workspace.sendingLink' : 'workspace.sendLink')}
        </Button>
      </Form>
    </>
  );
}

interface NewPasswordFormProps {
  /** The secret code in the link. */
  code: string;
  /** The user name of an invited user, who first sees it here. */
  username: string;
  role: Role;
  onSaved: (response: { token?: string | undefined; user?: SessionUser | undefined }) => void;
  /** Called if the link has expired or was used. */
  onAskAgain: () => void;
}

function NewPasswordForm(props: NewPasswordFormProps) {
  const { code, username, role, onSaved, onAskAgain } = props;
  const form = useZodForm(z.object({ newPassword: passwordFor(role) }), {
    defaultValues: { newPassword: '' },
  });
  const save = useToastMutation({
    send: ({ newPassword }: { newPassword: string }) =>
      api.post('/api/auth/password-by-link', { body: { code, newPassword } }),
    success: ({ user }) => ({
      title: t('workspace.passwordSaved'),
      description: user
        ? t('workspace.loggedInAs', { name: user.username })
        : t('workspace.passwordSavedHelp'),
    }),
    failure: t('workspace.passwordNotSaved'),
  });

  // The link is invalid, so another password would not help. A toast has announced it.
  if (hasCode(save.error, 'password-link-invalid')) {
    return (
      <div className="flex flex-col gap-4">
        <p>{save.error.sentence}</p>
        {role === 'admin' && (
          <Button variant="primary" onClick={onAskAgain} className="w-full">
            {t('workspace.sendNewLink')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <Form
      form={form}
      label={t('workspace.choosePassword')}
      onSubmit={(typed) => save.mutate(typed, { onSuccess: onSaved })}
      pending={save.isPending}
      error={save.error}
      className="flex flex-col gap-4"
    >
      {username && (
        <Field label={t('workspace.username')}>
          <Input value={username} readOnly autoComplete="username" dir="ltr" />
        </Field>
      )}
      <Field
        form={form}
        name="newPassword"
        label={t('workspace.password')}
        hint={t('workspace.newPasswordHint', {
          min: role === 'admin' ? ADMIN_PASSWORD_MIN : PASSWORD_MIN,
        })}
        required
      >
        <PasswordInput {...form.register('newPassword')} autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" pending={save.isPending} className="w-full">
        {t(save.isPending ? 'workspace.savingPassword' : 'workspace.savePassword')}
      </Button>
    </Form>
  );
}
