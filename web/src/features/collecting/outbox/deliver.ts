import type { CollectedLead } from '@drawbridge/contract/leads';
import { ApiError, post, remove } from '../../../lib/api-client.ts';
import type { Answer, OutboxLead } from './outbox-rules.ts';

export type Delivered = Answer & { lead?: CollectedLead };

/** Sends one lead, and deletes it on the server if it was taken back. */
export async function deliver(lead: OutboxLead): Promise<Delivered> {
  const { id, eventId, name, phone, email, entryCode, consentVersion, takenBack } = lead;
  try {
    const stored = await post<CollectedLead>(
      '/api/leads',
      { id, eventId, name, phone, email, entryCode, consentVersion, source: 'volunteer' },
      { keepSession: true },
    );
    // A hotel's log-in page also answers 200.
    if (stored?.id !== id) return { kind: 'unreachable' };
    if (takenBack) await remove(`/api/volunteer/leads/${id}`, { keepSession: true });
    return { kind: 'arrived', lead: stored };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'unreachable' };
    const { status, sentence, retryAfterMs } = error;
    return { kind: 'refused', status, sentence, retryAfterMs };
  }
}
