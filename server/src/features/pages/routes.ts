import { setTimeout as pause } from 'node:timers/promises';
import { problems } from '@drawbridge/contract/errors';
import { publicEvent } from '@drawbridge/contract/events';
import type { FirstAnswer } from '@drawbridge/contract/first-view';
import { reference } from '@drawbridge/contract/ids';
import { prize } from '@drawbridge/contract/prizes';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findPublicEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { listPrizes } from '../prizes/store.ts';

const MISSING_TITLE = 'Event Not Found';
const missing: FirstAnswer = { status: 404, sentence: problems['event-not-found'][1] };

/** Longer than any read by an id takes, and shorter than a visitor would notice. */
const PATIENCE_MS = 500;

const eventReference = reference('event-not-found');
const schema = { hide: true };

type EventPage = { Params: { eventId: string } };

/**
 * The public pages, each with the answers that it would ask for first: a phone in a crowded hall is
 * spared one trip. Sponsors are not among them, because their logos would hold the form back.
 */
export const pageRoutes: Routes = async (app, { sql }) => {
  if (!app.hasReplyDecorator('sendPage')) return;

  for (const path of ['/event/:eventId/submit', '/lead/:eventId']) {
    app.get<EventPage>(path, { schema }, async (request, reply) => {
      const { eventId } = request.params;
      const read = await inTime(request, readEvent(eventId));
      if (!read) return reply.sendPage();
      const open = read.event && read.event.status !== 'ended';
      return reply.sendPage({
        title: open ? read.event.name : MISSING_TITLE,
        view: { [eventUrl(eventId)]: read.answer },
      });
    });
  }

  app.get<EventPage>('/event/:eventId/raffle', { schema }, async (request, reply) => {
    const { eventId } = request.params;
    const read = await inTime(request, readRaffle(eventId));
    if (!read) return reply.sendPage();
    return reply.sendPage({ title: read.event?.name ?? MISSING_TITLE, view: read.view });
  });

  async function readEvent(eventId: string) {
    const { data: id } = eventReference.safeParse(eventId);
    const event = id && (await findPublicEvent(sql, id));
    if (!event) return { event: undefined, answer: missing };
    const answer: FirstAnswer = { status: 200, body: publicEvent.parse(event) };
    return { event, answer };
  }

  async function readRaffle(eventId: string) {
    const { event, answer } = await readEvent(eventId);
    const view = { [eventUrl(eventId)]: answer };
    if (!event) return { event, view };
    const prizes = z.array(prize).parse(await listPrizes(sql, event.id));
    view[`/api/prizes?eventId=${encodeURIComponent(eventId)}`] = { status: 200, body: prizes };
    return { event, view };
  }
};

function eventUrl(eventId: string): string {
  return `/api/events/${encodeURIComponent(eventId)}`;
}

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
