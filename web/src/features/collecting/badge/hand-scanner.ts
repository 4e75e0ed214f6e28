/** A hand scanner types a character every few milliseconds; nobody types so fast. */
const FAST_MS = 60;
const STARTS = ['BEGIN:VCARD', 'MECARD:'];
const LONGEST = 8_000;

export type Typed =
  /** An ordinary key. */
  | { kind: 'key' }
  /** Part of a badge: it must not go into the field. */
  | { kind: 'badge' }
  /** The badge is complete. */
  | { kind: 'complete'; text: string };

/** Recognises a badge that is typed by a hand scanner, key by key. */
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
