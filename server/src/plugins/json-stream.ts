import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sends JSON that is already made, piece by piece as the client takes it. */
export function sendJson(
  reply: FastifyReply,
  pieces: Readable | AsyncIterable<string | Buffer>,
): never {
  // Fastify types an answer by its schema; a stream of the same JSON is outside what it can check.
  return reply
    .type('application/json; charset=utf-8')
    .send((pieces instanceof Readable ? pieces : Readable.from(pieces)) as never) as never;
}
