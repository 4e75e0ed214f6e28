import { ApiError, sentenceOf } from '../../../lib/api-client.ts';
import { endSentence } from '../../../lib/sentences.ts';
import { endSession } from '../../../lib/session.ts';
import { useToastMutation } from '../../../lib/use-toast-mutation.ts';
import { deliver } from './deliver.ts';
import { announceArrival, enterLead } from './outbox.ts';
import type { OutboxLead } from './outbox-rules.ts';

/** Adds a lead to the outbox. A browser that cannot keep it sends it at once, or the form stays filled. */
export function useEnterLead() {
  return useToastMutation({
    send: async (lead: OutboxLead) => {
      await enterLead(lead).catch(() => sendDirectly(lead));
      return lead;
    },
    success: { title: 'Lead added', description: 'New lead has been added successfully' },
    failure: (error) => ({
      title: 'Failed to add lead',
      description: `${endSentence(sentenceOf(error))} This browser could not keep it on the phone either: its storage is full, closed or switched off.`,
    }),
  });
}

async function sendDirectly(lead: OutboxLead): Promise<void> {
  const answer = await deliver(lead);
  if (answer.kind === 'unreachable') throw new TypeError('The server cannot be reached');
  if (answer.kind === 'refused') {
    if (answer.status === 401) endSession('expired');
    throw new ApiError(answer.status, answer.sentence);
  }
  if (answer.lead) announceArrival(answer.lead);
}
