import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../errors.ts';

/**
 * Parses JSON bodies. An empty one counts as no body, because clients send the header regardless. The header
 * Idempotency-Key, which some programs send by themselves, replaces an `id` in the body.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body as Buffer)) {
      return done(new Problem('malformed-request', { sentence: 'The request is not valid UTF-8' }));
    }
    parseJson(request, body.toString(), (error, value) => {
      if (error) {
        const sentence = 'The request is not valid JSON';
        return done(new Problem('malformed-request', { sentence }));
      }
      const key = request.headers['idempotency-key'];
      const takesId = key !== undefined && typeof value === 'object' && value !== null;
      done(null, takesId ? { id: key, ...value } : value);
    });
  });
}

/**
 * Adds an ETag to every API response that is not a stream, and responds with 304 to a client that has it already. It is
 * weak, because the response may be compressed afterwards.
 */
export function tagResponses(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || reply.statusCode !== 200 || !request.url.startsWith('/api/')) {
      return done(null, payload);
    }
    if (typeof payload === 'string' && !reply.hasHeader('etag')) {
      reply.header('etag', etagOf(payload));
    }
    const tag = reply.getHeader('etag');
    const known = request.headers['if-none-match']?.split(',').map((each) => each.trim()) ?? [];
    if (!tag || !known.includes(String(tag))) return done(null, payload);
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    done(null, '');
  });
}

export function etagOf(response: string | Buffer): string {
  return `W/"${createHash('sha256').update(response).digest('base64url')}"`;
}

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
