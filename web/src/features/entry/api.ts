import { contactOf } from '@drawbridge/contract/contact';
import type { PublicEvent } from '@drawbridge/contract/events';
import type { PostedEntry, Refusal } from '@drawbridge/contract/first-view';
import type { EnteredLead } from '@drawbridge/contract/leads';
import { leadFormPath } from '@drawbridge/contract/pages';
import type { PrizesLeft } from '@drawbridge/contract/prizes';
import type { PublicSponsor } from '@drawbridge/contract/sponsors';
import { use } from 'react';
import { ApiError, post } from '../../lib/api-client.ts';
import { FirstViewContext } from '../../lib/first-view.ts';
import { type Read, useRead } from '../../lib/use-read.ts';
import { type LeadAttempt, sendLead } from '../../shared/lead-attempts.ts';
import { publicShapes } from '../../shared/public-shapes.ts';
import type { FormValues } from './entry.ts';

export function useEntryEvent(eventId: string): Read<PublicEvent> {
  return useRead(`/api/events/${encodeURIComponent(eventId)}`, publicShapes.event);
}

/** Empty until the sponsors have loaded; the form works without them. */
export function useEntrySponsors(eventId: string): PublicSponsor[] {
  const read = useRead<PublicSponsor[]>(
    `/api/sponsors/public?eventId=${encodeURIComponent(eventId)}`,
    publicShapes.sponsors,
  );
  return read.state === 'done' ? read.answer : [];
}

/** The prizes that can still be won; undefined until they have loaded. */
export function useEntryPrizes(eventId: string): PrizesLeft | undefined {
  const read = useRead<PrizesLeft>(
    `/api/prizes/left?eventId=${encodeURIComponent(eventId)}`,
    publicShapes.prizesLeft,
  );
  return read.state === 'done' ? read.answer : undefined;
}

/** What became of an entry that was sent before this page's scripts ran, if there was one. */
export function usePostedEntry(eventId: string): PostedEntry | undefined {
  const posted = use(FirstViewContext)[leadFormPath(eventId)];
  return posted?.status === 200 ? (posted.body as PostedEntry) : undefined;
}

export function submitEntry(
  lead: LeadAttempt,
  eventId: string,
  values: FormValues,
): Promise<EnteredLead> {
  const { marketing, website, nonce, consentVersion } = values;
  return sendLead(lead, (made) =>
    post<EnteredLead>(
      '/api/leads/public',
      {
        ...made,
        eventId,
        ...contactOf(values),
        website,
        ...(marketing && { marketing: marketing === 'yes' }),
        ...(nonce && { nonce }),
        ...(consentVersion && { consentVersion: Number(consentVersion) }),
        source: 'qr',
      },
      { shape: publicShapes.enteredLead },
    ),
  );
}

/** What a visitor whose entry failed is told. */
export function refusalOf(error: unknown): Refusal {
  const { sentence = '', fields } = error instanceof ApiError ? error : {};
  return { sentence: sentence || 'Failed to submit. Please try again.', fields };
}
