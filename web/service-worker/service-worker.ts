import {
  addPlugins,
  cleanupOutdatedCaches,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';

/*
 * Opens the volunteer's screen without a network. It is registered for /volunteer/ only, so it never sees other pages,
 * and it serves only the files in its list. A new version is installed beside the old one and takes over at the next
 * start, when no page uses the old one any more.
 */

declare const self: ServiceWorkerGlobalScope;
/** Set by the build. */
declare const FILES_TO_KEEP: PrecacheEntry[];
declare const TEXTS_TO_KEEP: Record<string, string[]>;
declare const VOLUNTEER_PAGE: string;

// Registered first, because the route that responds stops all later listeners.
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.waitUntil(endIfWithdrawn());
});

cleanupOutdatedCaches();

// Only one language is cached: the `lang` parameter of the address that the page registered this script with.
const language = new URLSearchParams(self.location.search).get('lang') ?? '';
const texts = (TEXTS_TO_KEEP[language] ?? []).map((file) => ({ url: `/${file}`, revision: null }));
const files = FILES_TO_KEEP.map(({ url, revision = null }) => ({
  url,
  // The page's HTML names its texts, so its revision depends on the language.
  revision: url === VOLUNTEER_PAGE ? `${revision} ${language}` : revision,
}));
// The page varies by headers that only some requests show to a worker. The cache has one language anyway.
addPlugins([{ cacheKeyWillBeUsed: async ({ request }) => request.url }]);
// A query does not change any of these files.
precacheAndRoute([...files, ...texts], { ignoreURLParametersMatching: [/./] });

// Serves the new language's texts from any cache: after a change of the language, an open page is still served by the
// old language's worker, and the new worker has already stored the texts.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (!new URL(request.url).pathname.startsWith('/assets/texts-')) return;
  event.respondWith(
    caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request)),
  );
});

/**
 * The kill switch: when the server no longer has this script, because a build without it was deployed or the operator
 * removed it, the worker unregisters itself, and the next start comes from the network. This does not need the page to
 * work.
 */
async function endIfWithdrawn(): Promise<void> {
  const answer = await fetch('/sw.js', { cache: 'no-store' }).catch(() => undefined);
  if (!answer || answer.status >= 500) return;
  const isScript = answer.ok && /javascript/.test(answer.headers.get('content-type') ?? '');
  if (isScript) return;
  await self.registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
