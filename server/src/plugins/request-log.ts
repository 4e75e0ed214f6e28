import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const ID_DIGITS = 16;
const IDS_AT_ONCE = 512;

/**
 * Random ids, because numbers in a row would tell every visitor how busy the server is. The random bytes are
 * fetched for many requests at once: one call for each would cost more than the rest of its log line.
 */
export function createRequestIds(): () => string {
  let digits = '';
  let next = 0;
  return () => {
    if (next === digits.length) {
      digits = randomBytes((IDS_AT_ONCE * ID_DIGITS) / 2).toString('hex');
      next = 0;
    }
    next += ID_DIGITS;
    return digits.slice(next - ID_DIGITS, next);
  };
}

/** Logs one line per request, with the route's pattern and not the URL, which may contain user input. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    app.log.info(
      {
        reqId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
}
