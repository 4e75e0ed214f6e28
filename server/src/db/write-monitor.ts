import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import sql from 'sql-template-tag';
import type { Db } from './client.ts';
import { isDatabaseUnavailable } from './errors.ts';
import { readForAll } from './reads/cancelling.ts';

/** The time for which a result is valid, and the retry interval while nothing can be written. */
const INTERVAL_MS = 1_000;
/** The time after which a write has failed, such as one that waits for a lost standby. */
const TIMEOUT_MS = 3_000;

/**
 * Monitors whether the database is writable. A full disk and a read-only standby still answer queries, so it writes.
 * Only a change is logged: one line when writing fails, one when it works again.
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

  /** Tests whether the database is writable. Calls within a second share one write. */
  isWritable(): Promise<boolean> {
    if (performance.now() < this.#validUntil) return Promise.resolve(this.#writable);
    this.#checking ??= readForAll(() => this.#check()).finally(() => {
      this.#checking = undefined;
      this.#validUntil = performance.now() + INTERVAL_MS;
    });
    return this.#checking;
  }

  /** Reports that a request could not use the database. Tests the reason, unless it is known already. */
  noteFailure(): void {
    if (!this.#writable) return;
    this.#validUntil = 0;
    void this.isWritable();
  }

  /** Logs a failure in the background: one line while the database is unavailable, whatever detects it. */
  report(error: unknown, activity: string): void {
    if (isDatabaseUnavailable(error)) this.noteFailure();
    else this.#log.warn({ err: error }, activity);
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

  /** Writes once. A write that hangs is not repeated, because each one holds a connection. */
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
    // Tests again, so that the recovery is logged even without further requests.
    if (!writable) this.#retry = setTimeout(() => this.isWritable(), 2 * INTERVAL_MS).unref();
  }
}

/** Rejects if the database does not respond, or cannot write. */
async function probeWrite(db: Db): Promise<void> {
  await db.execute(sql`select probe_write()`);
}
