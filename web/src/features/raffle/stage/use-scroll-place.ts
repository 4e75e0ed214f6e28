import { useLayoutEffect, useRef } from 'react';
import { wasTouched } from '../last-input.ts';

/** Returns to the same place of the board after a draw, which fills the screen. */
export function useScrollPlace(onBoard: boolean): void {
  const place = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (!onBoard) return;
    if (place.current === undefined) place.current = scrollY;
    else if (wasTouched()) scrollTo(0, place.current);
    const note = () => {
      place.current = scrollY;
    };
    addEventListener('scroll', note, { passive: true });
    return () => removeEventListener('scroll', note);
  }, [onBoard]);
}
