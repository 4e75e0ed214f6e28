import { QueryClient } from '@tanstack/react-query';
import { get } from './api-client.ts';
import { firstView } from './first-view.ts';

/** The first element of a query's key is the URL that is read. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey }) => get(String(queryKey[0])),
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      staleTime: Number.POSITIVE_INFINITY,
    },
    mutations: { retry: false },
  },
});

for (const [url, first] of Object.entries(firstView)) {
  if (first.status === 200) queryClient.setQueryData([url], first.body);
}

/**
 * Reads everything below the given URLs again: `/api/leads` also means `/api/leads?eventId=…`.
 * What is not on screen is read when it comes back.
 */
export function refetch(urls: readonly string[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => urls.some((url) => isBelow(String(queryKey[0]), url)),
  });
}

function isBelow(url: string, parent: string): boolean {
  return url === parent || url.startsWith(`${parent}?`) || url.startsWith(`${parent}/`);
}
