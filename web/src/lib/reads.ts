import type { UseQueryResult } from '@tanstack/react-query';

/** The combined state of a screen's queries. */
export interface Reads {
  /** The first failure of a query without data, so that there is nothing to show. */
  failure: { error: unknown } | undefined;
  /** Everything is loaded, but a refetch failed and the data may be out of date. */
  outdated: boolean;
  /** Whether a request is running. */
  reading: boolean;
  /** Retries the failed queries. */
  retry: () => void;
}

type Query = Pick<
  UseQueryResult,
  'error' | 'isError' | 'isFetching' | 'isLoadingError' | 'refetch'
>;

/**
 * A query whose refetch fails has `isError` and still has its data. Screens use this function, because
 * checking `isError` would remove the screen and everything typed into it.
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
