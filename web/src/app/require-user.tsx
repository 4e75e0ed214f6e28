import type { Role, SessionUser } from '@drawbridge/contract/auth';
import { loginPath, pages } from '@drawbridge/contract/pages';
import { Fragment, type ReactNode, useEffect } from 'react';
import { Redirect, useLocation } from 'wouter';
import { getOrNull } from '../lib/api-client.ts';
import { keepUser, useSession } from '../lib/session.ts';

interface RequireUserProps {
  only?: Role;
  children: ReactNode;
}

let asked = false;

/** Shows its children to signed-in users. After an expired session, the log-in returns to this page. */
export function RequireUser({ only, children }: RequireUserProps) {
  const { user, expired } = useSession();
  const [path] = useLocation();

  useEffect(() => {
    // Once per page load: later, every call notices when the session has expired.
    if (asked || !user) return;
    asked = true;
    getOrNull<SessionUser>('/api/auth/me')
      .then((current) => current && keepUser(current))
      // The screen's own calls report that the server is unavailable.
      .catch(() => {});
  }, [user]);

  if (!user) {
    return <Redirect to={expired ? loginPath(path + location.search) : pages.login} replace />;
  }
  if (only && user.role !== only) return <Redirect to={pages.volunteerLeads} replace />;
  // The key resets the screens when another user signs in in another tab.
  return <Fragment key={user.id}>{children}</Fragment>;
}
