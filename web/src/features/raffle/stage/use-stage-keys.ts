import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';

interface StageKeys {
  /** Space or Enter: the next prize, or on from the winner. Undefined if neither is possible. */
  go: (() => void) | undefined;
  /** The arrow keys: another prize. */
  choose: ((step: -1 | 1) => void) | undefined;
}

const STEPS: Record<string, -1 | 1> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/**
 * The presenter's keys. Fields, open dialogs and controls with the focus keep their own, except for a control that
 * was clicked: Space would undo the click, where the presenter wants to draw.
 */
export function useStageKeys({ go, choose }: StageKeys): void {
  const press = useEffectEvent((event: KeyboardEvent, clicked: Element | null) => {
    const { key, target, repeat } = event;
    const within = (selector: string) =>
      target instanceof Element ? target.closest<HTMLElement>(selector) : null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (within(FIELDS) || document.querySelector(DIALOGS)) return;
    const step = STEPS[key];
    if (step) {
      if (!choose) return;
      choose(step);
    } else {
      // A key that is still held down must not draw the prize after this one.
      if (!go || repeat || (key !== ' ' && key !== 'Enter')) return;
      const control = within(CONTROLS);
      if (control && control !== clicked) return;
      // Some browsers would press it when the key is released.
      control?.blur();
      go();
    }
    event.preventDefault();
  });

  useEffect(() => {
    let clicked: Element | null = null;
    const point = ({ target }: PointerEvent) => {
      // A dialog that closes gives the focus back to what was clicked before it.
      if (target instanceof Element && !target.closest(DIALOGS)) clicked = target.closest(CONTROLS);
    };
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Tab') clicked = null;
      press(event, clicked);
    };
    addEventListener('pointerdown', point, true);
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('pointerdown', point, true);
      removeEventListener('keydown', listen);
    };
  }, []);
}

const FIELDS = 'input, textarea, select, [contenteditable]';
const CONTROLS = 'button, a, [role=switch]';
const DIALOGS = '[role=dialog], [role=alertdialog]';

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

let touched: boolean | undefined;

/** Whether the last input was a touch; before the first input, whether the device is made for touch. */
function wasTouched(): boolean {
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
