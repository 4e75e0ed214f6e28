import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';

/*
 * Opens the volunteer's screen without a network. It is registered for /volunteer/ only, so it never sees
 * other pages, and it answers nothing but the files in its list. A new version is installed beside the old
 * one and takes over at the next start, when no page uses the old one any more.
 */

declare const self: ServiceWorkerGlobalScope;
/** Set by the build. */
declare const FILES_TO_KEEP: PrecacheEntry[];

// First, because the route that answers stops all later listeners.
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.waitUntil(endIfWithdrawn());
});

cleanupOutdatedCaches();
// A query does not change any of these files.
precacheAndRoute(FILES_TO_KEEP, { ignoreURLParametersMatching: [/./] });

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
