// The rules for entering an event, and the consent texts. This module does not import zod, which would add 26 KB to the
// public form.

import type { EventStatus } from './events.ts';

export const CONSENT_NOTE =
  'By submitting, you agree to be contacted about this event and future opportunities.';
const RAFFLE_NOTE =
  'By submitting, you take part in the raffle and agree to be contacted if you win.';

/** The statuses in which an event accepts entries. */
export const enterableStatuses: readonly EventStatus[] = ['upcoming', 'active'];

export const mayEnter = ({ status }: { status: EventStatus }): boolean =>
  enterableStatuses.includes(status);

/** An event's own consent text, and the text of its marketing box. */
export interface Consent {
  consentNote?: string | null | undefined;
  marketingText?: string | null | undefined;
}

/** The consent text shown on the form. */
export function consentNoteOf({ consentNote, marketingText }: Consent): string {
  return consentNote || (marketingText ? RAFFLE_NOTE : CONSENT_NOTE);
}
