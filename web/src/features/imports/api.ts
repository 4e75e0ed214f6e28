import type {
  ImportCommit,
  ImportDuplicates,
  ImportResult,
  ImportRow,
  ImportState,
} from '@drawbridge/contract/files/imports';
import { ApiError, get, post, remove } from '../../lib/api-client.ts';
import { refetch } from '../../lib/query-client.ts';

const IMPORTS = '/api/imports';
/** Event cards, volunteer cards and the dashboard count leads too. */
const lists = ['/api/leads', '/api/events', '/api/users/volunteers', '/api/analytics'];

const PAUSES_MS = [500, 2000, 5000];
const POLL_MS = 400;

/** Sends the rows of a file to the server, where they wait to be committed. */
export async function sendImport(
  { id, eventId }: { id: string; eventId: string },
  nextRows: (sent: number) => Promise<ImportRow[]>,
  onSent: (rows: number) => void,
  signal: AbortSignal,
): Promise<ImportDuplicates> {
  await repeat(signal, () => post(IMPORTS, { id, eventId }, { signal }));
  let sent = 0;
  for (;;) {
    const rows = await nextRows(sent);
    if (rows.length === 0) break;
    await repeat(signal, () => post(`${IMPORTS}/${id}/rows`, { rows }, { signal, large: true }));
    sent += rows.length;
    onSent(sent);
  }
  if (sent === 0) return { event: [], file: [] };
  return repeat(signal, () => get(`${IMPORTS}/${id}/duplicates`, { signal, large: true }));
}

/** Makes the rows leads. If an answer is lost, the commit is repeated, which changes nothing. */
export async function commitImport(
  id: string,
  commit: ImportCommit,
  onWritten: (rows: number) => void,
): Promise<ImportResult> {
  const poll = setInterval(() => {
    get<ImportState>(`${IMPORTS}/${id}`).then(
      ({ written }) => onWritten(written),
      // The next one may succeed; the commit's own error says what went wrong.
      () => {},
    );
  }, POLL_MS);
  try {
    return await repeat(undefined, () => post(`${IMPORTS}/${id}/commit`, commit, { large: true }));
  } finally {
    clearInterval(poll);
    void refetch(lists);
  }
}

/** Abandons an import. Returns its result if it was too late for that. */
export async function cancelImport(id: string): Promise<ImportResult | undefined> {
  try {
    await repeat(undefined, () => remove(`${IMPORTS}/${id}`, { keepalive: true }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 409)
      return (await get<ImportState>(`${IMPORTS}/${id}`)).result ?? undefined;
    // Nothing is left to abandon.
    if (error.status !== 404) throw error;
  }
  return undefined;
}

/** Tries again a few times if there was no answer or the server was busy; every call may be repeated. */
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
