import type {
  ImportCommit,
  ImportDuplicates,
  ImportResult,
  ImportRow,
} from '@drawbridge/contract/collecting/imports';
import { ApiError, api } from '../../lib/api/api-client.ts';
import { refetch } from '../../lib/queries/query-client.ts';

/** The queries that count leads, including event cards, volunteer cards and the dashboard. */
const lists = ['/api/leads', '/api/events', '/api/users/volunteers', '/api/analytics'];

const PAUSES_MS = [500, 2000, 5000];
const POLL_MS = 400;

/** Uploads the rows of a file, which the server stages until they are committed. */
export async function sendImport(
  { id, eventId }: { id: string; eventId: string },
  nextRows: (sent: number) => Promise<ImportRow[]>,
  onSent: (rows: number) => void,
  signal: AbortSignal,
): Promise<ImportDuplicates> {
  const params = { importId: id };
  await repeat(signal, () => api.post('/api/imports', { body: { id, eventId }, signal }));
  let sent = 0;
  for (;;) {
    const rows = await nextRows(sent);
    if (rows.length === 0) break;
    await repeat(signal, () =>
      api.post('/api/imports/:importId/rows', { params, body: { rows }, signal, large: true }),
    );
    sent += rows.length;
    onSent(sent);
  }
  if (sent === 0) return { event: [], file: [] };
  return repeat(signal, () =>
    api.get('/api/imports/:importId/duplicates', { params, signal, large: true }),
  );
}

/** Turns the rows into leads. If a response is lost, the commit is repeated, which changes nothing. */
export async function commitImport(
  id: string,
  commit: ImportCommit,
  onWritten: (rows: number) => void,
): Promise<ImportResult> {
  const params = { importId: id };
  const poll = setInterval(() => {
    api.get('/api/imports/:importId', { params }).then(
      ({ written }) => onWritten(written),
      // The next one may succeed; the commit's own error has the reason.
      () => {},
    );
  }, POLL_MS);
  try {
    return await repeat(undefined, () =>
      api.post('/api/imports/:importId/commit', { params, body: commit, large: true }),
    );
  } finally {
    clearInterval(poll);
    void refetch(lists);
  }
}

/** Cancels an import. Returns its result if it was already committed. */
export async function cancelImport(id: string): Promise<ImportResult | undefined> {
  const params = { importId: id };
  try {
    await repeat(undefined, () =>
      api.delete('/api/imports/:importId', { params, keepalive: true }),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 409)
      return (await api.get('/api/imports/:importId', { params })).result ?? undefined;
    // There is nothing left to cancel.
    if (error.status !== 404) throw error;
  }
  return undefined;
}

/** Retries a few times if there was no response or the server was busy; every call may be repeated. */
async function repeat<Answer>(
  signal: AbortSignal | undefined,
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (const pause of PAUSES_MS) {
    try {
      return await send();
    } catch (error) {
      const passing = error instanceof ApiError ? error.status === 503 : error instanceof TypeError;
      if (!passing || signal?.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return send();
}
