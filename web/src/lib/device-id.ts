import { newId } from './new-id.ts';
import { readStored, writeStored } from './storage.ts';

/** As `newId` makes them. The contract's schema would bring zod to screens that need no form. */
const ID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Kept for browsers without storage, so that one device does not become many. */
const made = new Map<string, string>();

/**
 * Random ids of this browser, which stay after logging out. One is sent with every log-in: the server
 * remembers where an account has logged in, so that somebody else's wrong passwords do not keep the owner
 * out. The outbox has another one, because the one of the log-in is told to nobody else.
 */
export function deviceId(use: 'log-in' | 'outbox'): string {
  const key = use === 'log-in' ? 'device' : 'outbox-device';
  const kept = readStored(key) ?? made.get(key);
  if (kept && ID.test(kept)) return kept;
  const id = newId();
  made.set(key, id);
  writeStored(key, id);
  return id;
}
