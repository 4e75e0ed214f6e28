import { readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';

export interface TypedCodes {
  entries: Uint8Array[];
  /** What was typed and is no code, as typed. */
  wrong: string[];
}

/** Reads any number of entry codes, one to a line or parted by commas or spaces. */
export function readCodes(typed: string): TypedCodes {
  const entries = new Map<string, Uint8Array>();
  const wrong: string[] = [];
  const take = (text: string): boolean => {
    const entry = readEntryCode(text);
    if (entry) entries.set(entry.join(), entry);
    return entry !== undefined;
  };
  for (const part of typed.split(/[\n,;]+/)) {
    const text = part.trim();
    if (text === '' || take(text)) continue;
    // A line may hold several codes, or one whose groups are parted by spaces.
    for (const word of text.split(/\s+/)) if (!take(word)) wrong.push(word);
  }
  return { entries: [...entries.values()], wrong };
}
