import type { LoginAnswer } from '@drawbridge/contract/accounts/auth';
import { PRODUCT_NAME, pages, readCodeFragment } from '@drawbridge/contract/pages';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, Redirect, useSearchParams } from 'wouter';
import { logOut, takeSignOnAnswer, useLogInBySignOn } from '../../features/auth/api.ts';
import { LoginByCode, LoginForm } from '../../features/auth/login-form.tsx';
import { StillAtProvider } from '../../features/auth/still-at-provider.tsx';
import { WaitingLeadsNote } from '../../features/collecting/outbox/waiting-leads-note.tsx';
import { useMailOn } from '../../features/mail/api.ts';
import { useHydrated } from '../../lib/first-view.ts';
import { sameOriginPath } from '../../lib/same-origin-path.ts';
import { startSession, useSession } from '../../lib/session.ts';
import { t } from '../../lib/texts.ts';
import { showToast } from '../../lib/toast.ts';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { Ticket, TicketPerforation } from '../../ui/ticket.tsx';
import { Mark } from '../../ui/wordmark.tsx';
import { homePath } from './home-page.tsx';

const NO_CODE = { code: '', name: '' };

export function LoginPage() {
  const [search] = useSearchParams();
  // Not known where the server renders the page.
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
    const back = takeSignOnAnswer();
    if (back) signOn.mutate(back, { onSuccess: enter });
  }, []);
  if (signedIn && !byCode) return <Redirect to={next ?? homePath(signedIn)} replace />;

  function enter({ token, user }: LoginAnswer) {
    // Somebody else may have been logged in on the phone that scanned a code.
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
          {next && <p className="-mt-4 mb-5 text-ink-2 text-sm">{t('workspace.signInToGoBack')}</p>}
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

/** The ticket on which people log in. */
export function LogInFrame({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 pt-16 pb-10 sm:pt-10">
      <div className="absolute top-3 end-3">
        <ThemeToggle />
      </div>
      <Ticket className="w-full max-w-100">
        <div className="flex items-center gap-4 px-6 py-6 md:px-8">
          <Mark className="size-11 shrink-0 text-accent" />
          <div className="min-w-0">
            <h1 className="text-2xl">{PRODUCT_NAME}</h1>
            <p className="text-ink-2 text-sm">{t('workspace.tagline')}</p>
          </div>
        </div>
        <TicketPerforation notches />
        <div className="px-6 pt-6 pb-7 md:px-8">{children}</div>
      </Ticket>
      <LanguageSwitch className="mt-6" />
    </main>
  );
}
