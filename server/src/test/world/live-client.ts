import { get, type IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { type LiveData, liveMessages } from '@drawbridge/contract/raffle/live';
import type { LiveKind } from '@drawbridge/contract/raffle/stage';

interface Message {
  id: string | undefined;
  kind: LiveKind | 'leads';
  data: unknown;
}

/** Reads an event's live stream as a browser's EventSource does, one message at a time. */
export class Watcher {
  readonly response: IncomingMessage;
  readonly #messages: Message[] = [];
  #unread = '';
  #wake = () => {};
  #ended = false;
  lastId: string | undefined;

  constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.#read(text));
    response.on('error', () => {});
    response.on('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  /** The next message of any kind. */
  async next(): Promise<Message> {
    for (;;) {
      const message = this.#messages.shift();
      if (message) {
        this.lastId = message.id ?? this.lastId;
        return message;
      }
      if (this.#ended) throw new Error('The stream has ended');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /**
   * Returns the next message, which must be of this kind. Heartbeats and counts of eligible people are skipped, unless
   * they are of that kind.
   */
  async expect<Kind extends LiveKind>(kind: Kind): Promise<LiveData<Kind>> {
    const skipped: Message['kind'][] = ['heartbeat', 'eligible'];
    let message = await this.next();
    while (message.kind !== kind && skipped.includes(message.kind)) message = await this.next();
    if (message.kind !== kind) throw new Error(`Expected ${kind}, got ${JSON.stringify(message)}`);
    const data = liveMessages[kind].parse(message.data) as LiveData<Kind>;
    // The server does not validate messages before sending, so a field that the contract does not list would be
    // published.
    if (!isDeepStrictEqual(data, message.data)) throw new Error(`More than ${kind} may have`);
    return data;
  }

  /** Resolves when the server has ended the stream. */
  async ended(): Promise<void> {
    while (!this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.response.destroy();
  }

  #read(text: string): void {
    const blocks = (this.#unread + text).split('\n\n');
    this.#unread = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const kind = field('event');
      if (!kind) continue;
      this.#messages.push({
        id: field('id'),
        kind: kind as Message['kind'],
        data: JSON.parse(field('data') ?? 'null'),
      });
    }
    this.#wake();
  }
}

export function watch(
  url: string,
  eventId: string,
  headers: Record<string, string> = {},
): Promise<Watcher> {
  return watchStream(`${url}/api/events/${eventId}/live`, headers);
}

/** Reads any event stream of the server. */
export function watchStream(url: string, headers: Record<string, string>): Promise<Watcher> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers }, (response) =>
      resolve(new Watcher(response)),
    );
    request.on('error', reject);
  });
}
