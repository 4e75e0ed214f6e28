import { useEffect, useState } from 'react';

type Status = 'asking' | 'up' | 'away';

const sentences: Record<Status, string> = {
  asking: 'Asking the server…',
  up: 'The API is up.',
  away: 'The API does not answer.',
};

/** Tells whether the server and its database answer. */
export function ServerStatus() {
  const [status, setStatus] = useState<Status>('asking');

  useEffect(() => {
    const aborted = new AbortController();
    fetch('/readyz', { signal: aborted.signal })
      .then((response) => setStatus(response.ok ? 'up' : 'away'))
      .catch(() => {
        if (!aborted.signal.aborted) setStatus('away');
      });
    return () => aborted.abort();
  }, []);

  return (
    <p aria-live="polite">
      {sentences[status]} <a href="/api/docs">API documentation</a>
    </p>
  );
}
