import { type RefObject, useEffect, useRef } from 'react';

/** Takes the focus when it appears, where the focused element before it has gone. */
export function useFocusWhen<Target extends HTMLElement>(
  wanted: boolean,
): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    if (wanted) target.current?.focus();
  }, [wanted]);
  return target;
}
