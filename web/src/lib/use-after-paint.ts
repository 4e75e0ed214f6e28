import { startTransition, useEffect, useState } from 'react';

/**
 * The value as of the last paint. Content that depends on it is rendered a frame later than content that
 * depends on the value itself, which spreads the work over two frames.
 */
export function useAfterPaint<T>(value: T): T {
  const [painted, setPainted] = useState(value);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // Called just before the page is painted.
    const frame = requestAnimationFrame(() => {
      // A transition, so that it does not delay more urgent rendering.
      timer = setTimeout(() => startTransition(() => setPainted(value)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);

  return painted;
}
