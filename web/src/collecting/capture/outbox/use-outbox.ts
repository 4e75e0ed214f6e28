import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, api, sentenceOf } from '../../../lib/api/api-client.ts';
import { currentSession, endSession, useSession } from '../../../lib/api/session.ts';
import { deviceId } from '../../../lib/device/storage.ts';
import { listen } from '../../../lib/queries/listen.ts';
import { useToastMutation } from '../../../lib/queries/use-toast-mutation.ts';
import { endSentence } from '../../../lib/texts/formats.ts';
import { t, translate } from '../../../lib/texts/texts.ts';
import { deliver } from './deliver.ts';
import {
  announceArrival,
  type Entered,
  enterLead,
  outboxSnapshot,
  setReachable,
  startOutbox,
  subscribeToOutbox,
} from './outbox.ts';
import type { OutboxState } from './outbox-line.tsx';
import type { OutboxLead } from './outbox-rules.ts';

/** The outbox of the logged-in user, which sends while the screen is open. */
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

const subscribeToNetwork = (listener: () => void) =>
  listen(window, { online: listener, offline: listener });

/** Adds a lead to the outbox. If the browser cannot store it, it is sent at once, or the form stays filled. */
export function useEnterLead() {
  return useToastMutation({
    send: (lead: OutboxLead) => enterLead(lead).catch(() => sendDirectly(lead)),
    success: (outcome) => {
      if (outcome === 'arrived' || outcome === 'kept') {
        const help = outcome === 'kept' ? 'volunteer.leadKept' : 'volunteer.leadAddedHelp';
        return { title: t('volunteer.leadAdded'), description: t(help) };
      }
      return {
        title: t('volunteer.leadNotAdded'),
        description: t('volunteer.staysOnPhone', {
          reason: endSentence(translate(outcome.sentence)),
        }),
        destructive: true,
      };
    },
    failure: (error) => ({
      title: t('volunteer.addingFailed'),
      description: t('volunteer.addingFailedHelp', {
        reason: endSentence(translate(sentenceOf(error))),
      }),
    }),
  });
}

async function sendDirectly(lead: OutboxLead): Promise<Entered> {
  const response = await deliver(lead);
  if (response.kind === 'unreachable') throw new TypeError('The server cannot be reached');
  if (response.kind === 'refused') {
    if (response.status === 401) endSession('expired');
    throw new ApiError(response.status, response);
  }
  if (response.lead) announceArrival(response.lead);
  return 'arrived';
}

const POLL_INTERVAL_MS = 45_000;

/** Reports to the organiser how many leads are still on this device, so that no draw is too early. */
export function useHeartbeat(eventId: string | undefined): void {
  useEffect(() => {
    if (eventId === undefined) return;
    let lastUnsent = unsentCount();
    const beat = () => send(eventId);
    const timer = setInterval(beat, POLL_INTERVAL_MS);
    // Reports at once when the last lead has arrived or the first one is waiting.
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
    setReachable(true);
  } catch (error) {
    // Any response means that the server can be reached.
    setReachable(error instanceof ApiError);
  }
}
