import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { WriteMonitor } from '../../db/write-monitor.ts';

/** Poll interval. */
const POLL_INTERVAL_MS = 1_000;
/** Minimum pause between polls; longer while the process is busy, so that entries have priority. */
const PAUSE_MS = 50;
const BUSY_PAUSE_MS = 500;
const BUSY = 0.5;
/** The interval between warnings in the log that messages fail. */
const WARN_INTERVAL_MS = 60 * 60_000;

/** A kind of queued messages: how they are claimed and sent, and how their results are saved. */
export interface Work<Item extends { id: string }, Result> {
  kind: 'mail' | 'webhook';
  /** The log message while the database is unavailable. */
  waits: string;
  /** The log message when messages fail. */
  fails: string;
  /** Claims due items, apart from those that this process is sending. */
  claim(sending: readonly Item[]): Promise<Item[]>;
  /** Sends an item. Never throws. Returns undefined if it was cancelled because the server stops. */
  send(item: Item, stopping: AbortSignal): Promise<Result | undefined>;
  /** The reason for a failure that will be retried, without data about the recipient. */
  failureOf(result: Result): Record<string, string> | undefined;
  note(results: readonly Result[]): Promise<void>;
  /** Releases items that were not sent because the server stops. */
  release(items: readonly Item[]): Promise<void>;
}

/**
 * Sends queued messages. Every process runs a worker, which claims items that no other process has claimed. No
 * transaction is open while it waits for a receiver. Items claimed by a process that dies become due again after a
 * time.
 */
export class QueueWorker<Item extends { id: string }, Result> {
  readonly #work: Work<Item, Result>;
  readonly #writes: WriteMonitor;
  readonly #log: FastifyBaseLogger;
  readonly #sending = new Map<string, { item: Item; sent: Promise<void> }>();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #results: { item: Item; result: Result }[] = [];
  /** True if the worker was woken, and the callback that ends a sleep early. */
  #awake = false;
  #rise = () => {};

  #failures = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(work: Work<Item, Result>, writes: WriteMonitor, log: FastifyBaseLogger) {
    this.#work = work;
    this.#writes = writes;
    this.#log = log;
    this.#running = this.#run();
  }

  /** Polls for due items soon. */
  wake(): void {
    this.#awake = true;
    this.#rise();
  }

  /** Cancels running sends, so that another process can send them. */
  async close(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const work = this.#work;
    let measured = performance.eventLoopUtilization();
    while (!this.#stopping.signal.aborted) {
      this.#awake = false;
      try {
        await this.#saveResults();
        for (const item of await work.claim(this.#items())) {
          this.#log.debug({ id: item.id }, `${work.kind}: taken from the queue`);
          this.#sending.set(item.id, { item, sent: this.#send(item) });
        }
      } catch (error) {
        this.#writes.report(error, work.waits);
      }
      const { utilization } = performance.eventLoopUtilization(measured);
      measured = performance.eventLoopUtilization();
      await pause(utilization > BUSY ? BUSY_PAUSE_MS : PAUSE_MS);
      if (!this.#awake) await this.#sleep();
    }
    await Promise.all([...this.#sending.values()].map(({ sent }) => sent));
    await this.#saveResults().catch(() => {});
    const remaining = this.#items();
    if (remaining.length > 0) await work.release(remaining).catch(() => {});
  }

  /** Sleeps until the next poll, or until `wake` is called. */
  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_INTERVAL_MS).unref();
      this.#rise = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #items(): Item[] {
    return [...this.#sending.values()].map(({ item }) => item);
  }

  async #send(item: Item): Promise<void> {
    const result = await this.#work.send(item, this.#stopping.signal);
    if (result === undefined) return;
    this.#logResult(item, result);
    this.#results.push({ item, result });
    this.wake();
  }

  #logResult({ id }: Item, result: Result): void {
    const { kind, fails, failureOf } = this.#work;
    const failure = failureOf(result);
    this.#log.debug({ id, ...failure }, `${kind}: ${failure ? 'failed' : 'done'}`);
    if (!failure) return;
    this.#failures += 1;
    if (performance.now() - this.#warnedAt < WARN_INTERVAL_MS) return;
    this.#log.warn({ ...failure, failures: this.#failures }, fails);
    this.#warnedAt = performance.now();
    this.#failures = 0;
  }

  /** Saves results. Those that cannot be saved stay, and are saved with the next ones. */
  async #saveResults(): Promise<void> {
    // A copy, because results may be added meanwhile.
    const results = [...this.#results];
    if (results.length === 0) return;
    await this.#work.note(results.map(({ result }) => result));
    this.#results = this.#results.slice(results.length);
    for (const { item } of results) this.#sending.delete(item.id);
  }
}

/** The delays before retries, in seconds; the last one repeats. */
const RETRY_SECONDS = [5, 60, 300, 1800, 7200, 18_000, 36_000];

/**
 * The delay with a random deviation of up to a fifth, so that messages that failed together are not retried together.
 */
export function retryAfterSeconds(attempts: number, random = Math.random()): number {
  const seconds = RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length) - 1] ?? 5;
  return seconds * (0.8 + 0.4 * random);
}
