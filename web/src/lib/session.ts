import type { SessionUser } from '@drawbridge/contract/auth';
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

export interface Session {
  token: string | null;
  user: SessionUser | null;
  /** The server ended the session: whoever was at work wants to come back to where they were. */
  expired: boolean;
}

let session = readSession();
let lastUserId = session.user?.id;
const listeners = new Set<() => void>();
const signInListeners = new Set<(otherUser: boolean) => void>();

export function currentSession(): Session {
  return session;
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession);
}

/** What counts is in memory: a browser that refuses storage forgets only with the page. */
export function startSession(token: string, user: SessionUser): void {
  writeStored('token', token);
  writeStored('user', JSON.stringify(user));
  changeSession({ token, user, expired: false }, true);
}

/** The server's word about who is signed in replaces what we remembered. */
export function keepUser(user: SessionUser): void {
  if (!session.token) return;
  writeStored('user', JSON.stringify(user));
  changeSession({ ...session, user });
}

export function endSession(how: 'logout' | 'expired'): void {
  writeStored('token', null);
  writeStored('user', null);
  changeSession({ token: null, user: null, expired: how === 'expired' });
}

/**
 * Calls back when somebody has signed in here, or another user in another tab, and tells whether it is
 * another user than before, who may not see what that one has read or typed.
 */
export function onSignIn(listener: (otherUser: boolean) => void): void {
  signInListeners.add(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changeSession(next: Session, signedInHere = false): void {
  session = next;
  const userId = next.user?.id ?? lastUserId;
  const otherUser = lastUserId !== undefined && userId !== lastUserId;
  if (signedInHere || otherUser) for (const listener of signInListeners) listener(otherUser);
  lastUserId = userId;
  for (const listener of listeners) listener();
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

// Signing in or out in one tab counts in all of them.
addEventListener('storage', ({ key }) => {
  if (key === 'token' || key === 'user' || key === null) changeSession(readSession());
});
