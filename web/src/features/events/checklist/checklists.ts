import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../../lib/storage.ts';

const KEY = 'event_checklists';

/** The new events whose checklist is shown on this device, and whether their QR code has been printed. */
export type Checklists = Readonly<Record<string, { printed: boolean }>>;

let checklists = parseChecklists(readStored(KEY));
const listeners = new Set<() => void>();

export function useChecklists(): Checklists {
  return useSyncExternalStore(subscribe, () => checklists);
}

export function startChecklist(eventId: string): void {
  keep({ ...checklists, [eventId]: { printed: false } });
}

/** Notes that the event's QR code has been printed or saved. */
export function notePrinted(eventId: string): void {
  if (checklists[eventId]) keep({ ...checklists, [eventId]: { printed: true } });
}

export function endChecklist(eventId: string): void {
  const { [eventId]: _ended, ...rest } = checklists;
  keep(rest);
}

/** What was stored, or nothing if it cannot be read. */
function parseChecklists(text: string | null): Checklists {
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Checklists) : {};
  } catch {
    return {};
  }
}

function keep(next: Checklists): void {
  checklists = next;
  writeStored(KEY, JSON.stringify(next));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
