import { readEntryCode, writeEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { readSavedEntryCodes } from '../../../shared/saved-entry-codes.ts';

/** An entry code of the visitor's, and the name it was entered with where this device knows it. */
export interface OwnCode {
  code: string;
  name?: string;
}

/** The link of a ticket brings its code along, where no server gets to see it. */
export function codeInLink(): OwnCode[] {
  const bytes = readEntryCode(location.hash.slice(1));
  return bytes ? [{ code: writeEntryCode(bytes) }] : [];
}

/** The tickets that were handed out to this device. */
export function codesOnDevice(eventId: string): OwnCode[] {
  return readSavedEntryCodes().flatMap(({ eventId: event, code, name }) => {
    const bytes = event === eventId ? readEntryCode(code) : undefined;
    return bytes ? [{ code: writeEntryCode(bytes), name: String(name ?? '') }] : [];
  });
}

/** Each code once, with its name if any of them has one. */
export function uniqueCodes(codes: readonly OwnCode[]): OwnCode[] {
  const unique = new Map<string, OwnCode>();
  for (const own of codes) unique.set(own.code, { ...own, ...unique.get(own.code) });
  return [...unique.values()];
}
