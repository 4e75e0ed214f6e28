import { contactOf } from '@drawbridge/contract/contact';
import type { OutboxLead } from './outbox-rules.ts';

/** A file with everything about unsent leads, so that they survive the loss of this device. */
export function unsentLeadsFile(
  leads: readonly OutboxLead[],
  now: Date,
): { name: string; content: string } {
  const rows = leads.map((lead) => ({
    id: lead.id,
    event: lead.eventName,
    eventId: lead.eventId,
    ...contactOf(lead),
    entryCode: lead.entryCode,
    consentVersion: lead.consentVersion,
    marketing: lead.marketing,
    addedAt: new Date(lead.addedAt).toISOString(),
    addedBy: lead.username,
    refusal: lead.refusal && `${lead.refusal.status}: ${lead.refusal.sentence}`,
  }));
  return {
    name: `unsent-leads_${now.toISOString().slice(0, 10)}.json`,
    content: JSON.stringify(rows, null, 2),
  };
}
