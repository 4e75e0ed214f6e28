import { setTimeout as pause } from 'node:timers/promises';
import { problems } from '@drawbridge/contract/errors';
import { type EventStatus, eventStatuses, publicEvent } from '@drawbridge/contract/events';
import { reference } from '@drawbridge/contract/ids';
import { pages } from '@drawbridge/contract/pages';
import type { FastifyRequest } from 'fastify';
import { findPublicEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';

/** The public pages, and the statuses of the events that each of them shows. */
const publicPages: [path: string, shows: readonly EventStatus[]][] = [
  [pages.leadForm, ['upcoming', 'active']],
  [pages.shortLeadForm, ['upcoming', 'active']],
  [pages.raffle, eventStatuses],
];

/** Longer than a look-up by id takes, and shorter than a visitor would notice. */
const READ_TIMEOUT_MS = 500;

const eventReference = reference('event-not-found');

/**
 * Each page includes the response to its first request, which saves a phone in a crowded hall one round
 * trip. Sponsors are not included, because their logos would delay the form.
 */
export const pageRoutes: Routes = async (app, { db }) => {
  if (!app.hasReplyDecorator('sendPage')) return;

  for (const [path, shows] of publicPages) {
    app.get<{ Params: { eventId: string } }>(
      path,
      { schema: { hide: true } },
      async (request, reply) => {
        const { eventId } = request.params;
        const read = await withTimeout(request, readEvent(eventId));
        if (!read) return reply.sendPage();
        const { event } = read;
        return reply.sendPage({
          title: event && shows.includes(event.status) ? event.name : 'Event Not Found',
          view: {
            [`/api/events/${encodeURIComponent(eventId)}`]: event
              ? { status: 200, body: event }
              : { status: 404, sentence: problems['event-not-found'][1] },
          },
        });
      },
    );
  }

  async function readEvent(eventId: string) {
    const { data: id } = eventReference.safeParse(eventId);
    const event = id && (await findPublicEvent(db, id));
    return { event: event ? publicEvent.parse(event) : undefined };
  }
};

/** The page is sent in any case: if the database is too slow, the app requests the data itself. */
async function withTimeout<T>(request: FastifyRequest, read: Promise<T>): Promise<T | undefined> {
  const timeout = new AbortController();
  try {
    return await Promise.race([
      read,
      pause(READ_TIMEOUT_MS, undefined, { signal: timeout.signal, ref: false }),
    ]);
  } catch (error) {
    request.log.warn({ reqId: request.id, err: error }, 'page sent without its event');
    return undefined;
  } finally {
    timeout.abort();
  }
}
