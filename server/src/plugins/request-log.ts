import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Numbers the requests of this process, with a beginning that tells processes and restarts apart. */
export function createRequestIds(): () => string {
  const process = randomBytes(4).toString('hex');
  let number = 0;
  return () => {
    number += 1;
    return `${process}-${number.toString(36)}`;
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
