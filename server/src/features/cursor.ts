import { Problem } from '../errors.ts';

/** The last row of a page; the next page starts after it. */
export interface Cursor {
  at: string;
  id: string;
  /** In a list by name, the name by which it is sorted. */
  name?: string;
}

export function writeCursor({ at, id, name }: Cursor): string {
  return Buffer.from(`${at} ${id}${name === undefined ? '' : ` ${name}`}`).toString('base64url');
}

/** Reads what a client sends back to get the next page. */
export function readCursor(text: string | undefined): Cursor | undefined {
  const cursor = text === undefined ? undefined : parseCursor(text);
  if (text !== undefined && !cursor) throw invalidCursor();
  return cursor;
}

export function invalidCursor(): Problem {
  const sentence = 'The cursor is not valid';
  return new Problem('invalid-input', {
    sentence,
    fields: [{ field: 'cursor', message: sentence }],
  });
}

/** One page of a list, and the cursor of the next one. `list` returns the rows after a position, at most so many. */
export async function readPage<Row>(
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  list: (page: { limit: number; after: Cursor | undefined }) => Promise<Row[]>,
  positionOf: (row: Row) => Cursor,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  // One more than asked for tells whether there is another page.
  const found = await list({ limit: limit + 1, after: readCursor(cursor) });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? writeCursor(positionOf(last)) : null };
}

function parseCursor(text: string): Cursor | undefined {
  const decoded = Buffer.from(text, 'base64url').toString();
  const match = /^(\d{4}-\d{2}-\d{2}T[\d:.]+\+00:00) ([0-9a-f-]{36})(?: ([^\0]+))?$/.exec(decoded);
  const [, at, id, name] = match ?? [];
  if (!at || !id || Number.isNaN(Date.parse(at))) return undefined;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
  return name === undefined ? { at, id } : { at, id, name };
}
