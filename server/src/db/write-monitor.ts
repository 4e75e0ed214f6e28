import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import sql from 'sql-template-tag';
import type { Db } from './client.ts';
import { isDatabaseUnavailable } from './errors.ts';
import { readForAll } from './reads/cancelling.ts';

/** How long a result is valid. While nothing can be written, it is tried again this often. */
const INTERVAL_MS = 1_000;
/** A write that takes longer has failed, such as one that waits for a standby that is gone. */
const TIMEOUT_MS = 3_000;

/**
 * Knows whether the database can be written to. A full disk and a read-only standby still answer queries,
 * so it writes something. Only a change is logged: one line when writing stops, one when it works again.
 */
export class WriteMonitor {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  #checking: Promise<boolean> | undefined;
  #validUntil = 0;
  #writing: Promise<void> | undefined;
  #writable = true;
  #failingSince = 0;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  /** Callers within a second share one write. */
  isWritable(): Promise<boolean> {
    if (performance.now() < this.#validUntil) return Promise.resolve(this.#writable);
    this.#checking ??= readForAll(() => this.#check()).finally(() => {
      this.#checking = undefined;
      this.#validUntil = performance.now() + INTERVAL_MS;
    });
    return this.#checking;
  }

  /** A request could not use the database: finds out why, unless that is known already. */
  noteFailure(): void {
    if (!this.#writable) return;
    this.#validUntil = 0;
    void this.isWritable();
  }

  /** What failed in the background: one line while the database is away, whatever notices it. */
  report(error: unknown, what: string): void {
    if (isDatabaseUnavailable(error)) this.noteFailure();
    else this.#log.warn({ err: error }, what);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
  }

  async #check(): Promise<boolean> {
    try {
      await this.#write();
      const seconds = Math.round((performance.now() - this.#failingSince) / 1000);
      this.#note(true, `the database can be written to again, after ${seconds} s`);
    } catch (error) {
      this.#note(false, `the database cannot be written to: ${(error as Error).message}`);
    }
    return this.#writable;
  }

  /** A write that hangs is not repeated, because each one holds a connection. */
  async #write(): Promise<void> {
    this.#writing ??= probeWrite(this.#db).finally(() => {
      this.#writing = undefined;
    });
    const timeout = pause(TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw new Error('a write does not finish');
    });
    await Promise.race([this.#writing, timeout]);
  }

  #note(writable: boolean, line: string): void {
    if (this.#closed) return;
    if (writable !== this.#writable) this.#log[writable ? 'info' : 'error'](line);
    if (this.#writable && !writable) this.#failingSince = performance.now();
    this.#writable = writable;
    clearTimeout(this.#retry);
    // So that the log also says when it is over if nobody asks.
    if (!writable) this.#retry = setTimeout(() => this.isWritable(), 2 * INTERVAL_MS).unref();
  }
}

/** Rejects if the database does not respond, or cannot write. */
async function probeWrite(db: Db): Promise<void> {
  await db.execute(sql`select probe_write()`);
}
