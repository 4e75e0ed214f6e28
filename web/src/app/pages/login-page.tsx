import type { LoginAnswer } from '@drawbridge/contract/auth';
import { PRODUCT_NAME, TAGLINE } from '@drawbridge/contract/pages';
import { Redirect, useSearchParams } from 'wouter';
import { LoginForm } from '../../features/auth/login-form.tsx';
import { WaitingLeadsNote } from '../../features/collecting/outbox/outbox-line.tsx';
import { useHydrated } from '../../lib/first-view.ts';
import { sameOriginPath } from '../../lib/same-origin-path.ts';
import { startSession, useSession } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { Ticket, TicketPerforation } from '../../ui/ticket.tsx';
import { Mark } from '../../ui/wordmark.tsx';
import { homePath } from './home-page.tsx';

export function LoginPage() {
  const [search] = useSearchParams();
  // Not known where the server renders the page.
  const next = useHydrated() ? sameOriginPath(search.get('next')) : undefined;
  const { user: signedIn } = useSession();
  if (signedIn) return <Redirect to={next ?? homePath(signedIn)} replace />;

  function enter({ token, user }: LoginAnswer) {
    startSession(token, user);
    showToast({ title: 'Welcome back!', description: `Logged in as ${user.username}` });
  }

  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <title>{`Log in · ${PRODUCT_NAME}`}</title>
      <div className="fixed top-3 right-3">
        <ThemeToggle />
      </div>
      <Ticket className="w-full max-w-100">
        <div className="flex items-center gap-4 px-6 py-6 md:px-8">
          <Mark className="size-11 shrink-0 text-accent" />
          <div className="min-w-0">
            <h1 className="text-2xl">{PRODUCT_NAME}</h1>
            <p className="text-ink-2 text-sm">{TAGLINE}</p>
          </div>
        </div>
        <TicketPerforation notches />
        <div className="px-6 pt-6 pb-7 md:px-8">
          <h2 className="mb-5 text-xl">Welcome back</h2>
          {next && (
            <p className="-mt-4 mb-5 text-ink-2 text-sm">
              Sign in to go back to the page you were on.
            </p>
          )}
          <WaitingLeadsNote />
          <LoginForm onSignedIn={enter} />
        </div>
      </Ticket>
    </main>
  );
}
