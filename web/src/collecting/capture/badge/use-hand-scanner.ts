import { type KeyboardEvent, useRef } from 'react';
import { type Badge, readBadge } from './read-badge.ts';

/**
 * Handles the keys of a form: a badge typed by a hand scanner goes to `onBadge` and not into the field. The scanner's
 * first characters reach the field before the scanner is recognised, so the field's text is restored.
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

/** Writes a value as if it had been typed, so that the form notices. */
function writeInto(input: HTMLInputElement, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setter?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The longest interval between two characters of a hand scanner; nobody types so fast. */
const FAST_MS = 60;
const STARTS = ['BEGIN:VCARD', 'MECARD:'];
const LONGEST = 8_000;

export type Typed =
  | { kind: 'key' }
  /** The key is part of a badge and must not go into the field. */
  | { kind: 'badge' }
  | { kind: 'complete'; text: string };

/** Recognises a badge that a hand scanner types, key by key. */
export function createHandScanner() {
  let text = '';
  let last = Number.NEGATIVE_INFINITY;

  return (key: string, at: number): Typed => {
    const character = key === 'Enter' ? '\n' : key === 'Tab' ? '\t' : key;
    if (character.length !== 1) return { kind: STARTS.some(begins) ? 'badge' : 'key' };
    text = at - last > FAST_MS || text.length > LONGEST ? character : text + character;
    last = at;
    if (!STARTS.some(begins)) return { kind: 'key' };
    if (!/END:VCARD\s*$|;;\s*$/i.test(text)) return { kind: 'badge' };
    const complete = text;
    text = '';
    return { kind: 'complete', text: complete };
  };

  function begins(start: string): boolean {
    return text.toUpperCase().startsWith(start);
  }
}
