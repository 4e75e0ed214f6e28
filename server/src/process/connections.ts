import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Sockets } from './sockets.ts';

const WARNING_INTERVAL_MS = 60_000;
/** For the database, the log, the web app's files being opened, and what Node itself needs. */
const RESERVED = 64;
/** Each stream takes a few kilobytes, so memory limits them where files do not. */
const STREAMS_MAX = 20_000;

/**
 * Keeps open sockets from using up the files that the process may open: without files it could neither
 * reach the database nor accept connections.
 */
export class Connections {
  readonly #limits: SocketLimits;
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
      // Refusing new connections would let a flood shut everybody out, so the oldest one makes room. Browsers
      // open another one when they need it.
      if (sockets.closeOldest() === 'unfinished')
        this.#warn('connections were closed before their responses had ended');
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
