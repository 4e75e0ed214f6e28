import { useEffect, useState } from 'react';

/** Not `ready`, which waits for a worker of the page that was loaded first, such as the log-in. */
function isActive({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  return new Promise((resolve) => {
    if (active) return resolve();
    for (const worker of [waiting, installing]) {
      worker?.addEventListener('statechange', () => worker.state === 'activated' && resolve());
    }
  });
}

/**
 * Lets the volunteer's screen open without a network from the next time on; browsers allow it on HTTPS only.
 * Returns whether its files are on the device.
 */
export function useOfflineStart(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    // With `npm run dev` there is no service worker.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    navigator.serviceWorker
      .register('/sw.js', { scope: '/volunteer/', updateViaCache: 'none' })
      .then(isActive)
      // The screen works without it; the browser tries again at the next start.
      .then(
        () => setReady(true),
        () => {},
      );
  }, []);
  return ready;
}
