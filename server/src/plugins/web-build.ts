import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import { sendProblem } from './problems.ts';

const ONE_YEAR = 365 * 24 * 3600;

/**
 * Serves the built web app. A path that is no file gets the app itself, which shows its own 404
 * screen; only under /api is an unknown path an error.
 */
export async function serveWebBuild(app: FastifyInstance, directory: string | null): Promise<void> {
  app.setNotFoundHandler(answerUnknown);
  if (directory === null) return;
  if (!existsSync(join(directory, 'index.html'))) {
    throw new Error(`The web app is not built: there is no index.html in ${directory}`);
  }
  await app.register(fastifyStatic, {
    root: directory,
    index: false,
    // A route for each file of the build: whatever is no such file is the app's business.
    wildcard: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(directory, 'assets/'));
      reply.header('cache-control', hashed ? `public, max-age=${ONE_YEAR}, immutable` : 'no-cache');
    },
  });
  // A route and not the handler above, because only the answers of routes are compressed.
  app.get('/*', { schema: { hide: true }, config: { who: 'anyone' } }, (request, reply) =>
    // `GET *` is no path at all.
    request.url === '*' || /^\/(api|assets)(\/|\?|$)/.test(request.url)
      ? answerUnknown(request, reply)
      : reply.sendFile('index.html'),
  );
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(new Problem('route-not-found'), undefined, request, reply);
}
