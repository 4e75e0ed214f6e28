import { setTimeout as pause } from 'node:timers/promises';
import { problems } from '@drawbridge/contract/errors';
import { type EventStatus, eventStatuses, publicEvent } from '@drawbridge/contract/events';
import { reference } from '@drawbridge/contract/ids';
import { pages } from '@drawbridge/contract/pages';
import type { FastifyRequest } from 'fastify';
import { findPublicEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';

/** The public pages, and which events each of them shows. */
const publicPages: [path: string, shows: readonly EventStatus[]][] = [
  [pages.leadForm, ['upcoming', 'active']],
  [pages.shortLeadForm, ['upcoming', 'active']],
  [pages.raffle, eventStatuses],
];

/** Longer than any read by an id takes, and shorter than a visitor would notice. */
const PATIENCE_MS = 500;

const eventReference = reference('event-not-found');

/**
 * Each page brings the answer that it would ask for first: a phone in a crowded hall is spared one
 * trip. Sponsors are left out, because their logos would hold the form back.
 */
export const pageRoutes: Routes = async (app, { db }) => {
  if (!app.hasReplyDecorator('sendPage')) return;

  for (const [path, shows] of publicPages) {
    app.get<{ Params: { eventId: string } }>(
      path,
      { schema: { hide: true } },
      async (request, reply) => {
        const { eventId } = request.params;
        const read = await inTime(request, readEvent(eventId));
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

/** The page goes out in any case: what the database does not tell in time, the app asks for itself. */
async function inTime<T>(request: FastifyRequest, read: Promise<T>): Promise<T | undefined> {
  const enough = new AbortController();
  try {
    return await Promise.race([
      read,
      pause(PATIENCE_MS, undefined, { signal: enough.signal, ref: false }),
    ]);
  } catch (error) {
    request.log.warn({ err: error }, 'page sent without its event');
    return undefined;
  } finally {
    enough.abort();
  }
}
