import type { Path, ResponseOf } from '@drawbridge/contract/calls/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { use, useEffect, useRef, useState } from 'react';
import { ApiError, addressOf, type CallArgs, type CallInput, get } from '../api/api-client.ts';
import { InitialDataContext } from '../api/initial-data.ts';
import { useLanguage } from '../texts/texts.ts';

export type Read<Data> =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'done'; data: Data };

function useResponse<Data>(path: string, { shape, ...input }: CallInput = {}): Read<Data> {
  const url = addressOf(path, input);
  const initialData = use(InitialDataContext);
  const [attempt, setAttempt] = useState(1);
  const retry = () => setAttempt((count) => count + 1);
  const [read, setRead] = useState<Read<Data>>(() => {
    const first = initialData[url];
    if (!first) return { state: 'loading' };
    return first.status === 200
      ? { state: 'done', data: first.body as Data }
      : { state: 'failed', error: new ApiError(first.status, first), retry };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: every retry reads again.
  useEffect(() => {
    if (initialData[url] && attempt === 1) return;
    const controller = new AbortController();
    const { signal } = controller;
    const show = (next: Read<Data>) => {
      if (!signal.aborted) setRead(next);
    };
    // The state is already the initial one; setting an equal object would re-render the page.
    setRead((before) => (before.state === 'loading' ? before : { state: 'loading' }));
    get<Data>(url, { signal, shape }).then(
      (data) => show({ state: 'done', data }),
      (error: unknown) => show({ state: 'failed', error, retry }),
    );
    return () => controller.abort();
  }, [url, attempt]);

  // The page's data has its own language alone. The form must not disappear while another language is read.
  const language = useLanguage();
  const cameIn = useRef<string | undefined>(language);
  useEffect(() => {
    if (!cameIn.current || language === cameIn.current) return;
    cameIn.current = undefined;
    get<Data>(url, { shape }).then(
      (data) => setRead({ state: 'done', data }),
      () => {},
    );
  }, [language, url, shape]);

  return read;
}

/**
 * A single request, for the public form, which does without the query client to stay small. A response embedded in the
 * page is used at once and not requested again.
 */
export const useRead = useResponse as unknown as <P extends Path<'GET'>>(
  path: P,
  ...args: CallArgs<'GET', P>
) => Read<ResponseOf<'GET', P>>;

/** The combined state of a screen's queries. */
export interface Reads {
  /** The first failure of a query that has no data to show. */
  failure: { error: unknown } | undefined;
  /** Everything is loaded, but a refetch failed and the data may be out of date. */
  outdated: boolean;
  /** True while a request is running. */
  reading: boolean;
  /** Retries the failed queries. */
  retry: () => void;
}

export interface Query
  extends Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'isFetching' | 'isLoadingError'> {
  refetch: () => unknown;
}

/**
 * The combined state of queries. A query whose refetch fails has `isError` and still has its data: a screen that
 * checked `isError` would disappear with everything typed into it.
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
