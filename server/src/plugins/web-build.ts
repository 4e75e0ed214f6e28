import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import { sendProblem } from './problems.ts';
import { type PageContent, readWebPage } from './web-page.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Sends the app, with what its first view shows; only where a built app is served. */
    sendPage(content?: PageContent): FastifyReply;
  }
}

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
    // The build leaves each file compressed beside itself; they go out under the file's own name.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(directory, 'assets/'));
      reply.header('cache-control', hashed ? `public, max-age=${ONE_YEAR}, immutable` : 'no-cache');
    },
  });

  const writePage = readWebPage(directory);
  app.decorateReply('sendPage', function sendPage(this: FastifyReply, content: PageContent = {}) {
    const path = this.request.url.split('?', 1)[0] ?? '';
    this.type('text/html; charset=utf-8');
    const html = writePage(path, content);
    // A page that a browser brings back from its history must not show an event of last week.
    if (content.view) return this.header('cache-control', 'no-store').send(html);
    // Weak, because the same page goes out in several encodings.
    const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    this.headers({ etag, 'cache-control': 'no-cache' });
    const known = this.request.headers['if-none-match']?.includes(etag);
    return known ? this.code(304).send() : this.send(html);
  });
  // A route and not the handler above, because only the answers of routes are compressed.
  app.get('/*', { schema: { hide: true }, config: { who: 'anyone' } }, (request, reply) =>
    // `GET *` is no path at all.
    request.url === '*' || /^\/(api|assets)(\/|\?|$)/.test(request.url)
      ? answerUnknown(request, reply)
      : reply.sendPage(),
  );
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(new Problem('route-not-found'), undefined, request, reply);
}
