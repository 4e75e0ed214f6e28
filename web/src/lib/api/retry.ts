const LONGEST_WAIT_MS = 60_000;

/** The statuses that mean 'not now', in addition to all 5xx. */
const NOT_NOW = new Set([408, 425, 429]);

/** True if the same request may succeed later. */
export function isTemporary(status: number): boolean {
  return status >= 500 || NOT_NOW.has(status);
}

/** The delay after that many failures in a row: twice as long each time, up to a minute. */
export function waitAfter(failures: number, firstMs: number): number {
  return Math.min(firstMs * 2 ** Math.max(0, failures - 1), LONGEST_WAIT_MS);
}
