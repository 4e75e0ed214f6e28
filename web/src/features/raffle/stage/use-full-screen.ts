import { useSyncExternalStore } from 'react';

interface FullScreen {
  on: boolean;
  /** False on many phones. */
  possible: boolean;
  toggle: () => void;
}

export function useFullScreen(): FullScreen {
  const on = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  return {
    on,
    possible: document.fullscreenEnabled === true,
    toggle: () => {
      // If the browser refuses, the page stays as it is.
      (on ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
        () => {},
      );
    },
  };
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
