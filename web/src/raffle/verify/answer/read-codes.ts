import { readEntryCode, writeEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { savedTickets } from '../../tickets/saved-entry-codes.ts';

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

/** One of the visitor's entry codes, and the facts of the entry that this device has. */
export interface OwnCode {
  code: string;
  name?: string;
  enteredAt?: string;
  /** The number of the first draw whose register has its ticket. */
  nextNumber?: number | undefined;
}

/** The entry code in the link's fragment, which browsers do not send to the server. */
export function codeInLink(): OwnCode[] {
  const bytes = readEntryCode(location.hash.slice(1));
  return bytes ? [{ code: writeEntryCode(bytes) }] : [];
}

/** The event's entry codes saved on this device. */
export function codesOnDevice(eventId: string): OwnCode[] {
  return savedTickets(eventId).flatMap(({ code, name, submittedAt, nextNumber }) => {
    const bytes = readEntryCode(code);
    return bytes ? [{ code: writeEntryCode(bytes), name, enteredAt: submittedAt, nextNumber }] : [];
  });
}

/** Removes duplicate codes and keeps their names. */
export function uniqueCodes(codes: readonly OwnCode[]): OwnCode[] {
  const unique = new Map<string, OwnCode>();
  for (const own of codes) unique.set(own.code, { ...own, ...unique.get(own.code) });
  return [...unique.values()];
}
