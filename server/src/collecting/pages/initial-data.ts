import { setTimeout as pause } from 'node:timers/promises';
import type { InitialData } from '@drawbridge/contract/collecting/initial-data';
import { problems } from '@drawbridge/contract/core/errors';
import { reference } from '@drawbridge/contract/core/ids';
import { withEvent } from '@drawbridge/contract/core/pages';
import { type PublicEvent, publicEvent } from '@drawbridge/contract/events/events';
import { type PublicSponsor, publicSponsor } from '@drawbridge/contract/events/sponsors';
import {
  DEFAULT_LANGUAGE,
  type Language,
  languageCodes,
} from '@drawbridge/contract/languages/languages';
import type { TextKey } from '@drawbridge/contract/languages/texts';
import { liveSnapshot } from '@drawbridge/contract/raffle/live';
import { prizesLeft } from '@drawbridge/contract/raffle/prizes';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { coalesceReads } from '../../db/reads/coalesce-reads.ts';
import type { WriteMonitor } from '../../db/write-monitor.ts';
import { findPublicEvent, inLanguages } from '../../events/events/store.ts';
import { listPublicSponsors } from '../../events/sponsors/store.ts';
import { type OfferedLanguages, textsIn } from '../../http/languages.ts';
import { requestPath } from '../../http/web-build/web-build.ts';
import type { PageContent } from '../../http/web-build/web-page.ts';
import { readSnapshot } from '../../raffle/live/store.ts';
import { findPrizesLeft } from '../../raffle/prizes/store.ts';

/** Longer than a look-up by id takes, and shorter than a visitor would notice. */
const READ_TIMEOUT_MS = 500;

const eventReference = reference('event-not-found');
const sponsors = z.array(publicSponsor);

/** What a public page shows first: its event, and the answers to the calls that it would make. */
interface FirstRead {
  event: PublicEvent | undefined;
  language: Language;
  view: InitialData;
}

interface Reader {
  languageFor: (event?: OfferedLanguages) => Language;
  /** Whether the page comes with the translations into that language alone. */
  oneLanguage: boolean;
}

/** What the database knows of a page, the same for everybody. */
interface Found {
  event: PublicEvent | undefined;
  /** Only the form asks the event's questions, and the other pages come without them. */
  withQuestions?: boolean;
  answers?: (translated: <T extends Translated>(thing: T) => T) => InitialData;
}

type Translated = Parameters<typeof inLanguages>[0];

/** Reads what a page of an event shows; whatever is not an id is no event. */
export type ReadPage = (db: Db, eventId: string) => Promise<Found>;

/** Reads a page once for all who ask for it at the same time, and shows it to each in their language. */
export function sharePage(db: Db, read: ReadPage) {
  const share = coalesceReads((eventId) => read(db, eventId));
  return async (eventId: string, reader: Reader) => show(eventId, await share(eventId), reader);
}

function show(
  eventId: string,
  { event: found, withQuestions = false, answers }: Found,
  { languageFor, oneLanguage }: Reader,
): FirstRead {
  const language = languageFor(found);
  const translated = <T extends Translated>(thing: T) =>
    oneLanguage ? inLanguages(thing, [language]) : thing;
  const event = found && {
    ...translated(found),
    questions: found.questions.map(translated),
  };
  return {
    event,
    language,
    view: {
      [pathOf(eventId)]: event
        ? { status: 200, body: withQuestions ? event : { ...event, questions: [] } }
        : eventNotFound,
      ...(event && answers?.(translated)),
    },
  };
}

const eventNotFound = { status: 404, sentence: problems['event-not-found'][1] } as const;

/** Renders the page of an event that does not exist once for all ids, of which anybody can try any number. */
export const asUnknown = (page: string) => ({
  path: withEvent(page, 'unknown'),
  view: { [pathOf('unknown')]: eventNotFound },
});

const pathOf = (eventId: string) => `/api/events/${encodeURIComponent(eventId)}`;

/**
 * The address of a page if it was asked for under another spelling: with capitals in the id or needless escapes, of
 * which there are millions, and each would be rendered and kept.
 */
export function tidyAddress(
  { url, params }: Pick<FastifyRequest, 'url' | 'params'>,
  page: string,
): string | undefined {
  const { eventId = '' } = params as { eventId?: string };
  const id = idIn(eventId);
  if (eventId && !id) return undefined;
  const path = withEvent(page, id ?? '');
  return requestPath(url) === path ? undefined : path + (/\?[^#]*/.exec(url)?.[0] ?? '');
}

const idIn = (eventId: string) => eventReference.safeParse(eventId).data;

export const readEvent: ReadPage = async (db, eventId) => {
  const id = idIn(eventId);
  const found = id && (await findPublicEvent(db, id));
  return { event: found ? publicEvent.parse(found) : undefined };
};

/** More prizes, winners or sponsors than these would make the page slow, and the browser reads them itself. */
const LISTED_MAX = 100;

/** The event with what its raffle page shows: prizes, winners without their tickets, and sponsors. */
export const readRaffle: ReadPage = async (db, eventId) => {
  const id = idIn(eventId);
  // First: what changes before the rest is read comes as a live message.
  const read = id && (await readSnapshot(db, id, LISTED_MAX));
  const first = await readEvent(db, eventId);
  if (!first.event || !id || !read) return first;
  const listed = await readSponsors(db, id);
  const { prizes, results, stage, ...nextDraw } = liveSnapshot.parse(JSON.parse(read.json));
  const query = `eventId=${encodeURIComponent(eventId)}`;
  const ofEvent = pathOf(eventId);
  return {
    ...first,
    answers: (translated) => ({
      [`/api/prizes?${query}`]: { status: 200, body: prizes.map(translated) },
      ...(listed && { [`/api/sponsors/public?${query}`]: { status: 200, body: listed } }),
      [`${ofEvent}/raffles`]: { status: 200, body: results },
      // Not all that this address answers: the records of earlier draws are for those who check them.
      [`${ofEvent}/draws next`]: { status: 200, body: nextDraw },
      [`${ofEvent}/stage`]: { status: 200, body: { ...stage, version: String(read.version) } },
    }),
  };
};

async function readSponsors(db: Db, eventId: string): Promise<PublicSponsor[] | undefined> {
  const listed = await listPublicSponsors(db, eventId);
  return listed.length > LISTED_MAX ? undefined : sponsors.parse(listed);
}

/** The event with the prizes that are left and its sponsors, whose logos are only addresses. */
export const readLeadForm: ReadPage = async (db, eventId) => {
  const id = idIn(eventId);
  if (!id) return { event: undefined };
  const [first, left, listed] = await Promise.all([
    readEvent(db, eventId),
    findPrizesLeft(db, id),
    readSponsors(db, id),
  ]);
  const shown = left && prizesLeft.parse(left);
  const query = `eventId=${encodeURIComponent(eventId)}`;
  return {
    ...first,
    withQuestions: true,
    ...(shown && {
      answers: (translated) => ({
        [`/api/prizes/left?${query}`]: {
          status: 200,
          body: { ...shown, first: shown.first.map(translated) },
        },
        ...(listed && { [`/api/sponsors/public?${query}`]: { status: 200, body: listed } }),
      }),
    }),
  };
};

/** The event's name as it is called in a language. */
export const nameIn = (language: Language, event: PublicEvent | undefined) =>
  event?.translations[language]?.name ?? event?.name;

/** Made once, because making one takes longer than the rest of the page. */
const dayFormats = Object.fromEntries(
  languageCodes.map((language) => [
    language,
    new Intl.DateTimeFormat(language === DEFAULT_LANGUAGE ? 'en-GB' : language, {
      dateStyle: 'long',
      timeZone: 'UTC',
    }),
  ]),
) as Record<Language, Intl.DateTimeFormat>;

/** What a shared link says of the event; no names of people. */
export function previewOf(
  event: PublicEvent | undefined,
  invitation: TextKey,
  language: Language,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): Pick<PageContent, 'preview'> {
  if (!event) return {};
  const day = dayFormats[language].format(new Date(event.date));
  const description = textsIn(language).text(invitation, { day, place: event.location });
  return { preview: { description, origin: `${protocol}://${host}` } };
}

/** The page is sent in any case: if the database is too slow, the app requests the data itself. */
export async function withTimeout<T>(
  writes: WriteMonitor,
  read: Promise<T>,
): Promise<T | undefined> {
  try {
    return await Promise.race([read, pause(READ_TIMEOUT_MS, undefined, { ref: false })]);
  } catch (error) {
    writes.report(error, 'page sent without its event');
    return undefined;
  }
}
