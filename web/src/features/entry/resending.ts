import { ApiError } from '../../lib/api-client.ts';

/** The statuses of answers that say 'not now': sending the same again later may succeed. */
const NOT_NOW = new Set([408, 429, 500, 502, 503, 504]);

const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;

/** Whether sending the same again may succeed. */
export function mayArriveLater(error: unknown): boolean {
  return error instanceof ApiError ? NOT_NOW.has(error.status) : true;
}

/** How long to wait after so many failures in a row. */
export function waitAfter(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
}

/** What is known of an entry that failed and will be sent again, and what its owner can do. */
export function stateOfEntry(error: unknown): string {
  const known =
    error instanceof ApiError
      ? 'Your entry has not arrived yet.'
      : 'We cannot tell yet whether your entry has arrived.';
  return `${known} Keep this page open: we will send it again. You can also try again yourself; it counts once.`;
}
