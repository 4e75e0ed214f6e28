import { hash } from 'node:crypto';
import type { ProblemCode } from '@drawbridge/contract/errors';
import type { LeadContact, LeadStatus } from '@drawbridge/contract/leads';
import { normalisePhone, phoneProblem } from '@drawbridge/contract/phone';
import { readPhone, shortPhoneProblem } from '@drawbridge/contract/phone-key';

/** Recognises a lead that is sent again under its id, whatever was edited since. */
export function fingerprint(eventId: string, contact: LeadContact): string {
  return hash(
    'sha256',
    JSON.stringify([eventId, contact.name, contact.phone, contact.email]),
    'hex',
  );
}

/** A typed phone number as it is stored and compared in an event's country. */
export function comparePhone(typed: string, country: string) {
  const phone = normalisePhone(typed);
  const { key, valid } = readPhone(typed, country);
  const tooShort = phoneProblem(typed) !== undefined && !valid;
  return {
    phone,
    // A plus sign names the country, and the digits alone do not.
    phoneTyped: typed === phone ? null : typed,
    phoneKey: key,
    phoneValid: valid,
    tooShort,
    refusal: tooShort ? shortPhoneProblem(country).code : undefined,
  };
}

/** pending → verified → promoted, and never back: from which statuses each may be reached. */
export const stepFrom: Record<LeadStatus, LeadStatus[]> = {
  pending: [],
  verified: ['pending'],
  promoted: ['verified'],
};

/** Why a step to that status could not be taken. */
export function refusedStep(to: LeadStatus | undefined): ProblemCode {
  if (to === 'verified') return 'lead-not-pending';
  return to === 'promoted' ? 'lead-not-verified' : 'lead-not-reversible';
}

/** Where a page of leads ended: newest first, so the next page starts below this one. */
export interface Cursor {
  submittedAt: string;
  id: string;
}

export function writeCursor({ submittedAt, id }: Cursor): string {
  return Buffer.from(`${submittedAt} ${id}`).toString('base64url');
}

export function readCursor(text: string): Cursor | undefined {
  const decoded = Buffer.from(text, 'base64url').toString('latin1');
  const match = /^(\d{4}-\d{2}-\d{2}T[\d:.]+\+00:00) ([0-9a-f-]{36})$/.exec(decoded);
  const [, submittedAt, id] = match ?? [];
  if (!submittedAt || !id || Number.isNaN(Date.parse(submittedAt))) return undefined;
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? { submittedAt, id } : undefined;
}
