import { readEntryCode, writeEntryCode } from '@drawbridge/contract/fair-draw/entry-code';

export interface TypedCodes {
  /** The codes in their standard format. */
  codes: string[];
  /** The typed texts that are not codes. */
  wrong: string[];
}

/** Parses any number of entry codes, separated by line breaks, commas or spaces. */
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
    // A line may contain several codes, or one code with spaces between its groups.
    for (const word of text.split(/\s+/)) if (!take(word)) wrong.push(word);
  }
  return { codes: [...codes], wrong };
}
