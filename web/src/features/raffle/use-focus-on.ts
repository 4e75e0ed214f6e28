import { type RefObject, useEffect, useRef } from 'react';
import { wasTouched } from './last-input.ts';

/**
 * Focuses an element whenever the signal changes to a value other than false or undefined, if the element
 * that had the focus is gone. People who touch the screen look at what they touched, so it does not scroll
 * away from them.
 */
export function useFocusOn<Target extends HTMLElement>(signal: unknown): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    if (signal) target.current?.focus({ preventScroll: wasTouched() });
  }, [signal]);
  return target;
}
