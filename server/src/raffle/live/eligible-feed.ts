import type { LiveData } from '@drawbridge/contract/raffle/live';
import type { LiveKind } from '@drawbridge/contract/raffle/stage';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import { countPeople } from '../rosters/eligible-store.ts';
import { type LiveMessage, toStream } from './messages.ts';

/** The minimum interval between counts. `SHARE` also limits counting to a tenth of the time. */
const INTERVAL_MS = 1000;
const SHARE = 10;

/** The number of tickets that are named at once when they have answered the roll call. */
const ANSWERED_SHOWN = 5;

const NO_ROLL_CALL = encode('roll-call', { current: null, answered: [] });

interface Counting {
  nothingHappened?: boolean;
  /** The first digits of a ticket that has just answered the roll call. */
  here?: string | undefined;
}

/** Counts the people in an event's next draw whenever the number may have changed, for all readers of a room. */
export class EligibleFeed {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #eventId: string;
  readonly #send: (text: Buffer) => Promise<void>;
  /** The last messages; undefined until the first count. */
  #count: LiveMessage | undefined;
  #rollCall: LiveMessage | undefined;
  /** The tickets that have answered since the last count, the latest first. */
  #answered: string[] = [];
  /** The time when the last person in the count was verified. */
  #latest: string | undefined;
  /** True from the start of a count until the next may begin. `due` means that another count must follow. */
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

  /** The last messages, for readers that join later. They are not stored in the database. */
  get last(): LiveMessage[] {
    return [this.#rollCall, this.#count].filter((message) => message !== undefined);
  }

  /** Runs the first count, for the first reader. */
  begin(): void {
    if (!this.#count && !this.#waiting) void this.count();
  }

  /**
   * Counts now, or after the interval if a count has just run. The message is sent even if the count is the same,
   * because administrators' pages reload more than the count. `nothingHappened` suppresses that.
   */
  async count({ nothingHappened = false, here }: Counting = {}): Promise<void> {
    if (here) this.#answered = [here, ...this.#answered].slice(0, ANSWERED_SHOWN);
    this.#due = this.#waiting;
    if (this.#waiting) return;
    this.#waiting = true;
    const first = !this.#count;
    const began = performance.now();
    try {
      const { latest, rollCall, ...counted } = await countPeople(
        this.#db,
        this.#eventId,
        this.#latest,
      );
      this.#latest = latest;
      await this.#sendRollCall(rollCall);
      const message = encode('eligible', counted);
      const same = this.#count?.json === message.json;
      // A reader that joins later has not seen the earlier people join.
      this.#count = encode('eligible', { ...counted, joined: [] });
      if (!(nothingHappened && same)) await this.#send(toStream(message));
    } catch (error) {
      // After the database recovers, the listener reconnects and the people are counted again.
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

  /** Sends the roll call if it was opened or closed, or if its count has changed. */
  async #sendRollCall(current: LiveData<'roll-call'>['current']): Promise<void> {
    const message = encode('roll-call', { current, answered: [] });
    const answered = this.#answered;
    this.#answered = [];
    // The first readers know from their snapshot that no roll call is open.
    const before = this.#rollCall?.json ?? NO_ROLL_CALL.json;
    this.#rollCall = message.json === NO_ROLL_CALL.json ? undefined : message;
    if (message.json === before) return;
    // A reader that joins later has not seen the earlier people answer.
    await this.#send(toStream(encode('roll-call', { current, answered })));
  }
}

function encode<Kind extends LiveKind>(kind: Kind, data: LiveData<Kind>): LiveMessage {
  return { kind, json: JSON.stringify(data) };
}
