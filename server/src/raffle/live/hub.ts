import { FollowedClock } from '@drawbridge/contract/raffle/scene';
import { HEARTBEAT_MS } from '@drawbridge/contract/raffle/stage';
import type { FastifyBaseLogger } from 'fastify';
import { LIVE_CHANNEL, type LiveNotification } from '../../core/change/publish.ts';
import type { Database } from '../../db/client.ts';
import { listen } from '../../db/listen.ts';
import { LeadFeed } from './lead-feed.ts';
import { type LiveMessage, toStream } from './messages.ts';
import type { Reader } from './reader.ts';
import { Room } from './room.ts';

/** The time that an empty room is kept, because opening a room reads more than joining one. */
const EMPTY_ROOM_MS = 10_000;

/**
 * Sends live messages to all readers in this process. The database notifies every process, and each process reads
 * an event's messages once for all its readers.
 */
export class LiveHub {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #rooms = new Map<string, Promise<Room | undefined>>();
  readonly #leads: LeadFeed;
  readonly #emptyRoomMs: number;
  /** The database's time, which decides when draws begin and winners are shown. */
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

  /** The number of events with readers in this process, including rooms that have just become empty. */
  get rooms(): number {
    return this.#rooms.size;
  }

  /** Sends a reader the messages since `seen`, or a snapshot, and then every new message. */
  async join(eventId: string, reader: Reader, lastVersion: number | undefined): Promise<void> {
    const joined = await this.#inRoom(eventId, async (room) => {
      room.people.begin();
      const missed = room.missedSince(lastVersion);
      const first = missed ? Buffer.concat(missed.map(toStream)) : (await room.snapshot())?.text;
      if (!first) return false;
      reader.catchUp(first);
      reader.write(toStream(this.#time()));
      if (reader.closed) return true;
      // These messages are not stored, so the reader may have missed one.
      for (const message of room.people.last) reader.write(toStream(message));
      room.readers.add(reader);
      this.#readers += 1;
      this.#log.debug(
        { event: eventId, seen: lastVersion, pages: room.readers.size },
        'live: a page joined',
      );
      return true;
    });
    if (!joined || this.#closed) reader.end();
  }

  /**
   * Returns the messages since `seen`, with the time and the number of people. Otherwise returns only a snapshot,
   * which all requests share. Undefined if the event was deleted.
   */
  catchUp(eventId: string, lastVersion: number | undefined): Promise<LiveMessage[] | undefined> {
    return this.#inRoom(eventId, async (room) => {
      const missed = room.missedSince(lastVersion);
      if (missed) return [...missed, this.#time(), ...room.people.last];
      const snapshot = await room.snapshot();
      return snapshot && [snapshot.message];
    });
  }

  async leave(eventId: string, reader: Reader): Promise<void> {
    const room = await this.#roomOf(eventId);
    if (!room?.readers.delete(reader)) return;
    this.#readers -= 1;
    this.#log.debug({ event: eventId, pages: room.readers.size }, 'live: a page left');
    this.#closeIfEmpty(eventId, room);
  }

  /** Sends an administrator's page the number of leads of each event, now and after every change. */
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
    await this.#forEachRoom((room) => {
      for (const reader of room.readers) reader.end();
      room.close();
    });
    await this.#listener?.stop();
  }

  /** Runs the work in the room of an event, which stays open meanwhile. Undefined if there is no such event. */
  async #inRoom<T>(eventId: string, work: (room: Room) => Promise<T>): Promise<T | undefined> {
    this.#start();
    let opening = this.#rooms.get(eventId);
    if (!opening) {
      opening = Room.open(this.#db, this.#log, this.#clock, eventId);
      this.#rooms.set(eventId, opening);
      const forget = () => this.#rooms.delete(eventId);
      opening.then((room) => room ?? forget(), forget);
    }
    const room = await opening;
    if (!room) return undefined;
    // The room may have been closed meanwhile.
    if (this.#rooms.get(eventId) !== opening) return this.#inRoom(eventId, work);
    room.joining += 1;
    clearTimeout(room.closing);
    try {
      return await work(room);
    } finally {
      room.joining -= 1;
      this.#closeIfEmpty(eventId, room);
    }
  }

  #closeIfEmpty(eventId: string, room: Room): void {
    if (room.readers.size > 0 || room.joining > 0) return;
    clearTimeout(room.closing);
    room.closing = setTimeout(() => {
      room.close();
      this.#rooms.delete(eventId);
    }, this.#emptyRoomMs).unref();
  }

  /** The room if it is open or opening. If opening fails, the error goes to the caller that opened it. */
  async #roomOf(eventId: string): Promise<Room | undefined> {
    return this.#rooms.get(eventId)?.catch(() => undefined);
  }

  async #forEachRoom(work: (room: Room, eventId: string) => void): Promise<void> {
    for (const eventId of [...this.#rooms.keys()]) {
      const room = await this.#roomOf(eventId);
      if (room) work(room, eventId);
    }
  }

  /** Starts listening with the first reader, because most tests have none. */
  #start(): void {
    if (this.#listener || this.#closed) return;
    this.#listener = listen(this.#db, LIVE_CHANNEL, {
      onNotification: (payload) => this.#onNotification(JSON.parse(payload) as LiveNotification),
      onListening: () => {
        void this.#forEachRoom((room) => void room.synchronise());
        this.#leads.sendAll();
      },
    });
    this.#heartbeat = setInterval(() => {
      const text = toStream(this.#time());
      void this.#forEachRoom((room) => {
        for (const reader of room.readers) reader.writeHeartbeat(text);
      });
      void this.#leads.endStreams(text);
    }, HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  #time(): LiveMessage {
    return { kind: 'heartbeat', json: JSON.stringify({ now: this.#clock.now() }) };
  }

  async #onNotification(notice: LiveNotification & { eventId?: string }): Promise<void> {
    const { kind, eventId = '' } = notice;
    if (kind === 'sessions') return this.#leads.endStreams();
    // Deleted leads and leads moved to another event are published as `eligible`.
    if (kind && ['leads', 'eligible', 'deleted'].includes(kind)) this.#leads.scheduleCount(eventId);
    if (kind === 'leads') return;
    const room = await this.#roomOf(eventId);
    if (!kind) return room?.pull();
    if (kind === 'eligible') return room?.people.count(notice.here ? { here: notice.here } : {});
    if (kind === 'applause') return room?.applause.add(notice);
    if (kind === 'rehearsal') return room?.sendToScreens(kind, { rehearsal: notice.rehearsal });
    room?.send(toStream({ kind, json: '{}' }));
    if (kind === 'deleted') for (const reader of room?.readers ?? []) reader.end();
  }
}
