import {
  type RefObject,
  useCallback,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { listen } from '../queries/listen.ts';

export const PHONE = '(max-width: 767.98px)';
/** A screen without a mouse. */
export const TOUCH = '(pointer: coarse)';
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => listen(matchMedia(query), { change: listener }),
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** The width of an element, undefined until it is mounted, and its distance from the top of the page. */
export function useElementPlace(ref: RefObject<HTMLElement | null>): {
  width?: number;
  top?: number;
} {
  const [bounds, setPlace] = useState<{ width?: number; top?: number }>({});

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const width = element.clientWidth;
      const top = Math.round(element.getBoundingClientRect().top + scrollY);
      setPlace((before) =>
        before.width === width && before.top === top ? before : { width, top },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // The content above it may become higher.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);

  return bounds;
}
