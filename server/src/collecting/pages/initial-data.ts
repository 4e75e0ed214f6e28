import { setTimeout as pause } from 'node:timers/promises';
import type { InitialData } from '@drawbridge/contract/collecting/initial-data';
import { problems } from '@drawbridge/contract/core/errors';
import { reference } from '@drawbridge/contract/core/ids';
import { withEvent } from '@drawbridge/contract/core/pages';
import { type PublicEvent, publicEvent } from '@drawbridge/contract/events/events';
import { type PublicSponsor, publicSponsor } from '@drawbridge/contract/events/sponsors';
import { dayWithWeekday } from '@drawbridge/contract/languages/days';
import type { Language } from '@drawbridge/contract/languages/languages';
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

/** The time limit: longer than a lookup by id takes, shorter than a visitor would notice. */
const READ_TIMEOUT_MS = 500;

const eventReference = reference('event-not-found');
const sponsors = z.array(publicSponsor);

/** The initial data of a public page: its event, and the responses to its first requests. */
interface FirstRead {
  event: PublicEvent | undefined;
  language: Language;
  view: InitialData;
}

interface Reader {
  languageFor: (event?: OfferedLanguages) => Language;
  /** True if the page contains the translations into that language only. */
  oneLanguage: boolean;
}

/** The data of a page as read from the database, the same for every visitor. */
interface Found {
  event: PublicEvent | undefined;
  /** True for the form. Other pages do not show the event's questions. */
  withQuestions?: boolean;
  answers?: (translated: <T extends Translated>(thing: T) => T) => InitialData;
}

type Translated = Parameters<typeof inLanguages>[0];

/** Reads the data of an event's page. An invalid id means that there is no event. */
export type LoadPage = (db: Db, eventId: string) => Promise<Found>;

/** Coalesces concurrent reads of a page, and renders the data in each visitor's language. */
export function coalescePageReads(db: Db, read: LoadPage) {
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

/** Renders the page of an unknown event once for all ids: anyone can request any number of them. */
export const asUnknown = (page: string) => ({
  path: withEvent(page, 'unknown'),
  view: { [pathOf('unknown')]: eventNotFound },
});

const pathOf = (eventId: string) => `/api/events/${encodeURIComponent(eventId)}`;

/**
 * The canonical address, if the page was requested under another spelling: with capitals in the id, or needless
 * escapes. There are millions of spellings, and each would be rendered and cached.
 */
export function canonicalRedirect(
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

export const loadEventPage: LoadPage = async (db, eventId) => {
  const id = idIn(eventId);
  const event = id && (await findPublicEvent(db, id));
  return { event: event ? publicEvent.parse(event) : undefined };
};

/**
 * The limit for prizes, winners and sponsors in a page. More would make it slow, so the browser requests them
 * itself.
 */
const LISTED_MAX = 100;

/** The event with the data of its raffle page: prizes, winners without their tickets, and sponsors. */
export const loadRafflePage: LoadPage = async (db, eventId) => {
  const id = idIn(eventId);
  // The snapshot comes first: a change during the other reads then arrives as a live message.
  const read = id && (await readSnapshot(db, id, LISTED_MAX));
  const first = await loadEventPage(db, eventId);
  if (!first.event || !id || !read) return first;
  const sponsors = await readSponsors(db, id);
  const { prizes, results, stage, ...nextDraw } = liveSnapshot.parse(JSON.parse(read.json));
  const query = `eventId=${encodeURIComponent(eventId)}`;
  const eventPath = pathOf(eventId);
  return {
    ...first,
    answers: (translated) => ({
      [`/api/prizes?${query}`]: { status: 200, body: prizes.map(translated) },
      ...(sponsors && { [`/api/sponsors/public?${query}`]: { status: 200, body: sponsors } }),
      [`${eventPath}/raffles`]: { status: 200, body: results },
      // Only a part of this call's response: the records of earlier draws are needed only to verify them.
      [`${eventPath}/draws next`]: { status: 200, body: nextDraw },
      [`${eventPath}/stage`]: { status: 200, body: { ...stage, version: String(read.version) } },
    }),
  };
};

async function readSponsors(db: Db, eventId: string): Promise<PublicSponsor[] | undefined> {
  const publicSponsors = await listPublicSponsors(db, eventId);
  return publicSponsors.length > LISTED_MAX ? undefined : sponsors.parse(publicSponsors);
}

/** The event with its remaining prizes and its sponsors. Logos are included as URLs only. */
export const loadFormPage: LoadPage = async (db, eventId) => {
  const id = idIn(eventId);
  if (!id) return { event: undefined };
  const [first, left, listed] = await Promise.all([
    loadEventPage(db, eventId),
    findPrizesLeft(db, id),
    readSponsors(db, id),
  ]);
  const publicCounts = left && prizesLeft.parse(left);
  const query = `eventId=${encodeURIComponent(eventId)}`;
  return {
    ...first,
    withQuestions: true,
    ...(publicCounts && {
      answers: (translated) => ({
        [`/api/prizes/left?${query}`]: {
          status: 200,
          body: { ...publicCounts, first: publicCounts.first.map(translated) },
        },
        ...(listed && { [`/api/sponsors/public?${query}`]: { status: 200, body: listed } }),
      }),
    }),
  };
};

/** The event's name in a language. */
export const nameIn = (language: Language, event: PublicEvent | undefined) =>
  event?.translations[language]?.name ?? event?.name;

/** The preview of a shared link. It contains no names of people. */
export function previewOf(
  event: PublicEvent | undefined,
  invitation: TextKey,
  language: Language,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): Pick<PageContent, 'preview'> {
  if (!event) return {};
  const { text } = textsIn(language);
  const day = dayWithWeekday(event.date, text);
  const description = text(invitation, { day, place: event.location });
  return { preview: { description, origin: `${protocol}://${host}` } };
}

/**
 * Limits the time of a read. The page is sent without its data if the database is too slow; the app then requests
 * it.
 */
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
