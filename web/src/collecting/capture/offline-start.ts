import type { Language } from '@drawbridge/contract/languages/languages';
import { useEffect, useState } from 'react';
import { useLanguage } from '../../lib/texts/texts.ts';

/**
 * Returns whether the worker has stored its files. It does not use `ready`, which waits for a worker of the page that
 * was loaded first, such as the login. The worker of another language takes over at the next start; until then, stored
 * files are enough.
 */
function isStored(
  { active, waiting, installing }: ServiceWorkerRegistration,
  script: string,
): Promise<void> {
  const enough = active ? ['installed', 'activating', 'activated'] : ['activated'];
  return new Promise((resolve) => {
    for (const worker of [active, waiting, installing]) {
      if (!worker?.scriptURL.endsWith(script)) continue;
      const look = () => enough.includes(worker.state) && resolve();
      worker.addEventListener('statechange', look);
      look();
    }
  });
}

/**
 * Makes the volunteer's screen open without a network from the next time on, in the language of the page; browsers
 * allow it on HTTPS only. Returns whether its files are on the device.
 */
export function useOfflineStart(): boolean {
  const [ready, setReady] = useState<Language>();
  const language = useLanguage();
  useEffect(() => {
    // There is no service worker with `npm run dev`.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const script = `/sw.js?lang=${language}`;
    navigator.serviceWorker
      .register(script, { scope: '/volunteer/', updateViaCache: 'none' })
      .then((registration) => isStored(registration, script))
      // The screen works without it; the browser tries again at the next start.
      .then(
        () => setReady(language),
        () => {},
      );
  }, [language]);
  return ready === language;
}
