import { newEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { hasCode } from '../../lib/api/api-client.ts';
import { newId } from '../../lib/device/storage.ts';

/** The values that the device generates for a lead: its id and its entry code. */
export interface LeadAttempt {
  id: string;
  entryCode: string;
}

/**
 * Returns the same id and entry code for equal input, and new ones for different input. The server creates one lead per
 * id, so a retry after a lost response adds no second lead, and a corrected typo counts as new input.
 */
export function createLeadAttempts(
  attempts = new Map<string, LeadAttempt>(),
): (...contents: (string | null)[]) => LeadAttempt {
  return (...contents) => {
    const key = JSON.stringify(contents);
    const known = attempts.get(key) ?? { id: newId(), entryCode: newEntryCode() };
    attempts.set(key, known);
    return known;
  };
}

/**
 * The maximum number of codes to try. Even a second code should never be needed; after this many, something else is
 * wrong.
 */
const CODES_MAX = 3;

/** Sends a lead, and tries another entry code if the first one is already in use. */
export async function sendLead<Answer>(
  lead: LeadAttempt,
  send: (lead: LeadAttempt) => Promise<Answer>,
): Promise<Answer> {
  for (let code = 1; ; code += 1) {
    try {
      return await send(lead);
    } catch (error) {
      if (!hasCode(error, 'entry-code-used') || code === CODES_MAX) throw error;
      lead.entryCode = newEntryCode();
    }
  }
}
