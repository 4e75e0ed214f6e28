import type { ServerResponse } from 'node:http';
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
  #streams = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(app: FastifyInstance, sockets: Sockets, openFiles: number) {
    this.#app = app;
    this.#sockets = sockets;
    this.#limits = socketLimits(openFiles);
    app.server.on('connection', () => {
      if (this.#others <= this.#limits.others(this.#streams)) return;
      // A new connection is worth more than the oldest one: in a flood, each has the time until so many
      // others have come. Browsers open another one when they need it.
      if (sockets.closeOldest() === 'unfinished')
        this.#warn('connections were closed in mid-answer');
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
    this.#sockets.keepOpen(response);
    response.once('close', () => {
      this.#streams -= 1;
    });
    return true;
  }

  get #others(): number {
    return this.#sockets.size - this.#streams;
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
