import { setTimeout as pause } from 'node:timers/promises';
import { problems } from '@drawbridge/contract/errors';
import { type PublicEvent, publicEvent } from '@drawbridge/contract/events';
import type { FirstView } from '@drawbridge/contract/first-view';
import { reference } from '@drawbridge/contract/ids';
import { liveSnapshot } from '@drawbridge/contract/live';
import { prizesLeft } from '@drawbridge/contract/prizes';
import { publicSponsor } from '@drawbridge/contract/sponsors';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import type { PageContent } from '../../plugins/web-page.ts';
import { findPublicEvent } from '../events/store.ts';
import type { WriteMonitor } from '../health/write-monitor.ts';
import { readSnapshot } from '../live/store.ts';
import { findPrizesLeft } from '../prizes/store.ts';
import { listPublicSponsors } from '../sponsors/store.ts';

/** Longer than a look-up by id takes, and shorter than a visitor would notice. */
const READ_TIMEOUT_MS = 500;

const eventReference = reference('event-not-found');
const sponsors = z.array(publicSponsor);

/** What a public page shows first: its event, and the answers to the calls that it would make. */
export interface FirstRead {
  event: PublicEvent | undefined;
  view: FirstView;
}

export async function readEvent(db: Db, eventId: string): Promise<FirstRead> {
  const { data: id } = eventReference.safeParse(eventId);
  const found = id && (await findPublicEvent(db, id));
  const event = found ? publicEvent.parse(found) : undefined;
  return {
    event,
    view: {
      [`/api/events/${encodeURIComponent(eventId)}`]: event
        ? { status: 200, body: event }
        : { status: 404, sentence: problems['event-not-found'][1] },
    },
  };
}

/** More results than these would make the page slow, and the browser reads them itself. */
const RESULTS_MAX = 100;

/** The event with what its raffle page shows: prizes, winners without their tickets, and sponsors. */
export async function readRaffle(db: Db, eventId: string): Promise<FirstRead> {
  const { data: id } = eventReference.safeParse(eventId);
  // First: what changes before the rest is read comes as a live message.
  const read = id && (await readSnapshot(db, id));
  const { event, view } = await readEvent(db, eventId);
  if (!event || !id) return { event, view };
  const listed = await listPublicSponsors(db, id);
  if (!read || read.snapshot.results.length > RESULTS_MAX) return { event, view };
  const { prizes, results, stage, ...nextDraw } = liveSnapshot.parse(read.snapshot);
  const query = `eventId=${encodeURIComponent(eventId)}`;
  const ofEvent = `/api/events/${encodeURIComponent(eventId)}`;
  return {
    event,
    view: {
      ...view,
      [`/api/prizes?${query}`]: { status: 200, body: prizes },
      [`/api/sponsors/public?${query}`]: { status: 200, body: sponsors.parse(listed) },
      [`${ofEvent}/raffles`]: { status: 200, body: results },
      [`${ofEvent}/draws`]: { status: 200, body: nextDraw },
      [`${ofEvent}/stage`]: { status: 200, body: { ...stage, version: String(read.version) } },
    },
  };
}

/** The event with the prizes that are left and its sponsors, whose logos are only addresses. */
export async function readLeadForm(db: Db, eventId: string): Promise<FirstRead> {
  const { data: id } = eventReference.safeParse(eventId);
  const [{ event, view }, left, listed] = await Promise.all([
    readEvent(db, eventId),
    id ? findPrizesLeft(db, id) : undefined,
    id ? listPublicSponsors(db, id) : [],
  ]);
  if (!event) return { event, view };
  const query = `eventId=${encodeURIComponent(eventId)}`;
  return {
    event,
    view: {
      ...view,
      [`/api/prizes/left?${query}`]: { status: 200, body: prizesLeft.parse(left) },
      [`/api/sponsors/public?${query}`]: { status: 200, body: sponsors.parse(listed) },
    },
  };
}

/** What a shared link says of the event; no names of people. */
export function previewOf(
  event: PublicEvent | undefined,
  invitation: string,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): Pick<PageContent, 'preview'> {
  if (!event) return {};
  const description = `${invitation}: ${longDay.format(new Date(event.date))}, ${event.location}`;
  return { preview: { description, origin: `${protocol}://${host}` } };
}

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

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
