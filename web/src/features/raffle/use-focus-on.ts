import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses an element whenever the signal changes to a value other than false or undefined, if the element
 * that had the focus is gone.
 */
export function useFocusOn<Target extends HTMLElement>(signal: unknown): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    if (signal) target.current?.focus();
  }, [signal]);
  return target;
}
