import type { SessionUser } from '@drawbridge/contract/accounts/auth';
import { adminPages, pages } from '@drawbridge/contract/pages';
import { Redirect } from 'wouter';
import { useSession } from '../../lib/session.ts';

export function HomePage() {
  const { user } = useSession();
  return <Redirect to={homePath(user)} replace />;
}

/** The start page of a user. */
export function homePath(user: SessionUser | null): string {
  if (!user) return pages.login;
  return user.role === 'admin' ? adminPages.events : pages.volunteerLeads;
}
