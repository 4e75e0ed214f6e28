import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the keyboard's place in a part of the page: when the focused control in it disappears or is disabled,
 * the first element with `tabIndex={-1}` in it gets the focus, such as its heading.
 */
export function useKeepFocus<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const focused = useRef<HTMLElement>(null);

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const control = target as HTMLElement;
      focused.current = part.current?.contains(control) ? control : null;
    };
    addEventListener('focusin', note);
    return () => removeEventListener('focusin', note);
  }, []);

  // After every rendering, because any may take the control away.
  useLayoutEffect(() => {
    const control = focused.current;
    if (!control || (control.isConnected && !control.matches(':disabled'))) return;
    if (![document.body, control].includes(document.activeElement as HTMLElement)) return;
    part.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  });

  return part;
}
