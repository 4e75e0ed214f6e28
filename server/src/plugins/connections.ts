import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { socketLimits } from '../open-files.ts';

const WARNING_INTERVAL_MS = 60_000;

/**
 * Keeps open sockets from using up the files that the process may open: without files it could neither
 * reach the database nor accept connections. Create it before calling `closeCleanly`, so that a new socket is
 * not yet among the idle ones when those are closed.
 */
export class Connections {
  readonly #limits: ReturnType<typeof socketLimits>;
  readonly #app: FastifyInstance;
  #sockets = 0;
  #streams = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(app: FastifyInstance, openFiles: number) {
    this.#app = app;
    this.#limits = socketLimits(openFiles);
    app.server.on('connection', (socket) => {
      this.#sockets += 1;
      socket.once('close', () => {
        this.#sockets -= 1;
      });
      if (!this.#tooMany()) return;
      // Sockets that are waiting for a request are closed to make room. Browsers open a new one when they need it.
      app.server.closeIdleConnections();
      // By then the sockets that were closed are no longer counted.
      setImmediate(() => {
        if (!this.#tooMany()) return;
        this.#warn('connections were refused');
        socket.destroy();
      });
    });
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

  #tooMany(): boolean {
    return this.#sockets - this.#streams > this.#limits.others(this.#streams);
  }

  #warn(what: string): void {
    if (performance.now() - this.#warnedAt < WARNING_INTERVAL_MS) return;
    this.#warnedAt = performance.now();
    this.#app.log.warn(
      `${what}: ${this.#streams} streams and ${this.#sockets - this.#streams} other connections are ` +
        'open, and the process may open no more files (ulimit -n)',
    );
  }
}
