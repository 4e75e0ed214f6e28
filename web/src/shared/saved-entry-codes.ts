import { readStored, writeStored } from '../lib/storage.ts';

/** What stays of an entry on the visitor's own device. */
export interface SavedEntryCode {
  eventId: string;
  code: string;
  name: string;
  submittedAt: string;
}

const KEY = 'tickets';
const KEPT = 50;

/** The entries that were made on this device, the newest last. */
export function readSavedEntryCodes(): SavedEntryCode[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each?.code === 'string') : [];
  } catch {
    // Not ours, or damaged: there is nothing to read from it.
    return [];
  }
}

export function saveEntryCode(entry: SavedEntryCode): void {
  const others = readSavedEntryCodes().filter(({ code }) => code !== entry.code);
  writeStored(KEY, JSON.stringify([...others, entry].slice(-KEPT)));
}
