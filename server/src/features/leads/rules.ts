import { hash } from 'node:crypto';
import { contactOf, type LeadContact } from '@drawbridge/contract/contact';
import type { ProblemCode } from '@drawbridge/contract/errors';
import type { LeadStatus } from '@drawbridge/contract/lead-values';
import { normalisePhone, phoneProblem } from '@drawbridge/contract/phone';
import { readPhone, shortPhoneProblem } from '@drawbridge/contract/phone-key';

/**
 * Identifies an entry that is submitted again with the same id, even if its lead was edited since. A field
 * without a value is left out, so that a new field does not change the fingerprints of earlier leads.
 */
export function fingerprint(eventId: string, contact: LeadContact, marketing?: boolean): string {
  const given = Object.entries(contact).filter(([, value]) => value !== null);
  return hash('sha256', JSON.stringify([eventId, given, marketing]), 'hex');
}

/** How a contact is stored, at an event in that country, and the problem with its phone number. */
export function readContact(lead: LeadContact, country: string) {
  const { columns, problem } = comparePhone(lead.phone, country);
  const contact: LeadContact = { ...contactOf(lead), phone: columns.phone };
  return { contact, columns: { ...contact, ...columns }, problem };
}

/** How a phone number is stored, and compared in an event's country. */
export function comparePhone(typed: string, country: string) {
  const phone = normalisePhone(typed);
  const { key, valid } = readPhone(typed, country);
  const tooShort = phoneProblem(typed) !== undefined && !valid;
  return {
    columns: {
      phone,
      // Kept because a plus sign indicates the country, which the digits alone do not.
      phone_typed: typed === phone ? null : typed,
      phone_key: key,
      phone_valid: valid,
    },
    problem: tooShort ? shortPhoneProblem(country).code : undefined,
  };
}

/** The statuses from which each status can be reached: pending → verified → promoted; back only by undoing. */
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
