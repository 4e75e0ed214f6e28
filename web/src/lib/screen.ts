import { useEffect } from 'react';

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
    document.addEventListener('visibilitychange', stayAwake);
    return () => document.removeEventListener('visibilitychange', stayAwake);
  }, []);
}
