// Stands in for server/src/features/leads/submission-queue.ts in the server of `no-database.mjs`.
import { randomBytes, randomUUID } from 'node:crypto';
import { writeEntryCode } from '@drawbridge/contract/fair-draw/entry-code';

export function queueSubmissions() {
  return async ({ lead: { id = randomUUID(), eventId, name, email, phone }, source }) => ({
    ok: true,
    value: {
      repeated: false,
      lead: {
        id,
        eventId,
        name,
        email,
        phone,
        status: 'pending',
        source,
        submittedAt: '2026-11-15T09:30:00.25+00:00',
        entryCode: writeEntryCode(randomBytes(16)),
      },
    },
  });
}
