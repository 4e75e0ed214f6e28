import { useEffect, useSyncExternalStore } from 'react';
import { listen } from '../queries/listen.ts';

/** Browsers allow it only after a press, and some not at all; the page then stays as it is. */
export function fillScreen(): void {
  if (!isFullScreen()) document.documentElement.requestFullscreen?.().catch(() => {});
}

export function toggleFullScreen(): void {
  if (isFullScreen()) document.exitFullscreen().catch(() => {});
  else fillScreen();
}

function isFullScreen(): boolean {
  return document.fullscreenElement !== null;
}

/** Keeps the display on while the page is shown. */
export function useStayAwake(): void {
  useEffect(() => {
    const stayAwake = () => {
      // The browser takes the lock away from a page that is hidden. It needs HTTPS.
      if (!document.hidden) navigator.wakeLock?.request('screen').catch(() => {});
    };
    stayAwake();
    return listen(document, { visibilitychange: stayAwake });
  }, []);
}

/** How much of the page's lower edge the keyboard of a phone covers. */
export function useKeyboardHeight(): number {
  return useSyncExternalStore(subscribeToViewport, () => {
    const { height = 0, offsetTop = 0, scale = 1 } = visualViewport ?? { scale: 2 };
    const page = document.documentElement.clientHeight;
    // Somebody who has zoomed in sees only a part of the page, too.
    return scale > 1 ? 0 : Math.max(0, Math.round(page - height - offsetTop));
  });
}

const subscribeToViewport = (listener: () => void) =>
  listen(visualViewport, { resize: listener, scroll: listener });
