import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Streams ready-made JSON, as fast as the client reads it. */
export function sendJson(
  reply: FastifyReply,
  pieces: Readable | AsyncIterable<string | Buffer>,
): never {
  // Fastify derives the response's type from its schema, and cannot check a stream of the same JSON.
  return reply
    .type('application/json; charset=utf-8')
    .send((pieces instanceof Readable ? pieces : Readable.from(pieces)) as never) as never;
}
