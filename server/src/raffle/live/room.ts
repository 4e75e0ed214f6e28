import type { FollowedClock } from '@drawbridge/contract/raffle/scene';
import type { LiveKind } from '@drawbridge/contract/raffle/stage';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import { ApplauseFeed } from './applause.ts';
import { EligibleFeed } from './eligible-feed.ts';
import { type LiveMessage, type StoredMessage, toStream } from './messages.ts';
import type { Reader } from './reader.ts';
import { listKinds, readMessages, readSnapshot } from './store.ts';

/** The number of messages per event that a process keeps for readers that reconnect. */
const REMEMBERED = 50;
/** The maximum age of a snapshot, because a winner is shown for an hour at most. */
const SNAPSHOT_MS = 60_000;

interface Snapshot {
  /** The time when reading began. The content can be that old. */
  readAt: number;
  message: StoredMessage;
  /** The encoded message for the stream. */
  text: Buffer;
}

/** All readers of one event in this process, and the last version that was sent to them. */
export class Room {
  readonly readers = new Set<Reader>();
  readonly people: EligibleFeed;
  readonly applause = new ApplauseFeed((counted) => this.sendToScreens('applause', counted));
  /** The number of readers that are joining. The room stays open for them. */
  joining = 0;
  /** The timer that closes the room, set while it is empty. */
  closing: NodeJS.Timeout | undefined;
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #clock: FollowedClock;
  readonly #eventId: string;
  #version = 0;
  /** All messages after the version `#since`. */
  #recent: StoredMessage[] = [];
  #since = 0;
  #snapshot: Snapshot | undefined;
  /** The read that all readers share that join at the same time. */
  #renewing: Promise<Snapshot | undefined> | undefined;
  /** The read of messages that is running; one batch is read at a time. */
  #pulling: Promise<void> | undefined;
  /** True if a message was published while a batch was being read. */
  #stale = false;

  constructor(db: Database, log: FastifyBaseLogger, clock: FollowedClock, eventId: string) {
    this.#db = db;
    this.#log = log;
    this.#clock = clock;
    this.#eventId = eventId;
    this.people = new EligibleFeed(db, log, eventId, async (text) => {
      // A draw changes the count too, so its result is sent before the count.
      await this.pull();
      this.send(text);
    });
  }

  close(): void {
    this.people.close();
    this.applause.close();
  }

  /** Opens a room. Returns undefined if there is no such event. */
  static async open(...of: ConstructorParameters<typeof Room>): Promise<Room | undefined> {
    const room = new Room(...of);
    const snapshot = await room.#readSnapshot();
    if (!snapshot) return undefined;
    const { version } = snapshot.message;
    const since = Math.max(0, version - REMEMBERED);
    const recent = await readMessages(room.#db, room.#eventId, since);
    room.#recent = recent.filter((each) => each.version <= version);
    room.#version = version;
    room.#since = since;
    room.#snapshot = snapshot;
    return room;
  }

  send(text: Buffer): void {
    for (const reader of this.readers) reader.write(text);
  }

  /** Sends what only walls and remotes show. A phone in the hall may be waiting for its winner. */
  sendToScreens(kind: LiveKind, data: object): void {
    const text = toStream({ kind, json: JSON.stringify(data) });
    for (const reader of this.readers) if (reader.screen) reader.write(text);
  }

  /** The messages after version `seen`. Undefined if they are no longer kept. */
  missedSince(lastVersion: number | undefined): StoredMessage[] | undefined {
    if (lastVersion === undefined || lastVersion < this.#since || lastVersion > this.#version)
      return undefined;
    return this.#recent.filter(({ version }) => version > lastVersion);
  }

  /** The snapshot, with the version of the other readers. Undefined if the event was deleted. */
  async snapshot(): Promise<Snapshot | undefined> {
    const isOld = ({ readAt, message }: Snapshot) =>
      message.version < this.#version || Math.abs(Date.now() - readAt) > SNAPSHOT_MS;
    while (!this.#snapshot || isOld(this.#snapshot)) {
      const expected = this.#version;
      const isOurs = !this.#renewing;
      this.#renewing ??= this.#readSnapshot().finally(() => {
        this.#renewing = undefined;
      });
      const snapshot = await this.#renewing;
      if (!snapshot) return undefined;
      const { version } = snapshot.message;
      this.#snapshot = snapshot;
      // The snapshot is ahead of the other readers, so they catch up now and no message is sent twice.
      if (version > this.#version) await this.pull();
      // PostgreSQL has failed over to a server without the last messages. Their versions will be reused, so all
      // readers start over.
      if (isOurs && version < expected) {
        this.#version = version;
        this.#recent = [];
        this.#since = version;
        this.send(snapshot.text);
      }
    }
    return this.#snapshot;
  }

  /**
   * Reads and encodes the snapshot once for all readers that wait for it. Keeps the old one if the content is the
   * same.
   */
  async #readSnapshot(): Promise<Snapshot | undefined> {
    const readAt = Date.now();
    const read = await readSnapshot(this.#db, this.#eventId);
    if (!read) return undefined;
    const { now, ...message } = read;
    this.#clock.follow(now);
    const before = this.#snapshot;
    const same =
      before?.message.version === message.version && before.message.json === message.json;
    return same ? { ...before, readAt } : { readAt, message, text: toStream(message) };
  }

  /** Catches up after notifications may have been missed or messages lost. */
  async synchronise(): Promise<void> {
    if (this.#snapshot) this.#snapshot.readAt = 0;
    await this.#reporting('live snapshot', () => this.snapshot());
    await this.pull();
    await this.people.count({ nothingHappened: true });
  }

  /** Sends all readers the messages that they have not received yet. */
  async pull(): Promise<void> {
    this.#stale = true;
    this.#pulling ??= this.#readAll().finally(() => {
      this.#pulling = undefined;
    });
    await this.#pulling;
  }

  async #readAll(): Promise<void> {
    while (this.#stale) {
      this.#stale = false;
      await this.#reporting('live messages', async () => {
        const messages = await readMessages(this.#db, this.#eventId, this.#version);
        for (const message of messages) this.#publish(message);
      });
    }
  }

  #publish(message: StoredMessage): void {
    const { kind, version } = message;
    this.#version = version;
    // The event may show less of its winners from now on, so earlier messages are not sent again.
    if (kind === 'event') {
      this.#recent = [];
      this.#since = version - 1;
    }
    const isOutdated = (before: LiveMessage) => before.kind === kind && listKinds.includes(kind);
    this.#recent = [...this.#recent.filter((before) => !isOutdated(before)), message];
    if (this.#recent.length > REMEMBERED) this.#since = this.#recent.shift()?.version ?? version;
    this.send(toStream(message));
    this.#log.debug({ kind, version, pages: this.readers.size }, 'live: a message was sent');
  }

  /** Logs unexpected errors. After the database recovers, the listener reconnects and everything is read again. */
  async #reporting(activity: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) this.#log.error({ err: error }, activity);
    }
  }
}
