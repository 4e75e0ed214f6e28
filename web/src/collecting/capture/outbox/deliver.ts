import { contactOf, type LeadContact } from '@drawbridge/contract/collecting/contact';
import type { CollectedLead, OwnLeadChange } from '@drawbridge/contract/collecting/leads';
import { DEFAULT_LANGUAGE } from '@drawbridge/contract/languages/languages';
import { ApiError, api, hasCode } from '../../../lib/api/api-client.ts';
import type { DeliveryResult, OutboxLead } from './outbox-rules.ts';

export type Delivered = DeliveryResult & { lead?: CollectedLead };

/** Sends one lead, and deletes it on the server if it was undone. */
export async function deliver(lead: OutboxLead): Promise<Delivered> {
  try {
    const stored = await createOrCorrect(lead);
    // A hotel's login page also responds with 200.
    if (stored?.id !== lead.id) return { kind: 'unreachable' };
    if (lead.takenBack) await api.delete(OWN_LEAD, ownLead(lead));
    return { kind: 'arrived', lead: stored };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'unreachable' };
    const { status, sentence, code, retryAfterMs } = error;
    return { kind: 'refused', status, sentence, code, retryAfterMs };
  }
}

/** The server's messages are stored in English, and translated when they are shown. */
const BACKGROUND = { keepSession: true, language: DEFAULT_LANGUAGE };

const OWN_LEAD = '/api/volunteer/leads/:leadId';
const ownLead = ({ id }: OutboxLead) => ({ params: { leadId: id }, ...BACKGROUND });

/**
 * Creates the lead, or corrects one that was edited after a lost response: the server already has its id, with the old
 * details.
 */
async function createOrCorrect(lead: OutboxLead): Promise<CollectedLead> {
  const { id, eventId, entryCode, consentVersion, marketing, answers, questionsVersion } = lead;
  const contact = contactOf<LeadContact>(lead);
  const correct = async (change: OwnLeadChange) => {
    const corrected = await api.patch(OWN_LEAD, { ...ownLead(lead), body: change });
    return { ...corrected, entryCode, alsoEntered: null };
  };
  if (lead.arrived) return correct({ answers });
  try {
    const added = await api.post('/api/leads', {
      body: {
        ...{ id, eventId, ...contact, entryCode, consentVersion, marketing },
        ...{ answers, questionsVersion, source: 'volunteer' },
      },
      ...BACKGROUND,
    });
    // The server does not report an earlier lead to administrators.
    return { entryCode, alsoEntered: null, ...added };
  } catch (error) {
    if (!hasCode(error, 'lead-id-reused')) throw error;
    return correct({ ...contact, answers });
  }
}
