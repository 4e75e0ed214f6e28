import { readEntryCode, writeEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { savedTickets } from '../../../shared/saved-entry-codes.ts';

/** One of the visitor's entry codes, and the name it was entered with, if this device knows it. */
export interface OwnCode {
  code: string;
  name?: string;
}

/** The entry code in the link's fragment, which browsers do not send to the server. */
export function codeInLink(): OwnCode[] {
  const bytes = readEntryCode(location.hash.slice(1));
  return bytes ? [{ code: writeEntryCode(bytes) }] : [];
}

/** The event's entry codes saved on this device. */
export function codesOnDevice(eventId: string): OwnCode[] {
  return savedTickets(eventId).flatMap(({ code, name }) => {
    const bytes = readEntryCode(code);
    return bytes ? [{ code: writeEntryCode(bytes), name }] : [];
  });
}

/** Removes duplicate codes and keeps their names. */
export function uniqueCodes(codes: readonly OwnCode[]): OwnCode[] {
  const unique = new Map<string, OwnCode>();
  for (const own of codes) unique.set(own.code, { ...own, ...unique.get(own.code) });
  return [...unique.values()];
}
