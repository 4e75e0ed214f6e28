import { HEARTBEAT_MS } from '@drawbridge/contract/stage';
import { ApiError, openStream } from './api-client.ts';

const PAUSE_MS = { first: 1000, most: 30_000 };
/** Without any sign of life for so long, the connection is dead. */
const SILENCE_MS = 2.5 * HEARTBEAT_MS;

/**
 * Follows an event stream that needs a session until the returned function is called. `EventSource` cannot
 * send the session's token. The stream is closed while the page is hidden, because a browser opens only six
 * connections to a server: a few open tabs would block all other requests.
 */
export function followStream(
  url: string,
  onMessage: (kind: string, data: unknown) => void,
): () => void {
  let connection: AbortController | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pause = PAUSE_MS.first;

  async function connect() {
    disconnect();
    const mine = new AbortController();
    connection = mine;
    try {
      const { body } = await openStream(url, mine.signal);
      if (!body) return;
      await readMessages(body, mine, (kind, data) => {
        pause = PAUSE_MS.first;
        onMessage(kind, data);
      });
    } catch (error) {
      // Without a session or the permission, trying again is useless.
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return;
    }
    if (connection !== mine || document.hidden) return;
    retry = setTimeout(connect, pause);
    pause = Math.min(pause * 2, PAUSE_MS.most);
  }

  function disconnect() {
    clearTimeout(retry);
    connection?.abort();
    connection = undefined;
  }

  function followVisibility() {
    if (document.hidden) disconnect();
    else connect();
  }

  document.addEventListener('visibilitychange', followVisibility);
  addEventListener('online', connect);
  if (!document.hidden) connect();
  return () => {
    document.removeEventListener('visibilitychange', followVisibility);
    removeEventListener('online', connect);
    disconnect();
  };
}

/** Reads until the stream ends, or aborts it when nothing has arrived for too long. */
async function readMessages(
  body: ReadableStream<Uint8Array>,
  connection: AbortController,
  onMessage: (kind: string, data: unknown) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let unread = '';
  for (;;) {
    const silence = setTimeout(() => connection.abort(), SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    const blocks = (unread + decoder.decode(value, { stream: true })).split('\n\n');
    unread = blocks.pop() ?? '';
    for (const block of blocks) {
      const message = parseMessage(block);
      if (message) onMessage(message.kind, message.data);
    }
  }
}

/** A block of an event stream, as our server writes them: one line per field. */
function parseMessage(block: string): { kind: string; data: unknown } | undefined {
  const kind = /^event: (.+)$/m.exec(block)?.[1];
  const data = /^data: (.+)$/m.exec(block)?.[1];
  return kind && data ? { kind, data: JSON.parse(data) } : undefined;
}
