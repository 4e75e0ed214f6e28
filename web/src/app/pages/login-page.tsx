import { adminPages, PRODUCT_NAME, pages, readCodeFragment } from '@drawbridge/contract/core/pages';
import type { LoginResponse, SessionUser } from '@drawbridge/contract/login/auth';
import { useEffect, useState } from 'react';
import { Link, Redirect, useSearchParams } from 'wouter';
import { WaitingLeadsNote } from '../../collecting/capture/outbox/waiting-leads-note.tsx';
import { useHydrated } from '../../lib/api/initial-data.ts';
import { startSession, useSession } from '../../lib/api/session.ts';
import { useMailOn } from '../../lib/queries/login-methods.ts';
import { sameOriginPath } from '../../lib/same-origin-path.ts';
import { t } from '../../lib/texts/texts.ts';
import { showToast } from '../../lib/toast.ts';
import { LogInFrame, LoginByCode, LoginForm } from '../../login/login-form.tsx';
import {
  logOut,
  StillAtProvider,
  takeSignOnResponse,
  useLogInBySignOn,
} from '../../login/sign-on.tsx';

export function HomePage() {
  return <Redirect to={homePath(useSession().user)} replace />;
}

function homePath(user: SessionUser | null): string {
  if (!user) return pages.login;
  return user.role === 'admin' ? adminPages.events : pages.volunteerLeads;
}

const NO_CODE = { code: '', name: '' };

export function LoginPage() {
  const [search] = useSearchParams();
  // The server does not know the fragment when it renders the page.
  const hydrated = useHydrated();
  const next = hydrated ? sameOriginPath(search.get('next')) : undefined;
  const { user: signedIn } = useSession();
  const [scanned, setScanned] = useState(() => readCodeFragment(globalThis.location?.hash ?? ''));
  const mailOn = useMailOn();
  const byCode = hydrated && scanned.code !== '';
  useEffect(() => {
    // The code must not stay in the history, nor be shared with the address.
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  const signOn = useLogInBySignOn();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for whoever comes back from the provider.
  useEffect(() => {
    const back = takeSignOnResponse();
    if (back) signOn.mutate(back, { onSuccess: enter });
  }, []);
  if (signedIn && !byCode) return <Redirect to={next ?? homePath(signedIn)} replace />;

  function enter({ token, user }: LoginResponse) {
    // Another user may have been logged in on the phone that scanned the code.
    if (signedIn) logOut();
    setScanned(NO_CODE);
    startSession(token, user);
    showToast({
      title: t('workspace.welcome'),
      description: t('workspace.loggedInAs', { name: user.username }),
    });
  }

  return (
    <LogInFrame>
      <title>{`${t('workspace.logIn')} · ${PRODUCT_NAME}`}</title>
      {byCode ? (
        <LoginByCode {...scanned} onSignedIn={enter} onInvalid={() => setScanned(NO_CODE)} />
      ) : (
        <>
          <h2 className="mb-5 text-xl">{t('workspace.welcomeBack')}</h2>
          {next && <p className="-mt-4 mb-5 text-ink-2 text-sm">{t('workspace.logInToGoBack')}</p>}
          {hydrated && <StillAtProvider />}
          <WaitingLeadsNote />
          {signOn.isPending ? (
            <p role="status">{t('workspace.loggingIn')}</p>
          ) : (
            <LoginForm onSignedIn={enter} />
          )}
          {mailOn && (
            <p className="mt-5 text-center text-sm">
              <Link href={pages.password} className="text-accent-ink underline">
                {t('workspace.forgotPassword')}
              </Link>
            </p>
          )}
        </>
      )}
    </LogInFrame>
  );
}
