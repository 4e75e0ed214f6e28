import { useEffect, useState } from 'react';
import { get } from './api-client.ts';

export type Read<Answer> =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'done'; answer: Answer };

/** One read, for the page that goes without the query client because every kilobyte counts there. */
export function useRead<Answer>(url: string): Read<Answer> {
  const [read, setRead] = useState<Read<Answer>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every further attempt reads again.
  useEffect(() => {
    let wanted = true;
    setRead({ state: 'loading' });
    get<Answer>(url).then(
      (answer) => wanted && setRead({ state: 'done', answer }),
      (error: unknown) =>
        wanted &&
        setRead({ state: 'failed', error, retry: () => setAttempt((count) => count + 1) }),
    );
    return () => {
      wanted = false;
    };
  }, [url, attempt]);

  return read;
}
