import { QueryClient } from '@tanstack/react-query';
import { type CallOptions, get } from './api-client.ts';
import { firstView } from './first-view.ts';
import { onSignIn } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Pick<CallOptions, 'large'>;
  }
}

/**
 * The first element of a query's key is the URL that is read. Without a network everything fails at
 * once (`networkMode`): kept back until the network returns, a draw could happen minutes later, when
 * nobody thinks of it any more.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // With the signal, so that a long list is not downloaded to its end when another was chosen.
      queryFn: ({ queryKey, signal, meta }) => get(String(queryKey[0]), { signal, ...meta }),
      networkMode: 'always',
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      staleTime: Number.POSITIVE_INFINITY,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

onSignIn(() => queryClient.clear());

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
