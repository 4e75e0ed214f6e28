import { useEffect } from 'react';
import { ApiError, api } from '../../../lib/api-client.ts';
import { currentSession } from '../../../lib/session.ts';
import { deviceId } from '../../../lib/storage.ts';
import { noteReachable, outboxSnapshot, subscribeToOutbox } from './outbox.ts';

const EVERY_MS = 45_000;

/** Tells the organiser how many leads are still on this device, so that nobody draws too early. */
export function useHeartbeat(eventId: string | undefined): void {
  useEffect(() => {
    if (eventId === undefined) return;
    let lastUnsent = unsentCount();
    const beat = () => send(eventId);
    const timer = setInterval(beat, EVERY_MS);
    // At once when the last lead has arrived or the first one waits.
    const unsubscribe = subscribeToOutbox(() => {
      const unsent = unsentCount();
      if ((unsent === 0) !== (lastUnsent === 0)) beat();
      lastUnsent = unsent;
    });
    beat();
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [eventId]);
}

const unsentCount = () => outboxSnapshot().leads.length;

async function send(screenEventId: string): Promise<void> {
  if (!currentSession().user) return;
  const counts = new Map([[screenEventId, 0]]);
  for (const { eventId } of outboxSnapshot().leads) {
    counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
  }
  const events = [...counts].slice(0, 20).map(([eventId, unsent]) => ({ eventId, unsent }));
  const body = { deviceId: deviceId('outbox'), events };
  try {
    await api.post('/api/volunteer/heartbeat', { body, keepSession: true });
    noteReachable(true);
  } catch (error) {
    // Any answer means that the server can be reached.
    noteReachable(error instanceof ApiError);
  }
}
