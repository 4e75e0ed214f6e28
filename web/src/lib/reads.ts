import type { UseQueryResult } from '@tanstack/react-query';

/** How the readings that one screen is made of have gone, taken together. */
export interface Reads {
  /** Why there is nothing to show: something was never read. */
  failure: { error: unknown } | undefined;
  /** Everything is there, but a later reading failed, and some of it may have changed since. */
  outdated: boolean;
  /** Whether something is being read right now. */
  reading: boolean;
  /** Reads again what failed. */
  retry: () => void;
}

type Query = Pick<
  UseQueryResult,
  'error' | 'isError' | 'isFetching' | 'isLoadingError' | 'refetch'
>;

/**
 * A query that fails the second time is in error and still has its data. Screens ask here and not for
 * `isError`, because who asks that first takes away what is on screen, with everything typed into it.
 */
export function readsOf(...queries: Query[]): Reads {
  const failure = queries.find((query) => query.isLoadingError);
  return {
    failure,
    outdated: !failure && queries.some((query) => query.isError),
    reading: queries.some((query) => query.isFetching),
    retry: () => {
      for (const query of queries) if (query.isError) query.refetch();
    },
  };
}
