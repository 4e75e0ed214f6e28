import { liveMessages } from '@drawbridge/contract/live';
import { HEARTBEAT_MS, type LiveKind } from '@drawbridge/contract/stage';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/client.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import { listen } from '../../db/listen.ts';
import type { Reader } from './reader.ts';
import { LIVE_CHANNEL, type LiveNews, type LiveNotice, readNews, readSnapshot } from './store.ts';

/** How many messages a process remembers per event for those who come back. */
const REMEMBERED = 50;

/** At most one message in so long says that the people in the next draw may be others. */
const ELIGIBLE_INTERVAL_MS = 1000;

/** A message that was published, and when by this process's clock. */
interface PublishedMessage extends LiveNews {
  at: number;
}

/** All readers of one event in this process, and how far they have been told. */
interface Room {
  version: number;
  readers: Set<Reader>;
  /** Those who are on their way in; the room stays open for them. */
  joining: number;
  /** All messages after the version `since`. */
  recent: PublishedMessage[];
  since: number;
  snapshot: { version: number; text: string };
  /** Read once for all who come at the same time. */
  renewing: ReturnType<typeof readSnapshot> | undefined;
  /** News are read one batch at a time. */
  pulling: Promise<void> | undefined;
  /** Something was published while a batch was being read. */
  stale: boolean;
  /** Runs after an `eligible` message; `due` is set when another has to follow. */
  eligible: { timer: NodeJS.Timeout | undefined; due: boolean };
}

/**
 * Passes on what happens in the events to everybody who watches in this process. The database tells
 * every process; each reads the news of an event once, however many watch it.
 */
export class LiveHub {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #rooms = new Map<string, Promise<Room | undefined>>();
  #listener: ReturnType<typeof listen> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #readers = 0;
  #closed = false;

  constructor(db: Database, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  get readers(): number {
    return this.#readers;
  }

  /** How many events are watched in this process. */
  get rooms(): number {
    return this.#rooms.size;
  }

  /** Tells a reader what it has missed since `seen`, or everything, and then whatever happens. */
  async join(eventId: string, reader: Reader, seen: number | undefined): Promise<void> {
    const room = await this.#enter(eventId);
    if (!room) return reader.end();
    try {
      const missed = seen === undefined ? undefined : missedSince(room, seen);
      if (missed) {
        for (const message of missed) reader.write(textOf(message));
        // Not remembered, so it may have been missed as well.
        reader.write(ELIGIBLE);
      } else if (await this.#hasFreshSnapshot(eventId, room)) reader.write(room.snapshot.text);
      else reader.end();
      if (!reader.closed) {
        room.readers.add(reader);
        this.#readers += 1;
      }
    } finally {
      room.joining -= 1;
      this.#closeIfEmpty(eventId, room);
    }
    if (this.#closed) reader.end();
  }

  async leave(eventId: string, reader: Reader): Promise<void> {
    const room = await this.#roomOf(eventId);
    if (!room?.readers.delete(reader)) return;
    this.#readers -= 1;
    this.#closeIfEmpty(eventId, room);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    await this.#forEachReader((reader) => reader.end());
    await this.#listener?.stop();
  }

  /** The room of an event, held open until the caller counts `joining` down. */
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
    // Its last reader may have left in the meantime.
    if (room && this.#rooms.get(eventId) !== opening) return this.#enter(eventId);
    if (room) room.joining += 1;
    return room;
  }

  #closeIfEmpty(eventId: string, room: Room): void {
    if (room.readers.size > 0 || room.joining > 0) return;
    clearTimeout(room.eligible.timer);
    this.#rooms.delete(eventId);
  }

  /** The room, if it is open or will be. Whoever opens it hears why it could not be opened. */
  async #roomOf(eventId: string): Promise<Room | undefined> {
    return this.#rooms.get(eventId)?.catch(() => undefined);
  }

  async #open(eventId: string): Promise<Room | undefined> {
    const found = await readSnapshot(this.#db, eventId);
    if (!found) return undefined;
    const { version, snapshot } = found;
    const since = Math.max(0, version - REMEMBERED);
    const recent = await readNews(this.#db, eventId, since);
    return {
      version,
      readers: new Set(),
      joining: 0,
      recent: recent.filter((news) => news.version <= version).map(published),
      since,
      snapshot: { version, text: encode('snapshot', snapshot, version) },
      renewing: undefined,
      pulling: undefined,
      stale: false,
      eligible: { timer: undefined, due: false },
    };
  }

  /** Makes the snapshot as new as what the others have been told; false when the event was deleted. */
  async #hasFreshSnapshot(eventId: string, room: Room): Promise<boolean> {
    while (room.snapshot.version < room.version) {
      room.renewing ??= readSnapshot(this.#db, eventId).finally(() => {
        room.renewing = undefined;
      });
      const found = await room.renewing;
      if (!found) return false;
      const { version, snapshot } = found;
      room.snapshot = { version, text: encode('snapshot', snapshot, version) };
      // Ahead of what the others have been told: they are told now, so that nobody is told twice.
      if (version > room.version) await this.#pull(eventId);
    }
    return true;
  }

  /** Listening begins with the first reader: most commands and tests have none. */
  #start(): void {
    if (this.#listener || this.#closed) return;
    this.#listener = listen(this.#db, LIVE_CHANNEL, {
      onNotification: (payload) => this.#onNotification(JSON.parse(payload) as LiveNotice),
      onListening: () => {
        for (const eventId of this.#rooms.keys()) this.#pull(eventId);
      },
    });
    const text = Buffer.from(encode('heartbeat', {}));
    this.#heartbeat = setInterval(
      () => this.#forEachReader((reader) => reader.writeHeartbeat(text)),
      HEARTBEAT_MS,
    );
    this.#heartbeat.unref();
  }

  async #onNotification(notice: LiveNotice): Promise<void> {
    if (notice.kind === undefined) return this.#pull(notice.eventId);
    const room = await this.#roomOf(notice.eventId);
    if (!room) return;
    if (notice.kind === 'eligible') return this.#writeEligible(room);
    const data = notice.kind === 'drawing' ? { prizeId: notice.prizeId } : {};
    const text = Buffer.from(encode(notice.kind, data));
    for (const reader of room.readers) {
      reader.write(text);
      if (notice.kind === 'deleted') reader.end();
    }
  }

  /** At once when none was written just now, and otherwise once when the interval is over. */
  #writeEligible(room: Room): void {
    const { eligible } = room;
    eligible.due = eligible.timer !== undefined;
    if (eligible.due) return;
    for (const reader of room.readers) reader.write(ELIGIBLE);
    eligible.timer = setTimeout(() => {
      eligible.timer = undefined;
      if (eligible.due) this.#writeEligible(room);
    }, ELIGIBLE_INTERVAL_MS).unref();
  }

  /** Tells the readers of an event what they have not been told yet. */
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
        const news = await readNews(this.#db, eventId, room.version);
        for (const message of news.map(published)) this.#write(room, message);
      } catch (error) {
        // When the database is back, so is the listener, and it asks again.
        if (!isDatabaseAway(error)) this.#log.error({ err: error }, 'live news');
      }
    }
  }

  #write(room: Room, message: PublishedMessage): void {
    const text = Buffer.from(textOf(message));
    room.version = message.version;
    // The event may show less of its winners from now on: earlier messages are not sent again.
    if (message.kind === 'event') Object.assign(room, { recent: [], since: message.version - 1 });
    room.recent.push(message);
    if (room.recent.length > REMEMBERED) room.since = room.recent.shift()?.version ?? room.version;
    for (const reader of room.readers) reader.write(text);
  }

  async #forEachReader(work: (reader: Reader) => void): Promise<void> {
    for (const eventId of [...this.#rooms.keys()]) {
      const room = await this.#roomOf(eventId);
      for (const reader of room?.readers ?? []) work(reader);
    }
  }
}

/** What a reader who has seen a version has missed; undefined when that is no longer known. */
function missedSince(room: Room, seen: number): PublishedMessage[] | undefined {
  if (seen < room.since || seen > room.version) return undefined;
  return room.recent.filter(({ version }) => version > seen);
}

/** Checked once, however many readers it is written to. */
function published(news: LiveNews): PublishedMessage {
  const data = liveMessages[news.kind].parse(news.data);
  return { ...news, data, at: Date.now() - news.ageMs };
}

function textOf({ kind, data, version, at }: PublishedMessage): string {
  const age = Math.max(0, Math.round(Date.now() - at));
  return format(kind, 'age' in data ? { ...data, age } : data, version);
}

/** A message with the fields that the contract lists, and no others. */
function encode(kind: LiveKind, data: object, version?: number): string {
  return format(kind, liveMessages[kind].parse(data), version);
}

/** JSON has no line ends of its own, so it is one line of an event stream. */
function format(kind: LiveKind, data: object, version?: number): string {
  const id = version === undefined ? '' : `id: ${version}\n`;
  return `${id}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}

const ELIGIBLE = Buffer.from(encode('eligible', {}));
