import { setTimeout as pause } from 'node:timers/promises';
import { problems } from '@drawbridge/contract/errors';
import { type PublicEvent, publicEvent } from '@drawbridge/contract/events';
import type { FirstView } from '@drawbridge/contract/first-view';
import { reference } from '@drawbridge/contract/ids';
import { DEFAULT_LANGUAGE, type Language } from '@drawbridge/contract/languages';
import { liveSnapshot } from '@drawbridge/contract/live';
import { prizesLeft } from '@drawbridge/contract/prizes';
import { publicSponsor } from '@drawbridge/contract/sponsors';
import type { TextKey } from '@drawbridge/contract/texts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { type OfferedLanguages, textsIn } from '../../plugins/languages.ts';
import type { PageContent } from '../../plugins/web-page.ts';
import { findPublicEvent, inLanguages } from '../events/store.ts';
import type { WriteMonitor } from '../health/write-monitor.ts';
import { readSnapshot } from '../live/store.ts';
import { findPrizesLeft } from '../prizes/store.ts';
import { listPublicSponsors } from '../sponsors/store.ts';

/** Longer than a look-up by id takes, and shorter than a visitor would notice. */
const READ_TIMEOUT_MS = 500;

const eventReference = reference('event-not-found');
const sponsors = z.array(publicSponsor);

/** What a public page shows first: its event, and the answers to the calls that it would make. */
interface FirstRead {
  event: PublicEvent | undefined;
  language: Language;
  view: FirstView;
}

interface Reader {
  languageFor: (event?: OfferedLanguages) => Language;
  /** Whether the page comes with the translations into that language alone. */
  oneLanguage: boolean;
}

/** Only the form asks the event's questions, and the other pages come without them. */
export async function readEvent(
  db: Db,
  eventId: string,
  reader: Reader,
  { withQuestions = false } = {},
): Promise<FirstRead> {
  const { data: id } = eventReference.safeParse(eventId);
  const found = id && (await findPublicEvent(db, id));
  const language = reader.languageFor(found || undefined);
  const shown = found && reader.oneLanguage ? eventIn(found, language) : found;
  const event = shown ? publicEvent.parse(shown) : undefined;
  return {
    event,
    language,
    view: {
      [`/api/events/${encodeURIComponent(eventId)}`]: event
        ? { status: 200, body: withQuestions ? event : { ...event, questions: [] } }
        : { status: 404, sentence: problems['event-not-found'][1] },
    },
  };
}

const eventIn = (event: PublicEvent, language: Language): PublicEvent => ({
  ...inLanguages(event, [language]),
  questions: event.questions.map((question) => inLanguages(question, [language])),
});

/** More results than these would make the page slow, and the browser reads them itself. */
const RESULTS_MAX = 100;

/** The event with what its raffle page shows: prizes, winners without their tickets, and sponsors. */
export async function readRaffle(db: Db, eventId: string, reader: Reader): Promise<FirstRead> {
  const { data: id } = eventReference.safeParse(eventId);
  // First: what changes before the rest is read comes as a live message.
  const read = id && (await readSnapshot(db, id));
  const first = await readEvent(db, eventId, reader);
  const { event, language, view } = first;
  if (!event || !id) return first;
  const listed = await listPublicSponsors(db, id);
  if (!read || read.snapshot.results.length > RESULTS_MAX) return first;
  const { prizes, results, stage, ...nextDraw } = liveSnapshot.parse(read.snapshot);
  const query = `eventId=${encodeURIComponent(eventId)}`;
  const ofEvent = `/api/events/${encodeURIComponent(eventId)}`;
  const shown = reader.oneLanguage ? prizes.map((prize) => inLanguages(prize, [language])) : prizes;
  return {
    ...first,
    view: {
      ...view,
      [`/api/prizes?${query}`]: { status: 200, body: shown },
      [`/api/sponsors/public?${query}`]: { status: 200, body: sponsors.parse(listed) },
      [`${ofEvent}/raffles`]: { status: 200, body: results },
      [`${ofEvent}/draws`]: { status: 200, body: nextDraw },
      [`${ofEvent}/stage`]: { status: 200, body: { ...stage, version: String(read.version) } },
    },
  };
}

/** The event with the prizes that are left and its sponsors, whose logos are only addresses. */
export async function readLeadForm(db: Db, eventId: string, reader: Reader): Promise<FirstRead> {
  const { data: id } = eventReference.safeParse(eventId);
  const [first, left, listed] = await Promise.all([
    readEvent(db, eventId, reader, { withQuestions: true }),
    id ? findPrizesLeft(db, id) : undefined,
    id ? listPublicSponsors(db, id) : [],
  ]);
  if (!first.event || !left) return first;
  const { language, view } = first;
  const shown = { ...left, first: left.first.map((prize) => inLanguages(prize, [language])) };
  const query = `eventId=${encodeURIComponent(eventId)}`;
  return {
    ...first,
    view: {
      ...view,
      [`/api/prizes/left?${query}`]: { status: 200, body: prizesLeft.parse(shown) },
      [`/api/sponsors/public?${query}`]: { status: 200, body: sponsors.parse(listed) },
    },
  };
}

/** The event's name as it is called in a language. */
export const nameIn = (language: Language, event: PublicEvent | undefined) =>
  event?.translations[language]?.name ?? event?.name;

/** What a shared link says of the event; no names of people. */
export function previewOf(
  event: PublicEvent | undefined,
  invitation: TextKey,
  language: Language,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): Pick<PageContent, 'preview'> {
  if (!event) return {};
  const day = new Intl.DateTimeFormat(language === DEFAULT_LANGUAGE ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(event.date));
  const description = textsIn(language).text(invitation, { day, place: event.location });
  return { preview: { description, origin: `${protocol}://${host}` } };
}

/** The page is sent in any case: if the database is too slow, the app requests the data itself. */
export async function withTimeout<T>(
  writes: WriteMonitor,
  read: Promise<T>,
): Promise<T | undefined> {
  const timeout = new AbortController();
  try {
    return await Promise.race([
      read,
      pause(READ_TIMEOUT_MS, undefined, { signal: timeout.signal, ref: false }),
    ]);
  } catch (error) {
    writes.report(error, 'page sent without its event');
    return undefined;
  } finally {
    timeout.abort();
  }
}
