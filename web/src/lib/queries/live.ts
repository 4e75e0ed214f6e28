import type { LiveData } from '@drawbridge/contract/raffle/live';
import {
  HEARTBEAT_MS,
  type LiveKind,
  type LiveScreen,
  liveKinds,
} from '@drawbridge/contract/raffle/stage';
import { useSyncExternalStore } from 'react';
import { ApiError, api, openStream } from '../api/api-client.ts';
import { listOf, text } from '../api/shape.ts';
import { createListeners } from '../listeners.ts';
import { listen } from './listen.ts';

const PAUSE_MS = { first: 1000, most: 10_000 };
/** A connection without any message for this long is dead. */
const SILENCE_MS = 2.5 * HEARTBEAT_MS;
/** The poll interval of a page without a stream, and the maximum number of polls before it tries a stream again. */
const POLL_INTERVAL_MS = 4000;
const QUESTIONS_MAX = 8;

interface Message {
  kind: string;
  data: unknown;
  /** The id of the last message, from which to resume after a lost connection. */
  id?: string | undefined;
}

interface Following {
  request: (signal: AbortSignal) => Promise<Response>;
  onMessage: (message: Message) => void;
  onConnection?: (connected: boolean) => void;
  /** Returns the time until the next attempt after a refusal. */
  onRefusal: (status: number, signal: AbortSignal) => Promise<number | 'stop'>;
  /**
   * Closes the stream while the page is hidden. A browser opens only six connections to a server: a few open tabs would
   * block all other requests.
   */
  closeWhileHidden?: boolean;
}

export type LiveHandler = <Kind extends LiveKind>(kind: Kind, data: LiveData<Kind>) => void;

/**
 * Follows an event's live stream until the returned function is called. Messages missed while disconnected are sent
 * again. While the server has no room for another stream, the page polls every few seconds. `onConnection` is called
 * when the connection is lost, and when it is back.
 */
export function followLive(
  eventId: string,
  onMessage: LiveHandler,
  onConnection: (connected: boolean) => void = () => {},
  /** The id of the last message that the page knows. */
  after = '',
  screen?: LiveScreen,
): () => void {
  let lastId = after;
  // The number of polls before the stream is tried again: few after the first refusal, more after each further one.
  let questionsBeforeStream = 1;
  const afterLast = (more: { screen?: LiveScreen | undefined } = {}) => ({
    params: { eventId },
    query: { after: lastId || undefined, ...more },
  });

  function receive({ kind, data, id }: Message) {
    lastId = id || lastId;
    if (!(liveKinds as readonly string[]).includes(kind)) return;
    onMessage(kind as LiveKind, data as never);
    if (kind === 'deleted') stop();
  }

  async function askWhatWasMissed(status: number, signal: AbortSignal) {
    if (status === 404) {
      receive({ kind: 'deleted', data: {} });
      return 'stop';
    }
    for (let questions = 1; ; questions += 1) {
      const missed = await api.get('/api/events/:eventId/live/missed', {
        ...afterLast(),
        signal,
        shape: listOf({ kind: text }),
      });
      onConnection(true);
      for (const { kind, data, id } of missed) receive({ kind, data, id: String(id ?? '') });
      // A snapshot is the same for all pages, so it does not contain the time.
      if (questions === 1 && missed.some(({ kind }) => kind === 'snapshot')) continue;
      if (questions >= questionsBeforeStream) break;
      await new Promise((resolve) => setTimeout(resolve, vary(POLL_INTERVAL_MS)));
      if (signal.aborted) return 'stop';
    }
    const first = questionsBeforeStream === 1;
    questionsBeforeStream = Math.min(questionsBeforeStream * 2, QUESTIONS_MAX);
    return first ? PAUSE_MS.first : vary(POLL_INTERVAL_MS);
  }

  const stop = followStream({
    request: (signal) =>
      openStream('/api/events/:eventId/live', { ...afterLast({ screen }), signal }),
    onMessage: (message) => {
      questionsBeforeStream = 1;
      receive(message);
    },
    onConnection,
    onRefusal: askWhatWasMissed,
  });
  return stop;
}

let sessionStreamOpen = false;
const streamListeners = createListeners();

/** True while the stream of a session is connected. */
export const useSessionStreamOpen = () =>
  useSyncExternalStore(
    streamListeners.add,
    () => sessionStreamOpen,
    () => false,
  );

/** Follows a stream that needs a session; without one or the permission, it ends. */
export function followSessionStream(
  path: '/api/events/live',
  onMessage: (message: Message) => void,
): () => void {
  return followStream({
    request: (signal) => openStream(path, { signal }),
    onMessage,
    onConnection: (connected) => {
      sessionStreamOpen = connected;
      streamListeners.call();
    },
    onRefusal: async (status) => (status === 401 || status === 403 ? 'stop' : vary(PAUSE_MS.most)),
    closeWhileHidden: true,
  });
}

/**
 * Follows an event stream with `fetch`, because `EventSource` can neither send the session's token nor see
 * the status of a refusal. It reconnects after a lost network, sleep or a server restart.
 */
function followStream(following: Following): () => void {
  const { request, onMessage, onConnection = () => {}, onRefusal, closeWhileHidden } = following;
  let connection: AbortController | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let open = false;
  let lastSign = 0;
  let pause = PAUSE_MS.first;

  async function connect() {
    disconnect();
    const mine = new AbortController();
    connection = mine;
    const isCurrent = () => connection === mine;
    let wait: number | undefined;
    try {
      for await (const message of readStream(request, mine)) {
        if (!isCurrent()) return;
        lastSign = Date.now();
        if (!open) onConnection(true);
        open = true;
        if (!message) continue;
        pause = PAUSE_MS.first;
        onMessage(message);
      }
    } catch (error) {
      if (!isCurrent()) return;
      if (error instanceof ApiError) {
        const response = await onRefusal(error.status, mine.signal).catch(
          () => 'unreachable' as const,
        );
        if (!isCurrent() || response === 'stop') return;
        if (response !== 'unreachable') wait = response;
      }
    }
    if (!isCurrent()) return;
    disconnect();
    if (wait === undefined) {
      onConnection(false);
      wait = vary(pause);
      pause = Math.min(pause * 2, PAUSE_MS.most);
    }
    retry = setTimeout(connect, wait);
  }

  function disconnect() {
    clearTimeout(retry);
    connection?.abort();
    connection = undefined;
    open = false;
  }

  function wake() {
    const quiet = Date.now() - lastSign > HEARTBEAT_MS * 1.5;
    if (!document.hidden && (quiet || !open)) connect();
    else if (document.hidden && closeWhileHidden) disconnect();
  }

  /** Closes the stream when the network is lost, which the browser may take minutes to notice. */
  function pauseOffline() {
    disconnect();
    onConnection(false);
  }

  const stops = [
    listen(document, { visibilitychange: wake }),
    listen(window, { online: wake, pageshow: wake, offline: pauseOffline }),
  ];
  if (!(closeWhileHidden && document.hidden)) connect();
  return () => {
    disconnect();
    for (const stop of stops) stop();
  };
}

/**
 * Yields the messages of a stream until it ends; undefined when it has opened. The stream is aborted when nothing has
 * arrived for too long.
 */
async function* readStream(
  request: Following['request'],
  connection: AbortController,
): AsyncGenerator<Message | undefined> {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const beforeSilence = <Value>(work: Promise<Value>): Promise<Value> => {
    silence = setTimeout(() => connection.abort(), SILENCE_MS);
    return work.finally(() => clearTimeout(silence));
  };
  const { body } = await beforeSilence(request(connection.signal));
  yield undefined;
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let unread = '';
  for (;;) {
    const { done, value } = await beforeSilence(reader.read());
    if (done) return;
    const blocks = (unread + decoder.decode(value, { stream: true })).split('\n\n');
    unread = blocks.pop() ?? '';
    for (const block of blocks) {
      const message = parseMessage(block);
      if (message) yield message;
    }
  }
}

/** A block of an event stream, as our server writes them: one line per field. */
function parseMessage(block: string): Message | undefined {
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(block)?.[1];
  const [kind, data] = [field('event'), field('data')];
  return kind && data ? { kind, data: JSON.parse(data), id: field('id') } : undefined;
}

/** Spreads out retries, so that pages that were refused together do not poll together. */
const vary = (milliseconds: number) => milliseconds * (0.75 + Math.random() / 2);
