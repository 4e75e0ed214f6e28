import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { reference } from '@drawbridge/contract/ids';
import { missedMessage } from '@drawbridge/contract/live';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { found, Problem } from '../../errors.ts';
import type { Connections } from '../../plugins/connections.ts';
import { bearerToken, signedIn } from '../../plugins/session.ts';
import { requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { LiveHub } from './hub.ts';
import { Reader } from './reader.ts';

const tags = ['raffle'];
const params = z.object({ eventId: reference('event-not-found') });
const querystring = z.object({ after: z.string().optional() });

/** How long a page waits before it reconnects. */
const RETRY_MS = 1000;
/** When a page that was refused a stream should try again. */
const REFUSED_RETRY_SECONDS = 30;

export const liveRoutes: Routes = async (app, { db, connections }) => {
  const hub = new LiveHub(db, app.log);
  // Before the server stops listening, because a stream that never ends would block it.
  app.addHook('preClose', () => hub.close());

  app.get(
    '/:eventId/live',
    {
      config: {
        who: 'anyone',
        endless: true,
        problems: ['event-not-found', 'too-many-watching'],
      },
      schema: {
        tags,
        summary: 'The raffle as it happens, as server-sent events',
        description:
          'First `snapshot`, then `sealed`, `drawn`, `voided`, `forfeited`, `handed-over`, `stage`, `prizes`, ' +
          '`sponsors` and `event` as they happen, `drawing` and `cancelled` around a draw, `eligible` when the ' +
          'people in the next draw may have changed, `deleted` at the end of the event, and ' +
          '`heartbeat` every 15 seconds. With `Last-Event-ID` (or `after`) what was missed comes instead ' +
          'of the snapshot.',
        params,
        querystring,
        produces: ['text/event-stream'],
        response: { 200: z.string() },
      },
    },
    async ({ method, params: { eventId }, query, headers }, reply) => {
      await requireEvent(db, eventId);
      if (method === 'HEAD') return reply.headers(streamHeaders).send('');
      const reader: Reader = new Reader(openStream(reply, connections), () =>
        hub.leave(eventId, reader),
      );
      const seen = readVersion(headers['last-event-id'] ?? query.after);
      hub.join(eventId, reader, seen).catch(() => reader.drop());
      return reply;
    },
  );

  app.get(
    '/:eventId/live/missed',
    {
      config: { who: 'anyone', problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'What happened in the raffle since the last question',
        description:
          'For pages that are refused a stream: the messages after the id in `after`, or a `snapshot`. ' +
          'Ask every few seconds.',
        params,
        querystring,
        response: { 200: z.array(missedMessage) },
      },
    },
    async ({ params: { eventId }, query }) => {
      // A room outlives its event for a moment.
      await requireEvent(db, eventId);
      return found(
        await hub.catchUp(eventId, readVersion(query.after)),
        'event-not-found',
      ) as never;
    },
  );

  app.get(
    '/live',
    {
      config: { limited: 'filtered', problems: ['too-many-watching'] },
      schema: {
        tags: ['events'],
        summary: 'How many leads each event has, as server-sent events',
        description:
          'First a `leads` message with the counts of all events, then one with those that have changed, ' +
          'at most once a second, and `heartbeat` every 15 seconds. The stream ends with the session.',
        produces: ['text/event-stream'],
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      if (request.method === 'HEAD') return reply.headers(streamHeaders).send('');
      const { events } = await signedIn(request);
      const reader: Reader = new Reader(openStream(reply, connections), () =>
        hub.leaveLeads(reader),
      );
      hub.joinLeads(reader, bearerToken(request) ?? '', events).catch(() => reader.drop());
      return reply;
    },
  );
};

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies must not cache, compress or buffer the stream.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** Begins an event stream, from here on without Fastify. */
function openStream(reply: FastifyReply, connections: Connections): ServerResponse {
  if (!connections.openStream(reply.raw)) {
    throw new Problem('too-many-watching', { retryAfterSeconds: REFUSED_RETRY_SECONDS });
  }
  reply.headers(streamHeaders);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  raw.write(`retry: ${RETRY_MS}\n\n`);
  return raw;
}

function readVersion(text: string | string[] | undefined): number | undefined {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
