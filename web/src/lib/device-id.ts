import { newId } from './new-id.ts';
import { readStored, writeStored } from './storage.ts';

const KEY = 'device';

/** As `newId` makes them. The contract's schema would bring zod to screens that need no form. */
const ID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/**
 * A random id of this browser, sent with every log-in. The server remembers where an account has logged in,
 * so that somebody else's wrong passwords do not keep the owner out. It stays after logging out.
 */
export function deviceId(): string {
  const kept = readStored(KEY);
  if (kept && ID.test(kept)) return kept;
  const made = newId();
  writeStored(KEY, made);
  return made;
}
