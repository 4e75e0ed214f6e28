import { useEffect, useEffectEvent } from 'react';

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

/** The presenter's keys. Fields, controls with the focus and open dialogs keep their own. */
export function useStageKeys({ go, choose }: StageKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, repeat } = event;
    const within = (selector: string) => target instanceof Element && target.closest(selector);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (within(FIELDS) || document.querySelector('[role=dialog], [role=alertdialog]')) return;
    const step = STEPS[key];
    if (step) {
      if (!choose) return;
      choose(step);
    } else {
      // A key that is still held down must not draw the prize after this one.
      if (!go || repeat || (key !== ' ' && key !== 'Enter') || within(CONTROLS)) return;
      go();
    }
    event.preventDefault();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

const FIELDS = 'input, textarea, select, [contenteditable]';
const CONTROLS = 'button, a, [role=switch]';
