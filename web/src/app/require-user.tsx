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

/** Lets the signed-in through. A session that died leaves a way back; a stranger just logs in. */
export function RequireUser({ only, children }: RequireUserProps) {
  const { user, died } = useSession();
  const [path] = useLocation();

  useEffect(() => {
    // Once per load of the page: from then on every call tells by itself when the session has died.
    if (asked || !user) return;
    asked = true;
    getOrNull<SessionUser>('/api/auth/me')
      .then((current) => current && keepUser(current))
      // The screen's own calls will say that the server is away.
      .catch(() => {});
  }, [user]);

  if (!user) {
    return <Redirect to={died ? loginPath(path + location.search) : pages.login} replace />;
  }
  if (only && user.role !== only) return <Redirect to={pages.volunteerLeads} replace />;
  // Another user, signed in in another tab, gets screens of their own: without what was typed here.
  return <Fragment key={user.id}>{children}</Fragment>;
}
