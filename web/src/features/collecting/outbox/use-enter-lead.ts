import { ApiError, sentenceOf } from '../../../lib/api-client.ts';
import { endSentence } from '../../../lib/sentences.ts';
import { endSession } from '../../../lib/session.ts';
import { useToastMutation } from '../../../lib/use-toast-mutation.ts';
import { deliver } from './deliver.ts';
import { announceArrival, type Entered, enterLead } from './outbox.ts';
import type { OutboxLead } from './outbox-rules.ts';

export const KEPT = 'Kept on this phone until it has been sent';

/** Adds a lead to the outbox. A browser that cannot keep it sends it at once, or the form stays filled. */
export function useEnterLead() {
  return useToastMutation({
    send: (lead: OutboxLead) => enterLead(lead).catch(() => sendDirectly(lead)),
    success: (outcome) => {
      if (outcome === 'arrived') {
        return { title: 'Lead added', description: 'New lead has been added successfully' };
      }
      if (outcome === 'kept') return { title: 'Lead added', description: KEPT };
      return {
        title: 'Lead not added',
        description: `${endSentence(outcome.sentence)} It stays on this phone: see Details.`,
        destructive: true,
      };
    },
    failure: (error) => ({
      title: 'Failed to add lead',
      description: `${endSentence(sentenceOf(error))} This browser could not keep it on the phone either: its storage is full, closed or switched off.`,
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
