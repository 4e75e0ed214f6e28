import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../../lib/session.ts';
import { outboxSnapshot, startOutbox, subscribeToOutbox } from './outbox.ts';
import type { OutboxState } from './outbox-line-text.ts';

/** The outbox of the signed-in user, which sends while the screen is open. */
export function useOutbox() {
  const { user } = useSession();
  const { leads, others, pause, canStore } = useSyncExternalStore(
    subscribeToOutbox,
    outboxSnapshot,
  );
  const connected = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  useEffect(startOutbox, []);

  const waiting = leads.filter(({ refusal, takenBack }) => !refusal && !takenBack);
  const refused = leads.filter(({ refusal }) => refusal);
  const state: OutboxState = {
    waiting: waiting.length,
    refused: refused.length,
    oldestAt: waiting.length > 0 ? Math.min(...waiting.map(({ addedAt }) => addedAt)) : undefined,
    online: connected && pause?.reason !== 'unreachable',
    signedOut: pause?.reason === 'signed out',
    username: user?.username ?? '',
    canStore,
  };
  return { leads, others, state };
}

/** The current time, which a screen follows in steps. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
