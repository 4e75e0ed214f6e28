import { use, useEffect, useState } from 'react';
import { ApiError, get } from './api-client.ts';
import { FirstViewContext } from './first-view.ts';
import type { Shape } from './shape.ts';

export type Read<Answer> =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'done'; answer: Answer };

/**
 * A single request, for the public form, which does without the query client to stay small. An answer
 * embedded in the page is used at once and not requested again.
 */
export function useRead<Answer>(url: string, shape: Shape): Read<Answer> {
  const firstView = use(FirstViewContext);
  const [attempt, setAttempt] = useState(1);
  const retry = () => setAttempt((count) => count + 1);
  const [read, setRead] = useState<Read<Answer>>(() => {
    const first = firstView[url];
    if (!first) return { state: 'loading' };
    return first.status === 200
      ? { state: 'done', answer: first.body as Answer }
      : { state: 'failed', error: new ApiError(first.status, first), retry };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: every retry reads again.
  useEffect(() => {
    if (firstView[url] && attempt === 1) return;
    const controller = new AbortController();
    const { signal } = controller;
    const show = (next: Read<Answer>) => {
      if (!signal.aborted) setRead(next);
    };
    // Already the initial state; setting an equal object would re-render the page.
    setRead((before) => (before.state === 'loading' ? before : { state: 'loading' }));
    get<Answer>(url, { signal, shape }).then(
      (answer) => show({ state: 'done', answer }),
      (error: unknown) => show({ state: 'failed', error, retry }),
    );
    return () => controller.abort();
  }, [url, attempt]);

  return read;
}
