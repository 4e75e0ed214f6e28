import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { adminPages, movedPages, pageRegExp, pages } from '@drawbridge/contract/core/pages';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { accountLanguageOf, languageOf } from '../languages.ts';
import { sendProblem } from '../problems.ts';
import {
  pagePolicy,
  pagePolicyWith,
  permissionsOf,
  scanWorkerPolicy,
} from '../security-headers.ts';
import { serveAssets } from './assets.ts';
import { type PageContent, readWebPage } from './web-page.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Sends the app with its initial data. Exists only if a built app is served. */
    sendPage(content?: PageContent): FastifyReply;
  }
}

/** Paths of the administration and the handbook, which are in English. */
const ADMINISTRATION_PATHS = /^\/(admin|help)(\/|$)/;

const anyPage = pageRegExp(
  ...Object.values({ ...pages, ...adminPages }),
  ...Object.keys(movedPages),
);

/** A cache time of a year, for files whose names change with their content. */
const FOR_EVER = `public, max-age=${365 * 24 * 3600}, immutable`;

/**
 * Serves the built web app. A path that is not a file gets the app, which shows its own 404 screen. An unknown path is
 * a plain error only under /api, in the directories of the build's files, and at /metrics, where a Prometheus with the
 * wrong port must not read a page as success.
 */
export async function serveWebBuild(app: FastifyInstance, directory: string | null): Promise<void> {
  app.setNotFoundHandler(respondNotFound);
  if (directory === null) return;
  if (!existsSync(join(directory, 'index.html'))) {
    throw new Error(`The web app is not built: there is no index.html in ${directory}`);
  }
  await app.register(fastifyStatic, {
    root: directory,
    index: false,
    // One route per file of the build; the app handles all other paths.
    wildcard: false,
    // The build puts compressed versions next to each file, which are sent under the file's own name.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', 'assets/**'],
    cacheControl: false,
    setHeaders(reply, path) {
      const isScanner = path.startsWith(join(directory, 'volunteer/assets/'));
      reply.header('content-security-policy', isScanner ? scanWorkerPolicy : pagePolicy);
      if (path.endsWith('.html') && !reply.hasHeader('permissions-policy')) {
        reply.header('permissions-policy', permissionsOf('/index.html'));
      }
      reply.header('cache-control', isScanner ? FOR_EVER : 'no-cache');
    },
  });
  serveAssets(app, join(directory, 'assets'), {
    'content-security-policy': pagePolicy,
    'cache-control': FOR_EVER,
  });

  const { writePage, inlineScripts } = await readWebPage(directory);
  const policy = pagePolicyWith(inlineScripts);
  app.decorateReply('sendPage', function sendPage(this: FastifyReply, content: PageContent = {}) {
    const path = requestPath(this.request.url);
    this.type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('permissions-policy', permissionsOf(path));
    const {
      language = (ADMINISTRATION_PATHS.test(path) ? accountLanguageOf : languageOf)(this.request),
    } = content;
    this.headers({ 'content-language': language, vary: 'accept-language, cookie' });
    const html = writePage(path, { ...content, language });
    // A page restored from the browser's history must not show outdated event data.
    if ((content.view && !content.lasting) || content.hiddenFields) {
      this.header('cache-control', 'no-store');
      return this.send(html);
    }
    // The ETag is weak, because the same page is sent in several encodings.
    const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    this.headers({ etag, 'cache-control': 'no-cache' });
    const known = this.statusCode === 200 && this.request.headers['if-none-match']?.includes(etag);
    return known ? this.code(304).send() : this.send(html);
  });
  // This is a route instead of the not-found handler, because only the responses of routes are compressed.
  app.get('/*', (request, reply) => {
    const { url } = request;
    // `GET *` is not a path.
    if (url === '*' || /^\/(api|metrics|(volunteer\/)?assets)(\/|\?|$)/.test(url)) {
      return respondNotFound(request, reply);
    }
    const path = requestPath(url);
    const tidy = normalisePath(path);
    if (tidy !== path && safePath.test(tidy) && anyPage.test(tidy)) {
      return reply.redirect(tidy + (/\?[^#]*/.exec(url)?.[0] ?? ''));
    }
    return reply.code(anyPage.test(path) ? 200 : 404).sendPage();
  });
}

/** Matches paths in which nothing has to be escaped, and which name no other host. */
const safePath = /^(\/[\w.~-]+)+\/?$/;

/** Normalises a path for the app, which compares it as text: without escapes, and with ids in lower case. */
function normalisePath(path: string): string {
  try {
    return decodeURIComponent(path).replace(
      /(?<=\/)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/gi,
      (id) => id.toLowerCase(),
    );
  } catch {
    return path;
  }
}

/** The path of a request URL, which may have a host before it, and a query or a fragment after it. */
export const requestPath = (url: string): string =>
  url.replace(/^https?:\/\/[^/]*/, '').split(/[?#]/, 1)[0] ?? '';

function respondNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(new Problem('route-not-found'), undefined, request, reply);
}
