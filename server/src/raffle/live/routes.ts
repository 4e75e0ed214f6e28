import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { liveCalls } from '@drawbridge/contract/raffle/calls/live';
import type { FastifyReply } from 'fastify';
import { notify } from '../../core/change/publish.ts';
import { feature } from '../../core/feature.ts';
import { orProblem, Problem } from '../../errors.ts';
import { requireEvent } from '../../events/events/store.ts';
import type { Connections } from '../../http/connections/connections.ts';
import { networkOf } from '../../http/limits.ts';
import { compressText, sendCompressed } from '../../http/response-cache.ts';
import { bearerToken } from '../../http/session.ts';
import { ApplauseCounts } from './applause.ts';
import { LiveHub } from './hub.ts';
import { toMissed } from './messages.ts';
import { Reader } from './reader.ts';

/** The time that a page waits before it reconnects. */
const RETRY_MS = 1000;
const JSON_TYPE = 'application/json; charset=utf-8';
/** The Retry-After for a page that was refused a stream. */
const REFUSED_RETRY_SECONDS = 30;

export const live = feature(liveCalls, ({ db, connections }, app) => {
  const hub = new LiveHub(db, app.log);
  // Closed before the server stops listening, because an open stream would block that.
  app.addHook('preClose', () => hub.close());
  const applause = new ApplauseCounts(db, app.log);
  app.addHook('onClose', async () => applause.close());

  /** Compressed snapshots. They are long if there are many prizes, and shared by all requests. */
  const snapshots = new WeakMap<object, Promise<Buffer>>();

  return {
    watchRaffle: async ({ params: { eventId }, query, request, reply }) => {
      await requireEvent(db, eventId);
      if (request.method === 'HEAD') return reply.headers(streamHeaders).send('');
      const reader: Reader = new Reader(
        await openStream(reply, connections),
        () => hub.leave(eventId, reader),
        query.screen,
      );
      const lastVersion = readVersion(request.headers['last-event-id'] ?? query.after);
      hub.join(eventId, reader, lastVersion).catch(() => reader.drop());
      return reply;
    },
    getMissedMoments: async ({ params: { eventId }, query, reply }) => {
      // A room outlives its event for a moment.
      await requireEvent(db, eventId);
      const messages = orProblem(
        await hub.catchUp(eventId, readVersion(query.after)),
        'event-not-found',
      );
      const text = () => `[${messages.map(toMissed).join()}]`;
      const [first] = messages;
      if (first?.kind !== 'snapshot') return reply.type(JSON_TYPE).send(text());
      const bytes = snapshots.get(first) ?? compressText(text());
      snapshots.set(first, bytes);
      return sendCompressed(reply, await bytes, JSON_TYPE);
    },
    applaud: async ({ params: { eventId }, body: { device, ...counted } }) => {
      applause.add(eventId, device, counted);
      return {};
    },
    rehearse: async ({ params: { eventId }, body: { rehearsal } }) => {
      await requireEvent(db, eventId);
      await notify(db, { kind: 'rehearsal', eventId, rehearsal });
      return {};
    },
    watchEvents: async ({ user, request, reply }) => {
      if (request.method === 'HEAD') return reply.headers(streamHeaders).send('');
      const stream = await openStream(reply, connections);
      const reader: Reader = new Reader(stream, () => hub.leaveLeads(reader));
      hub.joinLeads(reader, bearerToken(request) ?? '', user.events).catch(() => reader.drop());
      return reply;
    },
  };
});

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies must not cache, compress or buffer the stream.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** Opens an event stream, which bypasses Fastify from here on. */
async function openStream(reply: FastifyReply, connections: Connections): Promise<ServerResponse> {
  const { request } = reply;
  const signedIn = (await request.findUser()) !== undefined;
  if (!connections.openStream(reply.raw, { address: networkOf(request.ip), signedIn })) {
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
