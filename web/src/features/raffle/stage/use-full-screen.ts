import { useSyncExternalStore } from 'react';

interface FullScreen {
  on: boolean;
  /** Phones may not be able to. */
  possible: boolean;
  toggle: () => void;
}

export function useFullScreen(): FullScreen {
  const on = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  return {
    on,
    possible: document.fullscreenEnabled === true,
    toggle: () => {
      // A browser may refuse, and then the page stays as it is.
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
