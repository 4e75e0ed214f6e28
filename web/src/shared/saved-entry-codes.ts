import { readStored, writeStored } from '../lib/storage.ts';

/** What the visitor's device keeps of an entry. */
export interface SavedEntryCode {
  eventId: string;
  code: string;
  name: string;
  submittedAt: string;
}

// The key in the browser's storage is older than the name of this file.
const KEY = 'tickets';
const KEPT = 50;

/** The entry codes of entries made on this device, newest last. */
export function readSavedEntryCodes(): SavedEntryCode[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each?.code === 'string') : [];
  } catch {
    // The stored text is damaged or not ours.
    return [];
  }
}

export function saveEntryCode(entry: SavedEntryCode): void {
  const others = readSavedEntryCodes().filter(({ code }) => code !== entry.code);
  writeStored(KEY, JSON.stringify([...others, entry].slice(-KEPT)));
}
