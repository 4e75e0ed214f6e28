import { startTransition, useEffect, useState } from 'react';

/**
 * The value as it was when the page was last painted. What depends on it comes a frame later than what
 * depends on the value itself, so that much of both is not laid out and painted in one go.
 */
export function useAfterPaint<T>(value: T): T {
  const [painted, setPainted] = useState(value);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // Called just before the page is painted.
    const frame = requestAnimationFrame(() => {
      // Never in the way of what is still on its way to the screen.
      timer = setTimeout(() => startTransition(() => setPainted(value)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);

  return painted;
}
