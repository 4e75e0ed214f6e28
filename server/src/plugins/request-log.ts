import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Random ids, because numbers in a row would tell every visitor how busy the server is. */
export const createRequestId = (): string => randomBytes(8).toString('hex');

/** Logs one line per request, with the route's pattern and not the URL, which may contain user input. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
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
