import { queryClient } from './query-client.ts';

// A change that the server has answered is shown at once: reading the list again takes a moment, and
// may fail.

interface Row {
  id: string;
}

/** Takes a row out of every list at the URL, whatever its query: `/api/prizes?eventId=…`. */
export function removeRow(url: string, id: string): void {
  changeRows<Row>(url, (rows) => rows.filter((row) => row.id !== id));
}

/** Puts the server's answer in the place of what was known of the row. */
export function replaceRow(url: string, changed: Row): void {
  changeRows<Row>(url, (rows) => rows.map((row) => (row.id === changed.id ? changed : row)));
}

export function changeRows<Known extends Row>(
  url: string,
  change: (rows: Known[]) => Known[],
): void {
  queryClient.setQueriesData<Known[]>(
    { predicate: ({ queryKey }) => isListAt(String(queryKey[0]), url) },
    (rows) => rows && change(rows),
  );
}

/** What lies below the URL, such as `/api/events/…`, is no list. */
function isListAt(read: string, url: string): boolean {
  return read === url || read.startsWith(`${url}?`);
}
