import { newId } from './new-id.ts';
import { readStored, writeStored } from './storage.ts';

const KEY = 'device';

// Not the contract's schema, which would add zod to screens that do without it.
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A random id of this browser, sent with every log-in. The server remembers where an account has logged in,
 * so that somebody else's wrong passwords do not keep the owner out. It stays after logging out.
 */
export function deviceId(): string {
  const kept = readStored(KEY);
  if (kept && UUID.test(kept)) return kept;
  const made = newId();
  writeStored(KEY, made);
  return made;
}
