import type { SessionUser } from '@drawbridge/contract/auth';
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

export interface Session {
  token: string | null;
  user: SessionUser | null;
  /** The server ended the session: whoever was at work wants to come back to where they were. */
  died: boolean;
}

let session = readSession();
let lastUserId = session.user?.id;
const listeners = new Set<() => void>();
const otherUserListeners = new Set<() => void>();

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
  changeSession({ token, user, died: false });
}

/** The server's word about who is signed in replaces what we remembered. */
export function keepUser(user: SessionUser): void {
  if (!session.token) return;
  writeStored('user', JSON.stringify(user));
  changeSession({ ...session, user });
}

export function endSession(how: 'logout' | 'died'): void {
  writeStored('token', null);
  writeStored('user', null);
  changeSession({ token: null, user: null, died: how === 'died' });
}

/**
 * Calls back when somebody else than before has signed in, here or in another tab: what the last one
 * had on screen is not the next one's to see.
 */
export function onOtherUser(listener: () => void): void {
  otherUserListeners.add(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changeSession(next: Session): void {
  session = next;
  const userId = next.user?.id ?? lastUserId;
  if (lastUserId && userId !== lastUserId) for (const listener of otherUserListeners) listener();
  lastUserId = userId;
  for (const listener of listeners) listener();
}

function readSession(): Session {
  const token = readStored('token');
  const user = token ? parseUser(readStored('user')) : null;
  return { token: user && token, user, died: false };
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
