import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { Streams, type Watching } from './streams.ts';

/*
 * What keeps one client, or a thousand, from taking the server away from the others, without a proxy in front that would
 * do it. docs/decisions/021-limits-of-a-process.md says why.
 */

/** Node checks twice for progress, so a client that reads nothing is dropped after 15 to 30 s. */
const WRITE_IDLE_MS = 15_000;
/** A client that sends more requests ahead of their responses is dropped. No browser sends any. */
const AHEAD_MAX = 250;
/** How long a closing server waits for responses in progress. */
const GRACE_MS = 10_000;
const WARNING_INTERVAL_MS = 60_000;
/** For the database, the log, the web app's files being opened, and what Node itself needs. */
const RESERVED = 64;
/** Each stream takes a few kilobytes, so memory limits them where files do not. */
const STREAMS_MAX = 20_000;

interface Connection {
  socket: Socket;
  /** The response that is worked on. */
  response: ServerResponse | undefined;
  /** Requests that were sent ahead. */
  waiting: [IncomingMessage, ServerResponse][];
}

/**
 * The open connections of a server. One request of each is worked on at a time: what a client sends ahead
 * waits, so that one connection takes no more of the server than any other.
 */
export class Sockets {
  /** By the addresses of both ends: HTTPS puts a socket of its own around each accepted one. */
  readonly #open = new Map<string, Connection>();
  readonly #ends = new WeakMap<Socket, string>();
  /** The connections without a request and those with one, the longest idle or busy first. */
  readonly #idle = new Set<Connection>();
  readonly #working = new Set<Connection>();
  readonly #answer: RequestListener;
  #closing = false;

  constructor(server: Server) {
    server.on('connection', (socket) => this.#track(socket));
    server.on('secureConnection', (socket) => this.#track(socket));
    [this.#answer] = server.listeners('request') as [RequestListener];
    server.removeAllListeners('request');
    server.on('request', (request, response) => this.#receive(request, response));
    // Called when nothing was sent or received for the time given here, or after a response for Node's own.
    server.setTimeout(WRITE_IDLE_MS, (socket: Socket) => {
      const working = this.#of(socket)?.response !== undefined && socket.writableLength === 0;
      if (working) socket.setTimeout(server.timeout);
      else if (socket.writableLength === 0 || socket instanceof TLSSocket) socket.destroy();
      // Otherwise the kernel would keep what the client does not read.
      else socket.resetAndDestroy();
    });
    // Node's version treats a connection as idle while the end of a response is still being sent.
    server.closeIdleConnections = () => this.#closeIdle();
  }

  get size(): number {
    return this.#open.size;
  }

  /** The connection of an endless response is not closed to make room. */
  keepOpen({ socket }: ServerResponse): void {
    const connection = socket && this.#of(socket);
    if (connection) this.#working.delete(connection);
  }

  /**
   * Makes room for a connection that has just been opened: closes the one that has been without a request the
   * longest, or else the one whose request has taken the longest.
   */
  closeOldest(): 'idle' | 'unfinished' {
    const others = this.#idle.size > 1 ? this.#idle : this.#working;
    const [oldest] = others;
    if (oldest) {
      this.#forget(oldest);
      oldest.socket.destroy();
    }
    return others === this.#idle ? 'idle' : 'unfinished';
  }

  /** Closes all connections, each after the last request that its client has sent. */
  closeGracefully(): void {
    this.#closing = true;
    this.#closeIdle();
    for (const { response, waiting } of this.#open.values()) {
      // `connection: close` in the last response tells the client to send no further request.
      if (response && !response.headersSent && waiting.length === 0) {
        response.shouldKeepAlive = false;
      }
    }
  }

  /** Returns how many connections there were. */
  closeAll(): number {
    const all = [...this.#open.values()];
    for (const { socket } of all) socket.destroy();
    return all.length;
  }

  #of(socket: Socket): Connection | undefined {
    return this.#open.get(this.#ends.get(socket) ?? '');
  }

  #closeIdle(): void {
    for (const { socket } of this.#idle) socket.destroy();
  }

  #track(socket: Socket): void {
    const { remoteAddress, remotePort, localAddress, localPort } = socket;
    const ends = [remoteAddress, remotePort, localAddress, localPort].join();
    const connection: Connection = { socket, response: undefined, waiting: [] };
    this.#ends.set(socket, ends);
    const replaced = this.#open.get(ends);
    if (replaced) this.#forget(replaced);
    this.#open.set(ends, connection);
    this.#idle.add(connection);
    socket.once('close', () => this.#forget(connection));
  }

  #forget(connection: Connection): void {
    const ends = this.#ends.get(connection.socket) ?? '';
    if (this.#open.get(ends) === connection) this.#open.delete(ends);
    this.#idle.delete(connection);
    this.#working.delete(connection);
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#of(request.socket);
    if (!connection) return;
    if (!connection.response) this.#work(connection, request, response);
    else if (connection.waiting.push([request, response]) > AHEAD_MAX) request.socket.destroy();
  }

  #work(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    const { socket, waiting } = connection;
    if (socket.destroyed) return;
    connection.response = response;
    this.#idle.delete(connection);
    this.#working.add(connection);
    if (this.#closing && waiting.length === 0) response.shouldKeepAlive = false;
    response.once('close', () => {
      this.#working.delete(connection);
      const next = socket.writable ? waiting.shift() : undefined;
      // Not at once, so that every other connection has its turn before.
      if (next) return void setImmediate(() => this.#work(connection, ...next));
      connection.response = undefined;
      if (this.#closing) socket.destroySoon();
      else if (!socket.destroyed) this.#idle.add(connection);
    });
    this.#answer(request, response);
  }
}

/**
 * Makes `app.close()` finish soon without cutting responses short. Node waits for every socket without a
 * request, and browsers open such sockets in advance. It also waits for responses that never end, such as
 * event streams.
 */
export function closeCleanly(app: FastifyInstance, sockets: Sockets, graceMs = GRACE_MS): void {
  app.addHook('preClose', async () => {
    sockets.closeGracefully();
    const giveUp = setTimeout(() => {
      const closed = sockets.closeAll();
      if (closed > 0) app.log.warn(`closed ${closed} connections before their responses had ended`);
    }, graceMs);
    app.server.once('close', () => clearTimeout(giveUp));
  });
}

/**
 * Keeps open sockets from using up the files that the process may open: without files it could neither
 * reach the database nor accept connections.
 */
export class Connections {
  readonly #limits: SocketLimits;
  readonly #app: FastifyInstance;
  readonly #sockets: Sockets;
  readonly #streams: Streams;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(app: FastifyInstance, sockets: Sockets, openFiles: number) {
    this.#app = app;
    this.#sockets = sockets;
    this.#limits = socketLimits(openFiles);
    this.#streams = new Streams(this.#limits.streams);
    app.server.on('connection', () => {
      if (this.#others <= this.#limits.others(this.streams)) return;
      // Refusing new connections would let a flood shut everybody out, so the oldest one makes room. Browsers
      // open another one when they need it.
      if (sockets.closeOldest() === 'unfinished')
        this.#warn('connections were closed before their responses had ended');
    });
  }

  /** How many live streams are open. */
  get streams(): number {
    return this.#streams.size;
  }

  /** Makes the response a stream until it is closed; false if there is no room for another one. */
  openStream(response: ServerResponse, watching: Watching): boolean {
    if (!this.#streams.add(response, watching)) {
      this.#warn('live streams were refused');
      return false;
    }
    this.#sockets.keepOpen(response);
    return true;
  }

  get #others(): number {
    return this.#sockets.size - this.streams;
  }

  #warn(what: string): void {
    if (performance.now() - this.#warnedAt < WARNING_INTERVAL_MS) return;
    this.#warnedAt = performance.now();
    this.#app.log.warn(
      `${what}: ${this.streams} streams and ${this.#others} other connections are ` +
        'open, and the process may open no more files (ulimit -n)',
    );
  }
}

/** How many sockets a process may have open without running out of files. */
interface SocketLimits {
  /** Live streams, which stay open as long as their pages. */
  streams: number;
  /** All other sockets, while so many streams are open. */
  others(streams: number): number;
}

/** Half of the files are for requests, which need a socket and perhaps a file to send. */
export function socketLimits(openFiles: number): SocketLimits {
  const usable = Math.max(0, openFiles - RESERVED);
  return {
    streams: Math.min(STREAMS_MAX, Math.floor(usable / 2)),
    others: (streams) => Math.floor((usable - streams) / 2),
  };
}

/** How many files this process may open; infinite where the system sets no limit, such as on Windows. */
export function readOpenFilesLimit(): number {
  const soft = readSoftLimit();
  return soft === undefined || Number.isNaN(soft) ? Number.POSITIVE_INFINITY : soft;
}

function readSoftLimit(): number | undefined {
  try {
    const [, soft] =
      /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft);
  } catch {
    // Not Linux. The report is slow, but needed only once.
    const report = process.report.getReport() as {
      userLimits?: { open_files?: { soft: number | string } };
    };
    return Number(report.userLimits?.open_files?.soft);
  }
}
