// Browsers may refuse storage altogether (private windows, strict settings); then nothing is stored.

/** The lifetime of a stored value: a value of a tab survives a reload and is deleted when the tab is closed. */
type Kept = 'on this device' | 'in this tab';

const storageOf = (storage: Kept) => (storage === 'in this tab' ? sessionStorage : localStorage);

export function readStored(key: string, storage: Kept = 'on this device'): string | null {
  try {
    return storageOf(storage).getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(
  key: string,
  value: string | null,
  storage: Kept = 'on this device',
): void {
  try {
    if (value === null) storageOf(storage).removeItem(key);
    else storageOf(storage).setItem(key, value);
  } catch {
    // The browser refuses storage.
  }
}

/** Matches the ids of `newId`. The contract's schema would load zod on screens that need no form. */
const ID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** The ids of browsers without storage, so that one device does not count as many. */
const entries = new Map<string, string>();

/**
 * Random ids of this browser, which stay after logging out. One is sent with every login: the server remembers the
 * client locations of an account, so that somebody else's wrong passwords do not lock the owner out. The outbox has
 * another id, because the login's id is a secret between this browser and the server.
 */
export function deviceId(use: 'login' | 'outbox'): string {
  const key = use === 'login' ? 'device' : 'outbox-device';
  const stored = readStored(key) ?? entries.get(key);
  if (stored && ID.test(stored)) return stored;
  const id = newId();
  entries.set(key, id);
  writeStored(key, id);
  return id;
}

/**
 * A random UUID. `crypto.randomUUID` is missing on plain http, which is common in a venue's network.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    // The bits of version 4 and of the variant, as in RFC 9562.
    if (index === 6) return (byte & 0x0f) | 0x40;
    if (index === 8) return (byte & 0x3f) | 0x80;
    return byte;
  }).map((byte) => byte.toString(16).padStart(2, '0'));
  return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
    .map((group) => group.join(''))
    .join('-');
}
