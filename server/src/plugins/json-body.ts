import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../errors.ts';

/**
 * Parses JSON bodies. An empty one counts as no body, because clients send the header regardless. The header
 * Idempotency-Key, which some programs send by themselves, stands for an `id` in the body.
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
