import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, sentenceOf } from '../../../lib/api-client.ts';
import { endSentence } from '../../../lib/formats.ts';
import { endSession, useSession } from '../../../lib/session.ts';
import { t, translate } from '../../../lib/texts.ts';
import { useToastMutation } from '../../../lib/use-toast-mutation.ts';
import { deliver } from './deliver.ts';
import {
  announceArrival,
  type Entered,
  enterLead,
  outboxSnapshot,
  startOutbox,
  subscribeToOutbox,
} from './outbox.ts';
import type { OutboxState } from './outbox-line.tsx';
import type { OutboxLead } from './outbox-rules.ts';

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

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Adds a lead to the outbox. A browser that cannot keep it sends it at once, or the form stays filled. */
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
  const answer = await deliver(lead);
  if (answer.kind === 'unreachable') throw new TypeError('The server cannot be reached');
  if (answer.kind === 'refused') {
    if (answer.status === 401) endSession('expired');
    throw new ApiError(answer.status, answer);
  }
  if (answer.lead) announceArrival(answer.lead);
  return 'arrived';
}
