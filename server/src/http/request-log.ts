import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * Random ids, because sequential numbers would reveal how busy the server is. Node takes UUIDs from a pool of random
 * bytes; other random bytes take a system call each.
 */
export const createRequestId = (): string => randomUUID();

/**
 * Logs one line per request, with the route's pattern and not the URL, which may contain user input. The client's
 * address is personal data, so the lines contain it only if the operator has turned that on.
 */
export function logRequests(app: FastifyInstance, withAddress: boolean): void {
  if (withAddress) {
    app.addHook('onRequest', (request, reply, done) => {
      request.log = request.log.child({ address: request.ip });
      reply.log = request.log;
      done();
    });
  }
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
