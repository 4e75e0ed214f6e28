import { FollowedClock } from '@drawbridge/contract/scene';
import { HEARTBEAT_MS } from '@drawbridge/contract/stage';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/client.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import { listen } from '../../db/listen.ts';
import { LIVE_CHANNEL, type LiveNotice } from '../events/notices.ts';
import { LeadFeed } from './lead-feed.ts';
import { isLiveKind, type LiveMessage, type StoredMessage, toStream } from './messages.ts';
import { PeopleFeed } from './people-feed.ts';
import type { Reader } from './reader.ts';
import { listKinds, readMessages, readSnapshot } from './store.ts';

/** How many messages a process keeps per event for readers that reconnect. */
const REMEMBERED = 50;
/** An empty room is kept this long, because opening a room reads more than joining one. */
const EMPTY_ROOM_MS = 10_000;
/** A snapshot is read again after this long, because a winner is on show for an hour at most. */
const SNAPSHOT_MS = 60_000;

interface RoomSnapshot {
  version: number;
  /** When reading it began, because what it says may be that old. */
  readAt: number;
  message: StoredMessage;
  /** As the stream sends it. */
  text: Buffer;
}

/** All readers of one event in this process, and the last version that they have been sent. */
interface Room {
  version: number;
  readers: Set<Reader>;
  /** How many readers are joining; the room stays open for them. */
  joining: number;
  /** All messages after the version `since`. */
  recent: StoredMessage[];
  since: number;
  snapshot: RoomSnapshot;
  /** Shared by all readers that join at the same time. */
  renewing: Promise<RoomSnapshot | undefined> | undefined;
  /** Messages are read one batch at a time. */
  pulling: Promise<void> | undefined;
  /** Set when something was published while a batch was being read. */
  stale: boolean;
  people: PeopleFeed;
  /** Set while the room is empty. */
  closing: NodeJS.Timeout | undefined;
}

/**
 * Sends live messages to all readers in this process. The database notifies every process, and each
 * process reads the messages of an event once, however many readers there are.
 */
export class LiveHub {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #rooms = new Map<string, Promise<Room | undefined>>();
  readonly #leads: LeadFeed;
  readonly #emptyRoomMs: number;
  /** The database's, by which draws begin and winners are shown. */
  readonly #clock = new FollowedClock();
  #listener: ReturnType<typeof listen> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #readers = 0;
  #closed = false;

  constructor(db: Database, log: FastifyBaseLogger, emptyRoomMs = EMPTY_ROOM_MS) {
    this.#db = db;
    this.#log = log;
    this.#emptyRoomMs = emptyRoomMs;
    this.#leads = new LeadFeed(db, log);
  }

  get readers(): number {
    return this.#readers + this.#leads.readers;
  }

  /** How many events have readers in this process, or had some a moment ago. */
  get rooms(): number {
    return this.#rooms.size;
  }

  /** Sends a reader what it has missed since `seen`, or a snapshot, and then every new message. */
  async join(eventId: string, reader: Reader, seen: number | undefined): Promise<void> {
    const room = await this.#enter(eventId);
    if (!room) return reader.end();
    room.people.begin();
    try {
      const missed = seen === undefined ? undefined : missedSince(room, seen);
      if (missed) reader.catchUp(Buffer.concat(missed.map(toStream)));
      else if (await this.#hasFreshSnapshot(eventId, room)) reader.catchUp(room.snapshot.text);
      else return reader.end();
      reader.write(toStream(this.#time()));
      if (!reader.closed) {
        // These messages are not kept, so one may have been missed.
        if (room.people.last) reader.write(toStream(room.people.last));
        room.readers.add(reader);
        this.#readers += 1;
        this.#log.debug({ event: eventId, seen, pages: room.readers.size }, 'live: a page joined');
      }
    } finally {
      room.joining -= 1;
      this.#closeIfEmpty(eventId, room);
    }
    if (this.#closed) reader.end();
  }

  /** What a reader that joins now would be sent first, or undefined if the event was deleted. */
  async catchUp(eventId: string, seen: number | undefined): Promise<LiveMessage[] | undefined> {
    const room = await this.#enter(eventId);
    if (!room) return undefined;
    try {
      const missed = seen === undefined ? undefined : missedSince(room, seen);
      if (!missed && !(await this.#hasFreshSnapshot(eventId, room))) return undefined;
      const { last } = room.people;
      const others = [this.#time(1000), ...(last ? [last] : [])];
      return [...(missed ?? [room.snapshot.message]), ...others];
    } finally {
      room.joining -= 1;
      this.#closeIfEmpty(eventId, room);
    }
  }

  async leave(eventId: string, reader: Reader): Promise<void> {
    const room = await this.#roomOf(eventId);
    if (!room?.readers.delete(reader)) return;
    this.#readers -= 1;
    this.#log.debug({ event: eventId, pages: room.readers.size }, 'live: a page left');
    this.#closeIfEmpty(eventId, room);
  }

  /** Sends an administrator's page how many leads each event has, now and whenever that changes. */
  async joinLeads(reader: Reader, token: string, events: string[] | null): Promise<void> {
    this.#start();
    await this.#leads.join(reader, token, events);
    if (this.#closed) reader.end();
  }

  leaveLeads(reader: Reader): void {
    this.#leads.leave(reader);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    this.#leads.close();
    await this.#forEachReader((reader) => reader.end());
    for (const eventId of this.#rooms.keys()) (await this.#roomOf(eventId))?.people.close();
    await this.#listener?.stop();
  }

  /** Returns the room of an event, which stays open until the caller decrements `joining`. */
  async #enter(eventId: string): Promise<Room | undefined> {
    this.#start();
    let opening = this.#rooms.get(eventId);
    if (!opening) {
      opening = this.#open(eventId);
      this.#rooms.set(eventId, opening);
      const forget = () => this.#rooms.delete(eventId);
      opening.then((found) => found ?? forget(), forget);
    }
    const room = await opening;
    // It may have been closed in the meantime.
    if (room && this.#rooms.get(eventId) !== opening) return this.#enter(eventId);
    if (room) {
      room.joining += 1;
      clearTimeout(room.closing);
    }
    return room;
  }

  #closeIfEmpty(eventId: string, room: Room): void {
    if (room.readers.size > 0 || room.joining > 0) return;
    clearTimeout(room.closing);
    room.closing = setTimeout(() => {
      room.people.close();
      this.#rooms.delete(eventId);
    }, this.#emptyRoomMs).unref();
  }

  /** The room if it is open or opening. If opening fails, the error goes to the caller that opened it. */
  async #roomOf(eventId: string): Promise<Room | undefined> {
    return this.#rooms.get(eventId)?.catch(() => undefined);
  }

  async #open(eventId: string): Promise<Room | undefined> {
    const snapshot = await this.#readSnapshot(eventId);
    if (!snapshot) return undefined;
    const { version } = snapshot;
    const since = Math.max(0, version - REMEMBERED);
    const recent = await readMessages(this.#db, eventId, since);
    return {
      version,
      readers: new Set(),
      joining: 0,
      recent: recent.filter((message) => message.version <= version && isLiveKind(message.kind)),
      since,
      snapshot,
      renewing: undefined,
      pulling: undefined,
      stale: false,
      closing: undefined,
      people: new PeopleFeed(this.#db, this.#log, eventId, async (text) => {
        // A draw changes the count too, so its result is sent before the count.
        await this.#pull(eventId);
        const room = await this.#roomOf(eventId);
        for (const reader of room?.readers ?? []) reader.write(text);
      }),
    };
  }

  /** Reads and encodes the snapshot once for all readers that wait for it. */
  async #readSnapshot(eventId: string): Promise<RoomSnapshot | undefined> {
    const readAt = Date.now();
    const message = await readSnapshot(this.#db, eventId);
    if (!message) return undefined;
    this.#clock.follow(message.now);
    return { version: message.version, readAt, message, text: toStream(message) };
  }

  /** Brings the snapshot up to the version of the other readers. Returns false if the event was deleted. */
  async #hasFreshSnapshot(eventId: string, room: Room): Promise<boolean> {
    const isOld = ({ readAt }: RoomSnapshot) => Math.abs(Date.now() - readAt) > SNAPSHOT_MS;
    while (room.snapshot.version < room.version || isOld(room.snapshot)) {
      const expected = room.version;
      const isOurs = !room.renewing;
      room.renewing ??= this.#readSnapshot(eventId).finally(() => {
        room.renewing = undefined;
      });
      const snapshot = await room.renewing;
      if (!snapshot) return false;
      const { version } = snapshot;
      room.snapshot = snapshot;
      // The snapshot is ahead of the other readers, so they catch up now and nothing is sent twice.
      if (version > room.version) await this.#pull(eventId);
      // PostgreSQL has failed over to a server that did not have the last messages. Their versions are used
      // again, so everybody begins anew.
      if (isOurs && version < expected) {
        Object.assign(room, { version, recent: [], since: version });
        for (const reader of room.readers) reader.write(room.snapshot.text);
      }
    }
    return true;
  }

  /** Listening begins with the first reader, because most tests have none. */
  #start(): void {
    if (this.#listener || this.#closed) return;
    this.#listener = listen(this.#db, LIVE_CHANNEL, {
      onNotification: (payload) => this.#onNotification(JSON.parse(payload) as LiveNotice),
      onListening: () => {
        for (const eventId of this.#rooms.keys()) void this.#synchronise(eventId);
        this.#leads.sendAll();
      },
    });
    this.#heartbeat = setInterval(() => {
      const text = toStream(this.#time());
      void this.#forEachReader((reader) => reader.writeHeartbeat(text));
      void this.#leads.endStreams(text);
    }, HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /** To the second for pages that ask, so that those that ask together get the same answer. */
  #time(precisionMs = 1): LiveMessage {
    const now = Math.floor(this.#clock.now() / precisionMs) * precisionMs;
    return { kind: 'heartbeat', json: JSON.stringify({ now }) };
  }

  async #onNotification(notice: LiveNotice): Promise<void> {
    if (notice.kind === 'sessions') return this.#leads.endStreams();
    if (notice.kind === undefined) return this.#pull(notice.eventId);
    // Leads that were deleted or moved to another event are announced as `eligible`.
    if (['leads', 'eligible', 'deleted'].includes(notice.kind)) this.#leads.note(notice.eventId);
    // A newer server may announce what this one does not know.
    if (!isLiveKind(notice.kind)) return;
    const room = await this.#roomOf(notice.eventId);
    if (!room) return;
    if (notice.kind === 'eligible') return room.people.count();
    const text = toStream({ kind: notice.kind, json: '{}' });
    for (const reader of room.readers) {
      reader.write(text);
      if (notice.kind === 'deleted') reader.end();
    }
  }

  /** Catches up after notifications may have been missed, and messages lost. */
  async #synchronise(eventId: string): Promise<void> {
    const room = await this.#roomOf(eventId);
    if (!room) return;
    room.snapshot.version = -1;
    try {
      await this.#hasFreshSnapshot(eventId, room);
    } catch (error) {
      // When the database is back, the listener reconnects.
      if (!isDatabaseUnavailable(error)) this.#log.error({ err: error }, 'live snapshot');
    }
    await this.#pull(eventId);
    await room.people.count({ nothingHappened: true });
  }

  /** Sends the readers of an event all messages that they have not received yet. */
  async #pull(eventId: string): Promise<void> {
    const room = await this.#roomOf(eventId);
    if (!room) return;
    room.stale = true;
    room.pulling ??= this.#readAll(eventId, room).finally(() => {
      room.pulling = undefined;
    });
    await room.pulling;
  }

  async #readAll(eventId: string, room: Room): Promise<void> {
    while (room.stale) {
      room.stale = false;
      try {
        const messages = await readMessages(this.#db, eventId, room.version);
        for (const message of messages) this.#publish(room, message);
      } catch (error) {
        // When the database is back, the listener reconnects and pulls again.
        if (!isDatabaseUnavailable(error)) this.#log.error({ err: error }, 'live messages');
      }
    }
  }

  #publish(room: Room, message: StoredMessage): void {
    room.version = message.version;
    if (!isLiveKind(message.kind)) return;
    const text = toStream(message);
    // The event may show less of its winners from now on, so earlier messages are not sent again.
    if (message.kind === 'event') Object.assign(room, { recent: [], since: message.version - 1 });
    const isOutdated = ({ kind }: LiveMessage) => kind === message.kind && listKinds.includes(kind);
    room.recent = [...room.recent.filter((before) => !isOutdated(before)), message];
    if (room.recent.length > REMEMBERED) room.since = room.recent.shift()?.version ?? room.version;
    for (const reader of room.readers) reader.write(text);
    const { kind, version } = message;
    this.#log.debug({ kind, version, pages: room.readers.size }, 'live: a message was sent');
  }

  async #forEachReader(work: (reader: Reader) => void): Promise<void> {
    for (const eventId of [...this.#rooms.keys()]) {
      const room = await this.#roomOf(eventId);
      for (const reader of room?.readers ?? []) work(reader);
    }
  }
}

/** The messages after version `seen`; undefined if they are no longer kept. */
function missedSince(room: Room, seen: number): StoredMessage[] | undefined {
  if (seen < room.since || seen > room.version) return undefined;
  return room.recent.filter(({ version }) => version > seen);
}
