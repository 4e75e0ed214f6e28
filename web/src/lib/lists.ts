import { queryClient } from './query-client.ts';

// A confirmed change is shown at once, because refetching the list takes a moment and may fail.

interface Row {
  id: string;
}

/** Removes a row from every list at the URL, with any query: `/api/prizes?eventId=…`. */
export function removeRow(url: string, id: string): void {
  changeRows<Row>(url, (rows) => rows.filter((row) => row.id !== id));
}

/** Replaces a row by the server's answer. */
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

/** URLs below the given one, such as `/api/events/…`, are not lists. */
function isListAt(read: string, url: string): boolean {
  return read === url || read.startsWith(`${url}?`);
}
