import { useSyncExternalStore } from 'react';

let touched: boolean | undefined;

/** Whether the last input was a touch; before the first input, whether the device is made for touch. */
export function wasTouched(): boolean {
  return touched ?? matchMedia('(pointer: coarse)').matches;
}

export function useTouched(): boolean {
  return useSyncExternalStore(subscribe, wasTouched);
}

function subscribe(listener: () => void): () => void {
  const note = (event: Event) => {
    touched = event instanceof PointerEvent && event.pointerType === 'touch';
    listener();
  };
  const kinds = ['pointerdown', 'keydown'];
  for (const kind of kinds) addEventListener(kind, note, true);
  return () => {
    for (const kind of kinds) removeEventListener(kind, note, true);
  };
}
