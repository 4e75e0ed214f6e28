import { HEARTBEAT_MS, type LiveKind } from '@drawbridge/contract/stage';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/client.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import { listen } from '../../db/listen.ts';
import type { Reader } from './reader.ts';
import { LIVE_CHANNEL, type LiveNews, type LiveNotice, readNews, readSnapshot } from './store.ts';

/** How many messages a process remembers per event for those who come back. */
const REMEMBERED = 50;

/** What is told when, by this process's clock. */
interface Told extends LiveNews {
  at: number;
}

/** All readers of one event in this process, and how far they have been told. */
interface Room {
  version: number;
  readers: Set<Reader>;
  /** Those who are on their way in; the room stays open for them. */
  joining: number;
  /** All that was told after the version `since`. */
  recent: Told[];
  since: number;
  snapshot: { version: number; text: string };
  /** Read once for all who come at the same time. */
  renewing: ReturnType<typeof readSnapshot> | undefined;
  /** News are read one batch at a time. */
  pulling: Promise<void> | undefined;
  /** Something was told while a batch was being read. */
  stale: boolean;
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
  #heart: NodeJS.Timeout | undefined;
  #readers = 0;
  #closed = false;

  constructor(db: Database, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  get readers(): number {
    return this.#readers;
  }

  /** Whether there is such an event. What it tells from here on will reach its readers. */
  async has(eventId: string): Promise<boolean> {
    return (await this.#enter(eventId)) !== undefined;
  }

  /** Tells a reader what it has missed since `seen`, or everything, and then whatever happens. */
  async join(eventId: string, reader: Reader, seen: number | undefined): Promise<void> {
    const room = await this.#enter(eventId);
    if (!room) return reader.end();
    room.joining += 1;
    try {
      const missed = seen === undefined ? undefined : missedSince(room, seen);
      if (missed) for (const news of missed) reader.write(textOf(news));
      else if (await this.#hasFreshSnapshot(eventId, room)) reader.write(room.snapshot.text);
      else reader.end();
      room.readers.add(reader);
      this.#readers += 1;
    } finally {
      room.joining -= 1;
    }
    if (reader.gone) await this.leave(eventId, reader);
    else if (this.#closed) reader.end();
  }

  async leave(eventId: string, reader: Reader): Promise<void> {
    const room = await this.#roomOf(eventId);
    if (!room?.readers.delete(reader)) return;
    this.#readers -= 1;
    if (room.readers.size === 0 && room.joining === 0) this.#rooms.delete(eventId);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heart);
    await this.#tellAll((reader) => reader.end());
    await this.#listener?.stop();
  }

  #enter(eventId: string): Promise<Room | undefined> {
    this.#start();
    let room = this.#rooms.get(eventId);
    if (!room) {
      room = this.#open(eventId);
      this.#rooms.set(eventId, room);
      const forget = () => this.#rooms.delete(eventId);
      room.then((found) => found ?? forget(), forget);
    }
    return room;
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
      recent: recent.filter((news) => news.version <= version).map(told),
      since,
      snapshot: { version, text: messageText('snapshot', snapshot, version) },
      renewing: undefined,
      pulling: undefined,
      stale: false,
    };
  }

  /** Makes the snapshot as new as what the others have been told; false when the event has gone. */
  async #hasFreshSnapshot(eventId: string, room: Room): Promise<boolean> {
    while (room.snapshot.version < room.version) {
      room.renewing ??= readSnapshot(this.#db, eventId).finally(() => {
        room.renewing = undefined;
      });
      const found = await room.renewing;
      if (!found) return false;
      const { version, snapshot } = found;
      room.snapshot = { version, text: messageText('snapshot', snapshot, version) };
      // Ahead of what the others have been told: they are told now, so that nobody is told twice.
      if (version > room.version) await this.#pull(eventId);
    }
    return true;
  }

  /** Listening begins with the first reader: most commands and tests have none. */
  #start(): void {
    if (this.#listener || this.#closed) return;
    this.#listener = listen(this.#db, LIVE_CHANNEL, {
      onNotification: (payload) => this.#hear(JSON.parse(payload) as LiveNotice),
      onListening: () => {
        for (const eventId of this.#rooms.keys()) this.#pull(eventId);
      },
    });
    const beat = Buffer.from(messageText('beat', {}));
    this.#heart = setInterval(() => this.#tellAll((reader) => reader.beat(beat)), HEARTBEAT_MS);
    this.#heart.unref();
  }

  #hear(notice: LiveNotice): void {
    if (notice.kind === undefined) {
      this.#pull(notice.eventId);
      return;
    }
    const data = notice.kind === 'drawing' ? { prizeId: notice.prizeId } : {};
    const text = Buffer.from(messageText(notice.kind, data));
    this.#roomOf(notice.eventId).then((room) => {
      for (const reader of room?.readers ?? []) {
        reader.write(text);
        if (notice.kind === 'gone') reader.end();
      }
    });
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
        for (const one of news.map(told)) this.#tell(room, one);
      } catch (error) {
        // When the database is back, so is the listener, and it asks again.
        if (!isDatabaseAway(error)) this.#log.error({ err: error }, 'live news');
      }
    }
  }

  #tell(room: Room, news: Told): void {
    const text = Buffer.from(textOf(news));
    room.version = news.version;
    // The event may show less of its winners from now on: what was told before is not told again.
    if (news.kind === 'event') Object.assign(room, { recent: [], since: news.version - 1 });
    room.recent.push(news);
    if (room.recent.length > REMEMBERED) room.since = room.recent.shift()?.version ?? room.version;
    for (const reader of room.readers) reader.write(text);
  }

  async #tellAll(tell: (reader: Reader) => void): Promise<void> {
    for (const eventId of [...this.#rooms.keys()]) {
      const room = await this.#roomOf(eventId);
      for (const reader of room?.readers ?? []) tell(reader);
    }
  }
}

/** What a reader who has seen a version has missed; undefined when that is no longer known. */
function missedSince(room: Room, seen: number): Told[] | undefined {
  if (seen < room.since || seen > room.version) return undefined;
  return room.recent.filter(({ version }) => version > seen);
}

function told(news: LiveNews): Told {
  return { ...news, at: Date.now() - news.ageMs };
}

function textOf({ kind, data, version, at }: Told): string {
  const age = Math.max(0, Math.round(Date.now() - at));
  return messageText(kind, 'age' in data ? { ...data, age } : data, version);
}

/** JSON has no line ends of its own, so it is one line of an event stream. */
function messageText(kind: LiveKind, data: object, version?: number): string {
  const id = version === undefined ? '' : `id: ${version}\n`;
  return `${id}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}
