/** The last row of a page, newest first; the next page starts after it. */
export interface Cursor {
  at: string;
  id: string;
}

export function writeCursor({ at, id }: Cursor): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

export function readCursor(text: string): Cursor | undefined {
  const decoded = Buffer.from(text, 'base64url').toString('latin1');
  const match = /^(\d{4}-\d{2}-\d{2}T[\d:.]+\+00:00) ([0-9a-f-]{36})$/.exec(decoded);
  const [, at, id] = match ?? [];
  if (!at || !id || Number.isNaN(Date.parse(at))) return undefined;
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? { at, id } : undefined;
}
