import { randomUUID } from 'node:crypto';
import type { Fragment } from 'postgres';
import type { Db } from './client.ts';

/** The driver writes a value as text, in several copies: of so many bytes in a few milliseconds. */
export const PIECE_BYTES = 128 * 1024;

/**
 * Sends a value that may be of megabytes without keeping the process from its other work. In the statement
 * that stores it, within the same transaction, the fragment stands for it.
 */
export async function withLargeValue<T>(
  tx: Db,
  bytes: Uint8Array,
  store: (value: Fragment) => Promise<T>,
): Promise<T> {
  if (bytes.length <= PIECE_BYTES) return store(tx`${Buffer.from(bytes)}::bytea`);
  const id = randomUUID();
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = Buffer.from(bytes.subarray(at, at + PIECE_BYTES));
    await tx`insert into large_value_pieces values (${id}, ${at / PIECE_BYTES}, ${piece})`;
  }
  const stored = await store(
    tx`(select string_agg(bytes, '' order by piece) from large_value_pieces where value = ${id})`,
  );
  await tx`delete from large_value_pieces where value = ${id}`;
  return stored;
}
