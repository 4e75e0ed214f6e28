import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

interface StageKeys {
  /** Space, Enter or the next slide: draws the next prize. Undefined if that is not possible. */
  draw: (() => void) | undefined;
  /** The same keys, when a winner is on show. */
  proceed: (() => void) | undefined;
  /** The arrow keys or the slide before: another prize. */
  choose: ((step: -1 | 1) => void) | undefined;
  /** The full stop, which darkens a slide too. */
  blank: (() => void) | undefined;
}

const GO = [' ', 'Enter', 'PageDown'];
/** After a winner the keys do not draw for this long, so that a double press does not. */
const REST_MS = 1000;

const STEPS: Record<string, -1 | 1> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  PageUp: 1,
};

/**
 * The presenter's keys. Fields, open dialogs and controls with the focus keep their own, except for a control that
 * was clicked: Space would undo the click, where the presenter wants to draw.
 */
export function useStageKeys({ draw, proceed, choose, blank }: StageKeys): void {
  const restUntil = useRef(0);
  const onWinner = proceed !== undefined;
  useEffect(() => {
    if (!onWinner) return;
    return () => {
      restUntil.current = Date.now() + REST_MS;
    };
  }, [onWinner]);

  const press = useEffectEvent((event: KeyboardEvent, clicked: Element | null) => {
    const { key, target, repeat } = event;
    const within = (selector: string) =>
      target instanceof Element ? target.closest<HTMLElement>(selector) : null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (within(FIELDS) || document.querySelector(DIALOGS)) return;
    const step = STEPS[forwardKey(key)];
    if (step) {
      if (!choose) return;
      choose(step);
    } else if (key === '.') {
      if (!blank || repeat) return;
      blank();
    } else {
      const go = proceed ?? draw;
      // A key that is still held down must not draw the prize after this one.
      if (!go || repeat || !GO.includes(key)) return;
      const control = within(CONTROLS);
      // No control has the key of a remote.
      if (control && control !== clicked && key !== 'PageDown') return;
      if (!proceed && Date.now() < restUntil.current) return event.preventDefault();
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

/** The arrow keys of a page that is read from right to left point the other way. */
function forwardKey(key: string): string {
  if (document.documentElement.dir !== 'rtl') return key;
  return { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[key] ?? key;
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

const QUIET_MS = 3000;

/** Whether nobody has moved the pointer or pressed a key for a while, in full screen. */
export function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      setQuiet(false);
      clearTimeout(timer);
      timer = setTimeout(() => setQuiet(document.fullscreenElement !== null), QUIET_MS);
    };
    const kinds = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'fullscreenchange'];
    for (const kind of kinds) addEventListener(kind, wake, true);
    return () => {
      clearTimeout(timer);
      for (const kind of kinds) removeEventListener(kind, wake, true);
    };
  }, []);
  return quiet;
}

let touched: boolean | undefined;

/** Whether the last input was a touch; before the first input, whether the device is made for touch. */
function wasTouched(): boolean {
  return touched ?? matchMedia('(pointer: coarse)').matches;
}

export function useTouched(): boolean {
  return useSyncExternalStore(subscribe, wasTouched, () => false);
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
