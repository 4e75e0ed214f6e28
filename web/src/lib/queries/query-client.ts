import type { AdminResponse, Path, ResponseOf } from '@drawbridge/contract/calls/client';
import type { InitialData } from '@drawbridge/contract/collecting/initial-data';
import {
  type DataTag,
  type DefaultOptions,
  QueryClient,
  type QueryFilters,
  type QueryFunction,
  type QueryKey,
  type QueryMeta,
} from '@tanstack/react-query';
import {
  addressOf,
  type CallArgs,
  type CallInput,
  type CallOptions,
  get,
} from '../api/api-client.ts';
import { initialData } from '../api/initial-data.ts';
import { onLogin } from '../api/session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Pick<CallOptions, 'large' | 'shape' | 'keepSession'>;
  }
}

/**
 * The first element of a query key is its URL. Without a network, requests fail at once (`networkMode`) instead of
 * waiting: otherwise a draw could happen minutes later, when nobody expects it.
 */
const defaultOptions: DefaultOptions = {
  queries: {
    // The signal stops the download of a long list when another list is chosen.
    queryFn: ({ queryKey, signal, meta }) => get(String(queryKey[0]), { signal, ...meta }),
    networkMode: 'always',
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  },
  mutations: { networkMode: 'always', retry: false },
};

export const queryClient = newQueryClient(initialData);

/** A query client that starts with the responses embedded in a page; the server creates one per page. */
export function newQueryClient(view: InitialData): QueryClient {
  const client = new QueryClient({ defaultOptions });
  for (const [address, first] of Object.entries(view)) {
    if (first.status !== 200) continue;
    const queryKey = address.split(' ');
    // The rendered page shows this data, and its scripts may take minutes to arrive and use it for the first time.
    client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData(queryKey, first.body);
  }
  return client;
}

/** A query with only its address and the response type; queries with more options spread it. */
export interface Reading<Result> {
  queryKey: DataTag<QueryKey, Result, Error>;
  /** The query function; by default the client's. */
  queryFn?: QueryFunction<Result>;
  meta: QueryMeta;
}

function optionsFor<Result>(
  path: string,
  { large, shape, keepSession, ...input }: CallInput = {},
): Reading<Result> {
  const meta = {
    ...(large && { large }),
    ...(shape && { shape }),
    ...(keepSession && { keepSession }),
  };
  return { queryKey: [addressOf(path, input)] as unknown as Reading<Result>['queryKey'], meta };
}

/** The query of a call; the first element of its key is the call's address. */
export const apiQuery = optionsFor as unknown as <P extends Path<'GET'>>(
  path: P,
  ...args: CallArgs<'GET', P>
) => Reading<ResponseOf<'GET', P>>;

/** The query of a call on pages of administrators, whose responses sometimes have more fields. */
export const adminApiQuery = optionsFor as unknown as <P extends Path<'GET'>>(
  path: P,
  ...args: CallArgs<'GET', P>
) => Reading<AdminResponse<'GET', P>>;

onLogin(() => queryClient.clear());

/**
 * Refetches everything below the given URLs: `/api/leads` includes `/api/leads?eventId=…`. Queries that
 * are not on screen are refetched when they are used again.
 */
export function refetch(urls: readonly string[]): Promise<void> {
  return readAgain({
    predicate: ({ queryKey }) => urls.some((url) => isBelow(String(queryKey[0]), url)),
  });
}

/**
 * Refetches queries because their data has changed. A running fetch is cancelled: it may have read the data before the
 * change, and TanStack Query would keep it if it is the first one.
 */
export async function readAgain(filters: QueryFilters): Promise<void> {
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}

function isBelow(url: string, parent: string): boolean {
  return url === parent || url.startsWith(`${parent}?`) || url.startsWith(`${parent}/`);
}

// A confirmed change is shown at once, because refetching the list takes a moment and may fail.

interface Row {
  id: string;
}

/** Removes a row from every list at the URL, with any query: `/api/prizes?eventId=…`. */
export function removeRow(url: string, id: string): void {
  changeRows<Row>(url, (rows) => rows.filter((row) => row.id !== id));
}

/** Replaces a row by the server's response. */
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
