import type { LiveData } from '@drawbridge/contract/live';
import { HEARTBEAT_MS, type LiveKind, liveKinds } from '@drawbridge/contract/stage';
import { ApiError, get } from './api-client.ts';

const CHECK_EVERY_MS = 5000;
const PAUSE_MS = { first: 1000, most: 10_000 };

export type LiveHandler = <Kind extends LiveKind>(kind: Kind, data: LiveData<Kind>) => void;

/**
 * Follows an event's live stream until the returned function is called. It reconnects after a lost
 * network, sleep or a server restart, and missed messages are sent again. Without support for event
 * streams, nothing happens. `onConnection` is told when the connection is lost, and when it is back.
 */
export function followLive(
  eventId: string,
  onMessage: LiveHandler,
  onConnection: (connected: boolean) => void = () => {},
): () => void {
  if (typeof EventSource === 'undefined') return () => {};
  let source: EventSource | undefined;
  let lastId = '';
  let lastSign = Date.now();
  let pause = PAUSE_MS.first;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const stopping = new AbortController();
  const eventUrl = `/api/events/${encodeURIComponent(eventId)}`;

  function connect() {
    clearTimeout(retry);
    source?.close();
    lastSign = Date.now();
    const after = lastId && `?after=${encodeURIComponent(lastId)}`;
    source = new EventSource(`${eventUrl}/live${after}`);
    for (const kind of liveKinds) {
      source.addEventListener(kind, ({ data, lastEventId }) => {
        lastSign = Date.now();
        pause = PAUSE_MS.first;
        lastId = lastEventId || lastId;
        onMessage(kind, JSON.parse(data));
        if (kind === 'deleted') stop();
      });
    }
    source.onopen = () => onConnection(true);
    source.onerror = () => {
      onConnection(false);
      // The browser reconnects after a lost connection, but not after an error response.
      if (source?.readyState === EventSource.CLOSED) reconnectUnlessMissing();
    };
  }

  async function reconnectUnlessMissing() {
    const missing = await isMissing(eventUrl, stopping.signal);
    // The page may have been left or reconnected meanwhile.
    if (stopping.signal.aborted || source?.readyState !== EventSource.CLOSED) return;
    if (missing) {
      stop();
      onMessage('deleted', {});
      return;
    }
    clearTimeout(retry);
    retry = setTimeout(connect, pause);
    pause = Math.min(pause * 2, PAUSE_MS.most);
  }

  /** Reconnects if no heartbeat has arrived for too long. */
  function checkHeartbeat() {
    if (Date.now() - lastSign <= 2 * HEARTBEAT_MS + CHECK_EVERY_MS) return;
    onConnection(false);
    connect();
  }

  function wake() {
    const quiet = Date.now() - lastSign > HEARTBEAT_MS + CHECK_EVERY_MS;
    if (!document.hidden && (quiet || source?.readyState !== EventSource.OPEN)) connect();
  }

  /** Closes the stream when the network is lost, which the browser may take minutes to notice. */
  function pauseOffline() {
    source?.close();
    onConnection(false);
  }

  function stop() {
    stopping.abort();
    source?.close();
    clearTimeout(retry);
    clearInterval(check);
    document.removeEventListener('visibilitychange', wake);
    removeEventListener('offline', pauseOffline);
    removeEventListener('online', wake);
    removeEventListener('pageshow', wake);
  }

  const check = setInterval(checkHeartbeat, CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', wake);
  addEventListener('offline', pauseOffline);
  addEventListener('online', wake);
  addEventListener('pageshow', wake);
  connect();
  return stop;
}

/** Event streams hide the status of an error response, so this asks for the event itself. */
async function isMissing(eventUrl: string, signal: AbortSignal): Promise<boolean> {
  try {
    await get(eventUrl, { signal });
    return false;
  } catch (error) {
    return error instanceof ApiError && error.status === 404;
  }
}
