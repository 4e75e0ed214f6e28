import { type KeyboardEvent, useRef } from 'react';
import { createHandScanner } from './hand-scanner.ts';
import { type Badge, readBadge } from './read-badge.ts';

/**
 * Handles the keys of a form: a badge typed by a hand scanner goes to `onBadge` and not into the field. The
 * scanner's first characters have gone there before it was recognised, so the field gets its text back.
 */
export function useHandScanner(onBadge: (badge: Badge) => void) {
  const scan = useRef(createHandScanner());
  const field = useRef<{ input: HTMLInputElement; before: string }>(undefined);

  return (event: KeyboardEvent<HTMLFormElement>): boolean => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || event.ctrlKey || event.metaKey || event.altKey) {
      return false;
    }
    const typed = scan.current(event.key, event.timeStamp);
    if (typed.kind === 'key') {
      // The first letter of a possible badge.
      if (/^[bm]$/i.test(event.key)) field.current = { input, before: input.value };
      return false;
    }
    event.preventDefault();
    if (typed.kind === 'complete') {
      if (field.current) writeInto(field.current.input, field.current.before);
      const badge = readBadge(typed.text);
      if (badge) onBadge(badge);
    }
    return true;
  };
}

/** As if it had been typed, so that the form notices. */
function writeInto(input: HTMLInputElement, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setter?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
