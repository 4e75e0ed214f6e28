/** Lets the volunteer's screen open without a network from the next time on; browsers allow it on HTTPS only. */
export function prepareOfflineStart(): void {
  // With `npm run dev` there is no service worker.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/sw.js', { scope: '/volunteer/', updateViaCache: 'none' })
    // The screen works without it; the browser tries again at the next start.
    .catch(() => {});
}
