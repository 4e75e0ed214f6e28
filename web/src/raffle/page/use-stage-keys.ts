import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { TOUCH } from '../../lib/device/use-media-query.ts';
import { listen } from '../../lib/queries/listen.ts';

interface StageKeys {
  /** Space, Enter or 'next slide': draws the next prize. Undefined if that is not possible. */
  draw: (() => void) | undefined;
  /** The same keys while a winner is shown. */
  proceed: (() => void) | undefined;
  /** The arrow keys or 'previous slide': chooses another prize. */
  choose: ((step: -1 | 1) => void) | undefined;
  /** The full stop, which also darkens a slide. */
  blank: (() => void) | undefined;
}

const GO = [' ', 'Enter', 'PageDown'];
/** The keys do not draw for this long after a winner, so that a double press does not draw again. */
const REST_MS = 1000;

const STEPS: Record<string, -1 | 1> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  PageUp: 1,
};

/** The presenter's keys. Fields, open dialogs and controls with the focus keep their own. */
export function useStageKeys({ draw, proceed, choose, blank }: StageKeys): void {
  const restUntil = useRef(0);
  const onWinner = proceed !== undefined;
  useEffect(() => {
    if (!onWinner) return;
    return () => {
      restUntil.current = Date.now() + REST_MS;
    };
  }, [onWinner]);

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, repeat } = event;
    const within = (selector: string) =>
      target instanceof Element && target.closest(selector) !== null;
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
      // No control uses this key of a presentation remote.
      if (key !== 'PageDown' && within(CONTROLS)) return;
      if (proceed || Date.now() >= restUntil.current) go();
    }
    event.preventDefault();
  });

  useEffect(() => listen(window, { keydown: (event) => press(event) }), []);
}

/** The arrow key that points forward; reversed on right-to-left pages. */
function forwardKey(key: string): string {
  if (document.documentElement.dir !== 'rtl') return key;
  return { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[key] ?? key;
}

const FIELDS = 'input, textarea, select, [contenteditable]';
const CONTROLS = 'button, a, [role=switch]';
const DIALOGS = '[role=dialog], [role=alertdialog]';

/** True on a touch screen: users look at what they touch, so the page does not scroll. */
const isTouched = () => matchMedia(TOUCH).matches;

/** Returns to the previous scroll position of the board after a draw, which fills the screen. */
export function useScrollPlace(onBoard: boolean): void {
  const scrollPosition = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (!onBoard) return;
    if (scrollPosition.current === undefined) scrollPosition.current = scrollY;
    else if (isTouched()) scrollTo(0, scrollPosition.current);
    const note = () => {
      scrollPosition.current = scrollY;
    };
    return listen(window, { scroll: note }, { passive: true });
  }, [onBoard]);
}

/**
 * Focuses an element whenever the signal changes to a value other than false or undefined, if the focused element was
 * removed.
 */
export function useFocusOn<Target extends HTMLElement>(signal: unknown): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    if (signal) target.current?.focus({ preventScroll: isTouched() });
  }, [signal]);
  return target;
}
