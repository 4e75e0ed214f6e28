import { readFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Streams, type Watching } from './streams.ts';

/*
 * The limits that prevent one client, or a thousand, from blocking the server for others, even without a proxy in front
 * of it. docs/decisions/021-limits-of-a-process.md gives the reasons.
 */

/**
 * The time without progress after which a client that reads nothing is dropped. Node checks twice, so it takes 15 to 30
 * s.
 */
const WRITE_IDLE_MS = 15_000;
/**
 * The time in which a client without a session must receive its response. At 3 kB a second, the slowest connection that
 * this serves, it is enough for the lists of a large draw.
 */
const RESPONSE_TIMEOUT_MS = 5 * 60_000;
/** The time for which a closing server waits for responses in progress. */
const GRACE_MS = 10_000;
const WARNING_INTERVAL_MS = 60_000;
/** Files reserved for the database, the log, the web app's files, and Node itself. */
const RESERVED = 64;
/** The limit on live streams. Each takes a few kilobytes of memory, which is the limit where files are not. */
const STREAMS_MAX = 20_000;

export class Sockets {
  /** The connections without a request and those with some; the longest idle or busy first. */
  readonly #idle = new Set<Socket>();
  readonly #busy = new Map<Socket, Set<ServerResponse>>();
  /** Connections of endless responses, which are not closed to make room. */
  readonly #kept = new Set<Socket>();
  #closing = false;

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#idle.add(socket);
      socket.once('close', () => {
        for (const sockets of [this.#idle, this.#busy, this.#kept]) sockets.delete(socket);
      });
    });
    server.prependListener('request', ({ socket }, response) => this.#begin(socket, response));
    // Called when nothing was sent or received for this time, or for Node's own timeout after a response.
    server.setTimeout(WRITE_IDLE_MS, (socket: Socket) => {
      const working = this.#busy.has(socket) && socket.writableLength === 0;
      if (working) socket.setTimeout(server.timeout);
      else if (socket.writableLength === 0) socket.destroy();
      // Otherwise the kernel would keep the data that the client does not read.
      else socket.resetAndDestroy();
    });
    // Node's own implementation treats a connection as idle while the end of a response is still being sent.
    server.closeIdleConnections = () => this.#closeIdle();
  }

  get size(): number {
    return this.#idle.size + this.#busy.size;
  }

  /** Marks the connection of an endless response, which is not closed to make room. */
  keepOpen({ socket }: ServerResponse): void {
    if (socket) this.#kept.add(socket);
  }

  /**
   * Makes room for a new connection: closes the one that has been idle the longest, or else the one whose request has
   * taken the longest.
   */
  closeOldest(): 'idle' | 'unfinished' {
    if (this.#idle.size > 1) {
      const [oldest] = this.#idle;
      if (oldest) this.#drop(oldest);
      return 'idle';
    }
    for (const socket of this.#busy.keys()) {
      if (this.#kept.has(socket)) continue;
      this.#drop(socket);
      break;
    }
    return 'unfinished';
  }

  /** Closes all connections, each after the client's last request. */
  closeGracefully(): void {
    this.#closing = true;
    this.#closeIdle();
    for (const responses of this.#busy.values()) {
      // `connection: close` in the last response tells the client to send no further request.
      const last = [...responses].at(-1);
      if (last && !last.headersSent) last.shouldKeepAlive = false;
    }
  }

  /** Closes all connections at once, and returns their number. */
  closeAll(): number {
    const all = [...this.#idle, ...this.#busy.keys()];
    for (const socket of all) socket.destroy();
    return all.length;
  }

  /** Stops counting a connection. Its file is free only when it is closed. */
  #drop(socket: Socket): void {
    this.#idle.delete(socket);
    this.#busy.delete(socket);
    socket.destroy();
  }

  #closeIdle(): void {
    for (const socket of this.#idle) socket.destroy();
  }

  #begin(socket: Socket, response: ServerResponse): void {
    const responses = this.#busy.get(socket) ?? new Set();
    responses.add(response);
    this.#idle.delete(socket);
    this.#busy.set(socket, responses);
    if (this.#closing) response.shouldKeepAlive = false;
    response.once('close', () => {
      responses.delete(response);
      if (responses.size > 0 || !this.#busy.delete(socket)) return;
      if (this.#closing) socket.destroySoon();
      else if (!socket.destroyed) this.#idle.add(socket);
    });
  }
}

/** Ends responses that clients without a session read too slowly. Streams and responses to users are not limited. */
export function limitResponseTimes(app: FastifyInstance, timeoutMs = RESPONSE_TIMEOUT_MS): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { call } = request.routeOptions.config;
    const isLimited =
      !call || (call.allowedFor === 'anyone' && !call.produces?.includes('text/event-stream'));
    if (isLimited) {
      const timer = setTimeout(() => request.socket.resetAndDestroy(), timeoutMs).unref();
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done(null, payload);
  });
}

/**
 * Makes `app.close()` finish soon without cutting off responses. Node waits for every socket without a request, and
 * browsers open such sockets in advance. It also waits for responses that never end, such as event streams.
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
 * Limits open sockets, so that they do not use up the files that the process may open. Without files it could neither
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

  /** The number of open live streams. */
  get streams(): number {
    return this.#streams.size;
  }

  /** Turns the response into a stream until it is closed; returns false if there is no room for another one. */
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

  #warn(warning: string): void {
    if (performance.now() - this.#warnedAt < WARNING_INTERVAL_MS) return;
    this.#warnedAt = performance.now();
    this.#app.log.warn(
      `${warning}: ${this.streams} streams and ${this.#others} other connections are ` +
        'open, and the process may open no more files (ulimit -n)',
    );
  }
}

/** The number of sockets that a process may have open without running out of files. */
interface SocketLimits {
  /** The limit on live streams, which stay open as long as their pages. */
  streams: number;
  /** The limit on all other sockets while there are this many streams. */
  others(streams: number): number;
}

/** Computes the limits. Half of the files are for requests, which need a socket and perhaps a file to send. */
export function socketLimits(openFiles: number): SocketLimits {
  const usable = Math.max(0, openFiles - RESERVED);
  return {
    streams: Math.min(STREAMS_MAX, Math.floor(usable / 2)),
    others: (streams) => Math.floor((usable - streams) / 2),
  };
}

/** The number of files that this process may open; infinite if the system sets no limit. */
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
