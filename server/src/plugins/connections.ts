import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { socketLimits } from '../open-files.ts';
import type { Sockets } from './sockets.ts';

const WARNING_INTERVAL_MS = 60_000;

/**
 * Keeps open sockets from using up the files that the process may open: without files it could neither
 * reach the database nor accept connections.
 */
export class Connections {
  readonly #limits: ReturnType<typeof socketLimits>;
  readonly #app: FastifyInstance;
  readonly #sockets: Sockets;
  #open = 0;
  #streams = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(app: FastifyInstance, sockets: Sockets, openFiles: number) {
    this.#app = app;
    this.#sockets = sockets;
    this.#limits = socketLimits(openFiles);
    app.server.on('connection', (socket) => {
      this.#open += 1;
      socket.once('close', () => {
        this.#open -= 1;
      });
      if (!this.#tooMany()) return;
      // Sockets that wait for a request are closed. Browsers open a new one when they need it.
      sockets.closeIdle(socket);
      // By then the sockets that were closed are no longer counted.
      setImmediate(() => this.#refuseIfTooMany(socket));
    });
    // Each queued response may need a file, as if it came over a socket of its own. No browser sends requests ahead.
    sockets.onQueued = (socket) => this.#refuseIfTooMany(socket);
  }

  /** How many live streams are open. */
  get streams(): number {
    return this.#streams;
  }

  /** Makes the response a stream until it is closed; false if there is no room for another one. */
  openStream(response: ServerResponse): boolean {
    if (this.#streams >= this.#limits.streams) {
      this.#warn('live streams were refused');
      return false;
    }
    this.#streams += 1;
    response.once('close', () => {
      this.#streams -= 1;
    });
    return true;
  }

  #refuseIfTooMany(socket: Socket): void {
    if (!this.#tooMany()) return;
    this.#warn('connections were refused');
    socket.destroy();
  }

  get #others(): number {
    return this.#open + this.#sockets.queued - this.#streams;
  }

  #tooMany(): boolean {
    return this.#others > this.#limits.others(this.#streams);
  }

  #warn(what: string): void {
    if (performance.now() - this.#warnedAt < WARNING_INTERVAL_MS) return;
    this.#warnedAt = performance.now();
    this.#app.log.warn(
      `${what}: ${this.#streams} streams and ${this.#others} other connections are ` +
        'open, and the process may open no more files (ulimit -n)',
    );
  }
}
