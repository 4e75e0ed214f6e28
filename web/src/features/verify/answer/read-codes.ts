import { readEntryCode, writeEntryCode } from '@drawbridge/contract/fair-draw/entry-code';

export interface TypedCodes {
  /** As they are written on tickets. */
  codes: string[];
  /** What was typed and is no code, as typed. */
  wrong: string[];
}

/** Reads any number of entry codes, one to a line or parted by commas or spaces. */
export function readCodes(typed: string): TypedCodes {
  const codes = new Set<string>();
  const wrong: string[] = [];
  const take = (text: string): boolean => {
    const bytes = readEntryCode(text);
    if (bytes) codes.add(writeEntryCode(bytes));
    return bytes !== undefined;
  };
  for (const part of typed.split(/[\n,;]+/)) {
    const text = part.trim();
    if (text === '' || take(text)) continue;
    // A line may hold several codes, or one whose groups are parted by spaces.
    for (const word of text.split(/\s+/)) if (!take(word)) wrong.push(word);
  }
  return { codes: [...codes], wrong };
}
