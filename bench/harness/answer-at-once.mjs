// Replaces server/src/features/leads/submission-queue.ts in the server of `no-database.mjs`.
import { randomUUID } from 'node:crypto';
import { ticketOf } from '@drawbridge/contract/fair-draw/arithmetic';
import { newEntryCode, readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { normalisePhone } from '@drawbridge/contract/phones/phone';

export function queueSubmissions() {
  return async ({
    lead: { id = randomUUID(), eventId, name, email, phone, entryCode = newEntryCode() },
    source,
  }) => ({
    ok: true,
    value: {
      repeated: false,
      lead: {
        id,
        eventId,
        name,
        email,
        phone: normalisePhone(phone),
        answers: {},
        status: 'pending',
        source,
        submittedAt: '2026-11-15T09:30:00.25+00:00',
        entryCode,
        ticket: Buffer.from(ticketOf(eventId, readEntryCode(entryCode))).toString('hex'),
      },
    },
  });
}
