import type { PublicEvent } from '@drawbridge/contract/events';
import type { EnteredLead } from '@drawbridge/contract/leads';
import type { Sponsor } from '@drawbridge/contract/sponsors';
import { ApiError, post } from '../../lib/api-client.ts';
import { type Read, useRead } from '../../lib/use-read.ts';
import { type LeadAttempt, sendLead } from '../../shared/lead-attempts.ts';
import { saveTicket } from '../../shared/saved-entry-codes.ts';
import type { Entry } from './entry.ts';

export function useEntryEvent(eventId: string): Read<PublicEvent> {
  return useRead(`/api/events/${encodeURIComponent(eventId)}`);
}

/** Empty until the sponsors have loaded; the form works without them. */
export function useEntrySponsors(eventId: string): Sponsor[] {
  const read = useRead<Sponsor[]>(`/api/sponsors?eventId=${encodeURIComponent(eventId)}`, {
    large: true,
  });
  return read.state === 'done' ? read.answer : [];
}

interface Submission extends Entry {
  eventId: string;
  /** A hidden field (honeypot) that only bots fill in. */
  website: string;
}

/** Submits the entry and saves its entry code on the visitor's device. */
export async function submitEntry(lead: LeadAttempt, submission: Submission): Promise<EnteredLead> {
  const entered = await sendLead(lead, (made) =>
    post<EnteredLead>('/api/leads/public', { ...made, ...submission, source: 'qr' }),
  );
  const { eventId, entryCode: code, name, submittedAt } = entered;
  saveTicket({ eventId, code, name, submittedAt });
  return entered;
}

/** The message for a visitor whose entry failed. */
export function refusalOf(error: unknown): string {
  const sentence = error instanceof ApiError ? error.sentence : '';
  return sentence || 'Failed to submit. Please try again.';
}
