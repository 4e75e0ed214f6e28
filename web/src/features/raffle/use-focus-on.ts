import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives the focus to an element whenever another signal comes (any value but false and undefined),
 * where the element that had the focus has gone.
 */
export function useFocusOn<Target extends HTMLElement>(signal: unknown): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    if (signal) target.current?.focus();
  }, [signal]);
  return target;
}
