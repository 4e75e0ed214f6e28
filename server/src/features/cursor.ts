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

export function readCursor(text: string): Cursor | undefined {
  const decoded = Buffer.from(text, 'base64url').toString();
  const match = /^(\d{4}-\d{2}-\d{2}T[\d:.]+\+00:00) ([0-9a-f-]{36})(?: ([^\0]+))?$/.exec(decoded);
  const [, at, id, name] = match ?? [];
  if (!at || !id || Number.isNaN(Date.parse(at))) return undefined;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
  return name === undefined ? { at, id } : { at, id, name };
}
