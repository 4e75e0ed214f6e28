import { newEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { ApiError } from '../lib/api-client.ts';
import { newId } from '../lib/new-id.ts';

/** What the device makes for a lead: the id under which it is sent, and the entrant's secret. */
export interface LeadAttempt {
  id: string;
  entryCode: string;
}

/**
 * Gives everything distinct that is sent its own id and entry code, the same ones each time. The server
 * makes one lead per id: who presses again after an answer got lost is not entered twice, and who
 * corrects a typo is no repeat.
 */
export function createLeadAttempts(): (...contents: (string | null)[]) => LeadAttempt {
  const attempts = new Map<string, LeadAttempt>();
  return (...contents) => {
    const key = JSON.stringify(contents);
    const known = attempts.get(key) ?? { id: newId(), entryCode: newEntryCode() };
    attempts.set(key, known);
    return known;
  };
}

/** The contract's sentence for `entry-code-used`; its table would bring zod to every visitor. */
export const ENTRY_CODE_USED = 'This entry code is already in use. Please try again.';
/** A second code is already unlikely ever to be needed: with more than this, something else is wrong. */
const CODES_MAX = 3;

/** Sends a lead, with another code if somebody has the one that was made. */
export async function sendLead<Answer>(
  lead: LeadAttempt,
  send: (lead: LeadAttempt) => Promise<Answer>,
): Promise<Answer> {
  for (let code = 1; ; code += 1) {
    try {
      return await send(lead);
    } catch (error) {
      const used = error instanceof ApiError && error.sentence === ENTRY_CODE_USED;
      if (!used || code === CODES_MAX) throw error;
      lead.entryCode = newEntryCode();
    }
  }
}
