import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { findHeading } from '../ui/find-heading.ts';

/**
 * Begins a new screen as a page that is loaded would: at its top, and with its heading read out. It
 * stands beside the screens inside their Suspense, so that it waits for their code as they do. On the
 * way back and forward it leaves everything to the browser, which knows where one was.
 */
export function ScreenStart() {
  const [path] = useLocation();
  const pushed = useRef<string>(undefined);

  useEffect(() => {
    const note = () => {
      pushed.current = location.pathname;
    };
    // wouter's own event, for every `history.pushState`.
    addEventListener('pushState', note);
    return () => removeEventListener('pushState', note);
  }, []);

  useEffect(() => {
    const isNew = pushed.current === path;
    pushed.current = undefined;
    if (!isNew) return;
    scrollTo(0, 0);
    findHeading()?.focus({ preventScroll: true });
  }, [path]);

  return null;
}
