import { ApiError } from '../../lib/api-client.ts';
import { isTemporary } from '../../lib/retry.ts';

/** Whether sending the same again may succeed. */
export function mayArriveLater(error: unknown): boolean {
  return error instanceof ApiError ? isTemporary(error.status) : true;
}

/** What is known of an entry that failed and will be sent again, and what its owner can do. */
export function stateOfEntry(error: unknown): string {
  const known =
    error instanceof ApiError
      ? 'Your entry has not arrived yet.'
      : 'We cannot tell yet whether your entry has arrived.';
  return `${known} Keep this page open: we will send it again. You can also try again yourself; it counts once.`;
}
