import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';

/** The position after the last row of a page, where the next page starts. */
export interface Cursor {
  at: string;
  id: string;
  /** The sort name of the row, in a list by name. */
  name?: string;
}

function writeCursor({ at, id, name }: Cursor): string {
  return Buffer.from(`${at} ${id}${name === undefined ? '' : ` ${name}`}`).toString('base64url');
}

/** Parses the cursor that a client sends to get the next page. */
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

/** The page of a list to read: its size and the position before it. */
export interface PageOf {
  limit: number;
  after: Cursor | undefined;
}

interface PagedExchange {
  query: { cursor?: string | undefined; limit: number };
  request: Pick<FastifyRequest, 'url'>;
  reply: FastifyReply;
}

/** Reads one page of a list. The response's `Link` header names the next one, if there is one. */
export async function readPage<Row>(
  { query: { cursor, limit }, request, reply }: PagedExchange,
  list: (page: PageOf) => Promise<Row[]>,
  positionOf: (row: Row) => Cursor,
): Promise<Row[]> {
  // One row more than requested shows whether there is another page.
  const items = await list({ limit: limit + 1, after: readCursor(cursor) });
  const rows = items.slice(0, limit);
  const last = items.length > limit ? rows.at(-1) : undefined;
  if (last) {
    const next = new URL(request.url, 'http://here');
    next.searchParams.set('cursor', writeCursor(positionOf(last)));
    reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
  }
  return rows;
}

function parseCursor(text: string): Cursor | undefined {
  const decoded = Buffer.from(text, 'base64url').toString();
  const match = /^(\d{4}-\d{2}-\d{2}T[\d:.]+\+00:00) ([0-9a-f-]{36})(?: ([^\0]+))?$/.exec(decoded);
  const [, at, id, name] = match ?? [];
  if (!at || !id || Number.isNaN(Date.parse(at))) return undefined;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
  return name === undefined ? { at, id } : { at, id, name };
}
