import { readEntryCode, writeEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { readStored } from '../../lib/storage.ts';

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

/** The tickets that were handed out to this device; whatever else is stored there is passed over. */
export function codesOnDevice(eventId: string): OwnCode[] {
  let stored: unknown;
  try {
    stored = JSON.parse(readStored('tickets') ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((ticket: unknown) => {
    const { eventId: event, code, name } = (ticket ?? {}) as Record<string, unknown>;
    const bytes = event === eventId && typeof code === 'string' ? readEntryCode(code) : undefined;
    if (!bytes) return [];
    return [{ code: writeEntryCode(bytes), ...(typeof name === 'string' && { name }) }];
  });
}

/** Each code once, with its name if any of them has one. */
export function uniqueCodes(codes: readonly OwnCode[]): OwnCode[] {
  const unique = new Map<string, OwnCode>();
  for (const own of codes) unique.set(own.code, { ...own, ...unique.get(own.code) });
  return [...unique.values()];
}
