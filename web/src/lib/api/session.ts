import type { SessionUser } from '@drawbridge/contract/login/auth';
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../device/storage.ts';
import { createListeners } from '../listeners.ts';

export interface Session {
  token: string | null;
  user: SessionUser | null;
  /** True if the server ended the session; the login then returns to the current page. */
  expired: boolean;
}

/** The session without a user; the server always renders with it. */
const NOBODY: Session = { token: null, user: null, expired: false };

let session = readSession();
let lastUser = rightsOf(session.user);
const listeners = createListeners();
const logoutListeners = createListeners();
const signInListeners = createListeners<[otherUser: boolean]>();

export function currentSession(): Session {
  return session;
}

export function useSession(): Session {
  return useSyncExternalStore(listeners.add, currentSession, () => NOBODY);
}

/** True if the user is limited to some events and sees no others. */
export function useIsLimited(): boolean {
  return isLimited(useSession().user);
}

export function isLimited(user: SessionUser | null): boolean {
  return Boolean(user?.events);
}

/** True if the user may change and draw the event. */
export function organises(user: SessionUser | null, eventId: string): boolean {
  return user?.role === 'admin' && (!isLimited(user) || Boolean(user.events?.includes(eventId)));
}

/** Stores the session, in memory too: without storage it lasts until the page is closed. */
export function startSession(token: string, user: SessionUser): void {
  writeStored('token', token);
  writeStored('user', JSON.stringify(user));
  changeSession({ token, user, expired: false }, true);
}

/** Replaces the stored user by the server's response. */
export function keepUser(user: SessionUser): void {
  if (!session.token) return;
  writeStored('user', JSON.stringify(user));
  changeSession({ ...session, user });
}

export function endSession(how: 'logout' | 'expired'): void {
  writeStored('token', null);
  writeStored('user', null);
  if (how === 'logout') logoutListeners.call();
  changeSession({ token: null, user: null, expired: how === 'expired' });
}

/** Calls back when the user logs out here, so that nothing of theirs is left behind. */
export const onLogout = logoutListeners.add;

/**
 * Calls back when somebody logs in here, or another user logs in in another tab. `otherUser` is true unless it is the
 * same user with the same events as before: they must not see the previous data or input.
 */
export const onLogin = signInListeners.add;

function changeSession(next: Session, signedInHere = false): void {
  session = next;
  const user = rightsOf(next.user) ?? lastUser;
  const otherUser = lastUser !== undefined && user !== lastUser;
  if (signedInHere || otherUser) signInListeners.call(otherUser);
  lastUser = user;
  listeners.call();
}

function rightsOf(user: SessionUser | null): string | undefined {
  return user ? `${user.id} ${user.events ?? 'all'}` : undefined;
}

function readSession(): Session {
  const token = readStored('token');
  const user = token ? parseUser(readStored('user')) : null;
  return { token: user && token, user, expired: false };
}

function parseUser(stored: string | null): SessionUser | null {
  try {
    const user = JSON.parse(stored ?? 'null') as Partial<SessionUser> | null;
    return typeof user?.username === 'string' && typeof user.role === 'string'
      ? (user as SessionUser)
      : null;
  } catch {
    return null;
  }
}

// A login or logout in one tab applies to all tabs. The server has no such event when it renders a page.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === 'token' || key === 'user' || key === null) changeSession(readSession());
});
