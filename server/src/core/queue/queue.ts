import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { WriteMonitor } from '../../db/write-monitor.ts';

/** How often it is looked whether something is due. */
const POLL_INTERVAL_MS = 1_000;
/** And no sooner than this after the last look, or that if the process is busy: entries come first. */
const PAUSE_MS = 50;
const BUSY_PAUSE_MS = 500;
const BUSY = 0.5;
/** How often the log warns that messages fail. */
const WARN_EVERY_MS = 60 * 60_000;

/** Messages of one kind that wait in the database: how they are taken, sent, and what came of them noted. */
export interface Work<Item extends { id: string }, Result> {
  kind: 'mail' | 'webhook';
  /** What the log says while the database cannot be used. */
  waits: string;
  /** What it says when messages fail. */
  fails: string;
  /** Takes what is due beside what this process is sending. */
  claim(sending: readonly Item[]): Promise<Item[]>;
  /** Never throws. Returns undefined for what was given up because the server stops. */
  send(item: Item, stopping: AbortSignal): Promise<Result | undefined>;
  /** Why it failed and will be tried again, without anything about the recipient. */
  failureOf(result: Result): Record<string, string> | undefined;
  note(results: readonly Result[]): Promise<void>;
  /** Gives back what was not sent, because the server stops. */
  release(items: readonly Item[]): Promise<void>;
}

/**
 * Sends what waits in the database. Every process does, and each takes what no other has taken. No transaction is
 * open while it waits for a receiver; what was taken by a process that dies becomes due again by itself.
 */
export class QueueWorker<Item extends { id: string }, Result> {
  readonly #work: Work<Item, Result>;
  readonly #writes: WriteMonitor;
  readonly #log: FastifyBaseLogger;
  readonly #sending = new Map<string, { item: Item; sent: Promise<void> }>();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #results: { item: Item; result: Result }[] = [];
  /** Whether there is something to do, and what to call if it comes later. */
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

  /** Looks soon for something to send. */
  wake(): void {
    this.#awake = true;
    this.#rise();
  }

  /** Gives up what is under way, for another process to send. */
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
        await this.#noteResults();
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
    await this.#noteResults().catch(() => {});
    const left = this.#items();
    if (left.length > 0) await work.release(left).catch(() => {});
  }

  /** Until it is time to look again, or something wakes it. */
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
    if (performance.now() - this.#warnedAt < WARN_EVERY_MS) return;
    this.#log.warn({ ...failure, failures: this.#failures }, fails);
    this.#warnedAt = performance.now();
    this.#failures = 0;
  }

  /** What could not be noted stays, and is noted with what comes next. */
  async #noteResults(): Promise<void> {
    // A copy, because others may come in meanwhile.
    const noted = [...this.#results];
    if (noted.length === 0) return;
    await this.#work.note(noted.map(({ result }) => result));
    this.#results = this.#results.slice(noted.length);
    for (const { item } of noted) this.#sending.delete(item.id);
  }
}

/** When something that failed is tried again, in seconds; the last one repeats. */
const RETRY_SECONDS = [5, 60, 300, 1800, 7200, 18_000, 36_000];

/** Varied by a fifth, so that what failed together does not come back together. */
export function retryAfterSeconds(attempts: number, random = Math.random()): number {
  const seconds = RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length) - 1] ?? 5;
  return seconds * (0.8 + 0.4 * random);
}
