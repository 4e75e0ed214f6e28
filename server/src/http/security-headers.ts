import { createHash } from 'node:crypto';
import { pageRegExp, pages } from '@drawbridge/contract/core/pages';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';

const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  // Dialogs that lock scrolling add a style element.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

/**
 * The policy of the worker that reads codes. A worker has the policy of its own response, so only this worker may
 * compile WebAssembly, and no page. It reads one file and runs no other script.
 */
export const scanWorkerPolicy = writePolicy({
  'default-src': "'none'",
  'script-src': "'wasm-unsafe-eval'",
  'connect-src': "'self'",
});

/**
 * The policy of pages and of the scripts that they load, since a worker has the policy of its own response. Inline
 * scripts are allowed by their hashes.
 */
export function pagePolicyWith(inlineScripts: readonly string[]): string {
  const hashes = inlineScripts.map(
    (script) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return writePolicy({ ...policy, 'script-src': policy['script-src'] + hashes.join('') });
}

export const pagePolicy = pagePolicyWith([]);

/** The headers of every response. Pages and scripts replace the policy with their own. */
const ofAll = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // Events are found by their QR codes; the names of winners do not belong in search engines.
  'x-robots-tag': 'noindex',
};

/** The headers of responses that a browser may show as a document. Those of calls are data. */
export const HEADERS = {
  ...ofAll,
  'cross-origin-opener-policy': 'same-origin',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
};

/**
 * Sent only if visitors use HTTPS, which a venue's LAN may not have. It is limited to this host and a month, because
 * browsers offer no way around it if a certificate is missing.
 */
const overHttps = { 'strict-transport-security': `max-age=${30 * 24 * 60 * 60}` };

const features = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'serial'],
  ...['usb', 'xr-spatial-tracking'],
];

/**
 * The volunteer page scans badges, and the presenter's raffle page the codes of winners. A document keeps the policy
 * it was loaded with, so the pages that lead there without a new load need the camera too.
 */
const scanningPages = pageRegExp(
  pages.volunteerLeads,
  pages.remote,
  pages.login,
  pages.home,
  pages.help,
);
const withoutCamera = features.map((feature) => `${feature}=()`).join(',');
const withCamera = withoutCamera.replace('camera=()', 'camera=(self)');

/** The device permissions of the page at a path. */
export function permissionsOf(path: string): string {
  return scanningPages.test(path) ? withCamera : withoutCamera;
}

function writePolicy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join(';');
}

export function setSecurityHeaders(app: FastifyInstance, { https }: { https: boolean }): void {
  const more = https ? overHttps : {};
  const [ofCalls, ofDocuments] = [
    { ...ofAll, ...more },
    { ...HEADERS, ...more },
  ];
  app.addHook('onRequest', (request, reply, done) => {
    const { call } = request.routeOptions.config;
    reply.headers(call && !call.page ? ofCalls : ofDocuments).header('x-request-id', request.id);
    done();
  });
  // API responses are not cached unless a route says otherwise, and contain names. The hook is set per route,
  // because a path can be spelt in several ways (`/%61pi/leads`).
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return;
    route.onRequest = [preventCaching, ...[route.onRequest ?? []].flat()];
  });
}

const preventCaching: onRequestHookHandler = (_request, reply, done) => {
  reply.header('cache-control', 'no-store');
  done();
};
