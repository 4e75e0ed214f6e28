import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { dismissFailure } from '../lib/toast.ts';
import { findHeading } from '../ui/focus.ts';

/**
 * Starts a new screen like a newly loaded page: scrolled to the top, with its heading read out. It is
 * rendered inside the screens' Suspense, so that it waits for their code too. On back and forward it does
 * nothing else, because the browser restores the scroll position. An error of the screen before goes.
 */
export function ScreenStart() {
  const [path] = useLocation();
  const pushed = useRef<string>(undefined);

  useEffect(() => {
    const note = () => {
      pushed.current = location.pathname;
    };
    // wouter's own events, for every `history.pushState` and `history.replaceState`.
    addEventListener('pushState', note);
    addEventListener('replaceState', note);
    return () => {
      removeEventListener('pushState', note);
      removeEventListener('replaceState', note);
    };
  }, []);

  useEffect(() => {
    const isNew = pushed.current === path;
    pushed.current = undefined;
    dismissFailure();
    if (!isNew) return;
    scrollTo(0, 0);
    findHeading()?.focus({ preventScroll: true });
  }, [path]);

  return null;
}
