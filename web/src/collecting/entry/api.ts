import { contactOf } from '@drawbridge/contract/collecting/contact';
import type { PostedEntry, Refusal } from '@drawbridge/contract/collecting/initial-data';
import type { EnteredLead } from '@drawbridge/contract/collecting/leads';
import { leadFormPath } from '@drawbridge/contract/core/pages';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import type { PublicSponsor } from '@drawbridge/contract/events/sponsors';
import type { PrizesLeft } from '@drawbridge/contract/raffle/prizes';
import { createContext, use, useEffect, useState } from 'react';
import { ApiError, api } from '../../lib/api/api-client.ts';
import { InitialDataContext } from '../../lib/api/initial-data.ts';
import { publicShapes } from '../../lib/api/public-shapes.ts';
import { type Read, useRead } from '../../lib/queries/use-read.ts';
import { inPageLanguage, questionInPageLanguage } from '../../lib/texts/event-text.tsx';
import { currentLanguage, t } from '../../lib/texts/texts.ts';
import { type LeadAttempt, sendLead } from '../lead-form/lead-attempts.ts';
import type { FormValues } from './entry.ts';

export function useEntryEvent(eventId: string): Read<PublicEvent> {
  const read = useRead('/api/events/:eventId', { params: { eventId }, shape: publicShapes.event });
  if (read.state !== 'done') return read;
  const { questions } = read.data;
  const event = {
    ...inPageLanguage(read.data),
    questions: questions.map(questionInPageLanguage) as PublicEvent['questions'],
  };
  return { ...read, data: event };
}

/** Counts a view of the form with the logos of sponsors. Nothing waits for the response. */
export function useCountedView(eventId: string, shown: boolean): void {
  useEffect(() => {
    if (!shown) return;
    api
      .post('/api/events/:eventId/form-views', { params: { eventId }, keepalive: true })
      .catch(() => {});
  }, [eventId, shown]);
}

/** The sponsors; empty until they have loaded, because the form works without them. */
export function useEntrySponsors(eventId: string): PublicSponsor[] {
  const read = useRead('/api/sponsors/public', {
    query: { eventId },
    shape: publicShapes.sponsors,
  });
  return read.state === 'done' ? read.data : [];
}

/** The prizes that can still be won; undefined until they have loaded. */
export function useEntryPrizes(eventId: string): PrizesLeft | undefined {
  const read = useRead('/api/prizes/left', {
    query: { eventId },
    shape: publicShapes.prizesLeft,
  });
  if (read.state !== 'done') return undefined;
  return { ...read.data, first: read.data.first.map(inPageLanguage) };
}

/** The outcome of an entry that was sent before this page's scripts ran, if there was one. */
export function usePostedEntry(eventId: string): PostedEntry | undefined {
  const posted = use(InitialDataContext)[leadFormPath(eventId)];
  return posted?.status === 200 ? (posted.body as PostedEntry) : undefined;
}

export function submitEntry(
  lead: LeadAttempt,
  eventId: string,
  values: FormValues,
): Promise<EnteredLead> {
  const { marketing, website, nonce, consentVersion, answered, questionsVersion } = values;
  return sendLead(lead, async (created) => {
    const body = {
      ...created,
      eventId,
      ...contactOf(values),
      website,
      ...(marketing && { marketing: marketing === 'yes' }),
      ...(nonce && { nonce }),
      language: currentLanguage(),
      ...(consentVersion && { consentVersion: Number(consentVersion) }),
      ...(answered && { answers: answered }),
      ...(questionsVersion && { questionsVersion: Number(questionsVersion) }),
      source: 'qr',
    };
    const shape = publicShapes.enteredLead;
    return { ...created, ...(await api.post('/api/leads/public', { body, shape })) };
  });
}

type QuestionPart = typeof import('../lead-form/question-fields.tsx');

/** The part of the form that only events with questions need, where a rendered page contains it. */
export const QuestionPartContext = createContext<QuestionPart | undefined>(undefined);
export const loadQuestionPart = (): Promise<QuestionPart> =>
  import('../lead-form/question-fields.tsx');

/** The same part for components; it is loaded if the page came without its event. */
export function useQuestionPart(needed: boolean): QuestionPart | undefined {
  const rendered = use(QuestionPartContext);
  const [loaded, setLoaded] = useState(rendered);
  const missing = needed && !loaded;
  useEffect(() => {
    if (missing) loadQuestionPart().then(setLoaded, () => {});
  }, [missing]);
  return loaded;
}

/** The message for a visitor whose entry failed. */
export function refusalOf(error: unknown): Refusal {
  const { sentence = '', fields } = error instanceof ApiError ? error : {};
  return { sentence: sentence || t('visitor.failed'), fields };
}
