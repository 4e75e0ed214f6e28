import { hash } from 'node:crypto';
import type { ProblemCode } from '@drawbridge/contract/errors';
import type { LeadStatus } from '@drawbridge/contract/lead-values';
import type { LeadInput } from '@drawbridge/contract/leads';
import { normalisePhone, phoneProblem } from '@drawbridge/contract/phone';
import { readPhone, shortPhoneProblem } from '@drawbridge/contract/phone-key';

/** Identifies an entry that is submitted again with the same id, even if its lead was edited since. */
export function fingerprint(
  eventId: string,
  { name, phone, email, marketing }: Omit<LeadInput, 'eventId'>,
): string {
  // Earlier leads have fingerprints without an answer about marketing.
  const answers = marketing === undefined ? [] : [marketing];
  return hash('sha256', JSON.stringify([eventId, name, phone, email, ...answers]), 'hex');
}

/** How a phone number is stored, and compared in an event's country. */
export function comparePhone(typed: string, country: string) {
  const phone = normalisePhone(typed);
  const { key, valid } = readPhone(typed, country);
  const tooShort = phoneProblem(typed) !== undefined && !valid;
  return {
    phone,
    // Kept because a plus sign indicates the country, which the digits alone do not.
    phoneTyped: typed === phone ? null : typed,
    phoneKey: key,
    phoneValid: valid,
    tooShort,
    problem: tooShort ? shortPhoneProblem(country).code : undefined,
  };
}

/** The statuses from which each status can be reached: pending → verified → promoted, never back. */
export const previousStatuses: Record<LeadStatus, LeadStatus[]> = {
  pending: [],
  verified: ['pending'],
  promoted: ['verified'],
};

/** The problem to report when a lead could not change to that status. */
export function statusProblem(to: LeadStatus | undefined): ProblemCode {
  if (to === 'verified') return 'lead-not-pending';
  return to === 'promoted' ? 'lead-not-verified' : 'lead-not-reversible';
}
