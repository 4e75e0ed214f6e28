import { useEffect, useSyncExternalStore } from 'react';
import { listen } from '../queries/listen.ts';

/**
 * Shows the page in full screen. Browsers allow it only after a press, and some not at all; then the page stays as it
 * is.
 */
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
      // The browser releases the lock when the page is hidden. The lock needs HTTPS.
      if (!document.hidden) navigator.wakeLock?.request('screen').catch(() => {});
    };
    stayAwake();
    return listen(document, { visibilitychange: stayAwake });
  }, []);
}

/** The height of the page's lower edge that a phone's keyboard covers. */
export function useKeyboardHeight(): number {
  return useSyncExternalStore(subscribeToViewport, () => {
    const { height = 0, offsetTop = 0, scale = 1 } = visualViewport ?? { scale: 2 };
    const page = document.documentElement.clientHeight;
    // A zoomed page also shows only a part of itself.
    return scale > 1 ? 0 : Math.max(0, Math.round(page - height - offsetTop));
  });
}

const subscribeToViewport = (listener: () => void) =>
  listen(visualViewport, { resize: listener, scroll: listener });
