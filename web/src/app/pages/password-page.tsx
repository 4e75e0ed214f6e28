import { PRODUCT_NAME, pages, readCodeFragment } from '@drawbridge/contract/pages';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ForgottenPasswordForm, NewPasswordForm } from '../../features/auth/password-forms.tsx';
import { endSession } from '../../lib/session.ts';
import { t } from '../../lib/texts.ts';
import { LogInFrame } from './login-page.tsx';

/** For administrators who have forgotten their password: asks for a link, and is where that link leads. */
export function PasswordPage() {
  const [code, setCode] = useState(() => readCodeFragment(location.hash).code);
  const [, navigate] = useLocation();
  useEffect(() => {
    // The code must not stay in the history, nor be shared with the address.
    if (location.hash) history.replaceState(history.state, '', location.pathname);
  }, []);
  const title = t(code ? 'workspace.choosePassword' : 'workspace.forgotPassword');

  function leave() {
    // The new password has ended the session, if this browser had one.
    endSession('logout');
    navigate(pages.login);
  }

  return (
    <LogInFrame>
      <title>{`${title} · ${PRODUCT_NAME}`}</title>
      <h2 className="mb-5 text-xl">{title}</h2>
      {code ? (
        <NewPasswordForm code={code} onSaved={leave} onAskAgain={() => setCode('')} />
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
