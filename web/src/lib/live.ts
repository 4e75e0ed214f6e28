import type { LiveData, MissedMessage } from '@drawbridge/contract/live';
import { HEARTBEAT_MS, type LiveKind, liveKinds } from '@drawbridge/contract/stage';
import { ApiError, get } from './api-client.ts';
import { listOf, text } from './shape.ts';

const CHECK_EVERY_MS = 5000;
const PAUSE_MS = { first: 1000, most: 10_000 };
/** How often a page without a stream asks what it has missed, and at most before it tries a stream again. */
const ASK_EVERY_MS = 4000;
const QUESTIONS_MAX = 8;

export type LiveHandler = <Kind extends LiveKind>(kind: Kind, data: LiveData<Kind>) => void;

/**
 * Follows an event's live stream until the returned function is called. It reconnects after a lost
 * network, sleep or a server restart, and missed messages are sent again. While the server has no room for
 * another stream, the page asks every few seconds. Without support for event streams, nothing happens.
 * `onConnection` is called when the connection is lost, and when it is back.
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
  // A stream that was refused once is tried again soon, later after more and more questions.
  let questions = 0;
  let questionsBeforeStream = 1;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const stopping = new AbortController();
  const eventUrl = `/api/events/${encodeURIComponent(eventId)}`;

  function connect() {
    clearTimeout(retry);
    source?.close();
    lastSign = Date.now();
    source = new EventSource(`${eventUrl}/live${afterLast()}`);
    for (const kind of liveKinds) {
      source.addEventListener(kind, ({ data, lastEventId }) => {
        questionsBeforeStream = 1;
        receive(kind, JSON.parse(data), lastEventId);
      });
    }
    source.onopen = () => onConnection(true);
    source.onerror = () => {
      onConnection(false);
      // The browser reconnects after a lost connection, but not after an error response.
      if (source?.readyState === EventSource.CLOSED) askWhatWasMissed();
    };
  }

  const afterLast = () => lastId && `?after=${encodeURIComponent(lastId)}`;

  function receive<Kind extends LiveKind>(kind: Kind, data: LiveData<Kind>, id: string) {
    lastSign = Date.now();
    pause = PAUSE_MS.first;
    lastId = id || lastId;
    onMessage(kind, data);
    if (kind === 'deleted') stop();
  }

  /** An event stream hides the status of an error response, so an ordinary request finds out more. */
  async function askWhatWasMissed() {
    const asked = source;
    const answer = await askFor(`${eventUrl}/live/missed${afterLast()}`, stopping.signal);
    // The page may have been left or reconnected meanwhile.
    if (stopping.signal.aborted || source !== asked) return;
    clearTimeout(retry);
    if (answer === 'missing') {
      receive('deleted', {}, '');
    } else if (answer === 'unreachable') {
      retry = setTimeout(connect, pause);
      pause = Math.min(pause * 2, PAUSE_MS.most);
    } else {
      onConnection(true);
      for (const { kind, data, id } of answer) receive(kind, data as never, String(id ?? ''));
      askAgainLater();
    }
  }

  function askAgainLater() {
    questions += 1;
    // Pages that were refused together must not ask together.
    const wait = ASK_EVERY_MS * (0.75 + Math.random() / 2);
    if (questions < questionsBeforeStream) {
      retry = setTimeout(askWhatWasMissed, wait);
      return;
    }
    retry = setTimeout(connect, questionsBeforeStream === 1 ? PAUSE_MS.first : wait);
    questions = 0;
    questionsBeforeStream = Math.min(questionsBeforeStream * 2, QUESTIONS_MAX);
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

async function askFor(
  url: string,
  signal: AbortSignal,
): Promise<MissedMessage[] | 'missing' | 'unreachable'> {
  try {
    return await get<MissedMessage[]>(url, { signal, shape: listOf({ kind: text }) });
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? 'missing' : 'unreachable';
  }
}
