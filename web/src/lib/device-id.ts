import { id } from '@drawbridge/contract/ids';
import { newId } from './new-id.ts';
import { readStored, writeStored } from './storage.ts';

const KEY = 'device';

/**
 * A random id of this browser, sent with every log-in. The server remembers where an account has logged in,
 * so that somebody else's wrong passwords do not keep the owner out. It stays after logging out.
 */
export function deviceId(): string {
  const kept = id.safeParse(readStored(KEY));
  if (kept.success) return kept.data;
  const made = newId();
  writeStored(KEY, made);
  return made;
}
