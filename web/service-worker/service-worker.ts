import {
  addPlugins,
  cleanupOutdatedCaches,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';

/*
 * Opens the volunteer's screen without a network. It is registered for /volunteer/ only, so it never sees
 * other pages, and it answers nothing but the files in its list. A new version is installed beside the old
 * one and takes over at the next start, when no page uses the old one any more.
 */

declare const self: ServiceWorkerGlobalScope;
/** Set by the build. */
declare const FILES_TO_KEEP: PrecacheEntry[];
declare const TEXTS_TO_KEEP: Record<string, string[]>;
declare const VOLUNTEER_PAGE: string;

// First, because the route that answers stops all later listeners.
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.waitUntil(endIfWithdrawn());
});

cleanupOutdatedCaches();

// One language is kept: that of the address under which the page has registered this script.
const language = new URLSearchParams(self.location.search).get('lang') ?? '';
const texts = (TEXTS_TO_KEEP[language] ?? []).map((file) => ({ url: `/${file}`, revision: null }));
const files = FILES_TO_KEEP.map(({ url, revision = null }) => ({
  url,
  // The page names its texts, so it is another one in another language.
  revision: url === VOLUNTEER_PAGE ? `${revision} ${language}` : revision,
}));
// The page varies by headers that only some requests show to a worker, and what is kept is in one language anyway.
addPlugins([{ cacheKeyWillBeUsed: async ({ request }) => request.url }]);
// A query does not change any of these files.
precacheAndRoute([...files, ...texts], { ignoreURLParametersMatching: [/./] });

// After the language was changed, a page that stays open is still served by the worker of the old one, and the texts
// have already been stored by the new one.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (!new URL(request.url).pathname.startsWith('/assets/texts-')) return;
  event.respondWith(
    caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request)),
  );
});

/**
 * The kill switch: when the server no longer has this script, because a build without it was deployed or
 * the operator has removed it, the worker removes itself, and the next start comes from the network. This
 * does not need the page to work.
 */
async function endIfWithdrawn(): Promise<void> {
  const answer = await fetch('/sw.js', { cache: 'no-store' }).catch(() => undefined);
  if (!answer || answer.status >= 500) return;
  const isScript = answer.ok && /javascript/.test(answer.headers.get('content-type') ?? '');
  if (isScript) return;
  await self.registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
