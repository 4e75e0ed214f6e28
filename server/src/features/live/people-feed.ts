import type { LiveData } from '@drawbridge/contract/live';
import type { LiveKind } from '@drawbridge/contract/stage';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import { countPeople } from '../raffle/people-store.ts';
import { type LiveMessage, toStream } from './messages.ts';

/** The people are counted at most this often, and counting takes a tenth of the time at most. */
const INTERVAL_MS = 1000;
const SHARE = 10;

/** Counts the people in an event's next draw whenever they may have changed, for all readers of a room. */
export class PeopleFeed {
  /** The last message, for readers that join later; undefined until the people have been counted. */
  last: LiveMessage | undefined;
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #eventId: string;
  readonly #send: (text: Buffer) => Promise<void>;
  /** How many people have answered the roll call, as it was sent last. */
  #here: number | undefined;
  /** When the last person in the count was verified. */
  #latest: string | undefined;
  /** From one count until the next one may begin; `due` is set if one has to follow. */
  #waiting = false;
  #due = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    db: Database,
    log: FastifyBaseLogger,
    eventId: string,
    send: (text: Buffer) => Promise<void>,
  ) {
    this.#db = db;
    this.#log = log;
    this.#eventId = eventId;
    this.#send = send;
  }

  /** Counts for the first time, for the first reader. */
  begin(): void {
    if (!this.last && !this.#waiting) void this.count();
  }

  /**
   * Counts now, or after the interval if that was done just before. Administrators' pages read more than the
   * count, so they are told even if it is the same, unless nothing has happened.
   */
  async count({ nothingHappened = false } = {}): Promise<void> {
    this.#due = this.#waiting;
    if (this.#waiting) return;
    this.#waiting = true;
    const first = !this.last;
    const began = performance.now();
    try {
      const { latest, rollCall, ...counted } = await countPeople(
        this.#db,
        this.#eventId,
        this.#latest,
      );
      this.#latest = latest;
      if (rollCall && this.#here !== rollCall.here) {
        this.#here = rollCall.here;
        await this.#send(toStream(encode('roll-call', { current: rollCall })));
      }
      const before = this.last;
      // A reader that joins later has not seen the others come in.
      this.last = encode('eligible', { ...counted, joined: [] });
      const message = encode('eligible', counted);
      const same = before?.json === message.json;
      if (!(nothingHappened && same)) await this.#send(toStream(message));
    } catch (error) {
      // When the database is back, the listener reconnects and the people are counted again.
      if (!isDatabaseUnavailable(error)) this.#log.error({ err: error }, 'people in the draw');
    }
    const pause = first ? 0 : Math.max(INTERVAL_MS, SHARE * (performance.now() - began));
    this.#timer = setTimeout(() => {
      this.#waiting = false;
      if (this.#due) void this.count();
    }, pause).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}

function encode<Kind extends LiveKind>(kind: Kind, data: LiveData<Kind>): LiveMessage {
  return { kind, json: JSON.stringify(data) };
}
