import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/client.ts';
import type { WriteMonitor } from '../health/write-monitor.ts';
import {
  type Claimed,
  claimDue,
  hostOf,
  noteResults,
  type Result,
  release,
  unpackQueue,
  writePayloads,
} from './delivery-store.ts';
import { retryAfterSeconds, sign } from './rules.ts';
import { send } from './send.ts';

/** How many deliveries to one webhook are under way at once, so that a slow receiver delays nobody else. */
const AT_ONCE = 4;
/** How often it is looked whether something is due. */
const EVERY_MS = 1_000;
/** And no sooner than this after the last look, or that if the process is busy: entries come first. */
const PAUSE_MS = 50;
const BUSY_PAUSE_MS = 500;
const BUSY = 0.5;

interface WorkerOptions {
  db: Database;
  log: FastifyBaseLogger;
  writes: WriteMonitor;
  /** Whether private addresses are allowed. */
  toPrivate: boolean;
  onAttempt?: ((outcome: 'delivered' | 'failed') => void) | undefined;
}

/**
 * Sends what webhooks are to be told. Every process does, and each takes deliveries that no other has taken. No
 * transaction is open while it waits for a receiver; a delivery whose process dies becomes due again by itself.
 */
export class DeliveryWorker {
  readonly #options: WorkerOptions;
  readonly #sending = new Map<string, Claimed>();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #results: Result[] = [];
  /** Whether there is something to do, and what to call if it comes later. */
  #awake = false;
  #rise = () => {};

  constructor(options: WorkerOptions) {
    this.#options = options;
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
    const { db, writes } = this.#options;
    let measured = performance.eventLoopUtilization();
    while (!this.#stopping.signal.aborted) {
      this.#awake = false;
      try {
        await this.#noteResults();
        await this.#sendDue();
      } catch (error) {
        writes.report(error, 'webhooks have to wait');
      }
      const { utilization } = performance.eventLoopUtilization(measured);
      measured = performance.eventLoopUtilization();
      await pause(utilization > BUSY ? BUSY_PAUSE_MS : PAUSE_MS);
      if (!this.#awake) await this.#sleep();
    }
    await this.#noteResults().catch(() => {});
    const left = [...this.#sending.values()];
    if (left.length > 0) await release(db, left).catch(() => {});
  }

  /** Until it is time to look again, or something wakes it. */
  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, EVERY_MS).unref();
      this.#rise = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #sendDue(): Promise<void> {
    const { db } = this.#options;
    await unpackQueue(db, AT_ONCE);
    const claimed = await claimDue(db, [...this.#sending.values()], AT_ONCE);
    for (const delivery of await writePayloads(db, claimed)) {
      this.#sending.set(delivery.id, delivery);
      void this.#send(delivery);
    }
  }

  async #send(delivery: Claimed & { payload: string }): Promise<void> {
    const { toPrivate, onAttempt } = this.#options;
    const { signal } = this.#stopping;
    const { id, url, payload: body, secrets, attempts } = delivery;
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Drawbridge',
      'content-length': String(Buffer.byteLength(body)),
      ...sign(id, body, secrets, new Date()),
    };
    const attempt = await send({ url, headers, body }, { toPrivate, signal });
    if (signal.aborted && attempt.status === null) return;
    onAttempt?.(attempt.error === null ? 'delivered' : 'failed');
    this.#results.push({ delivery, retryAfterSeconds: retryAfterSeconds(attempts), ...attempt });
    this.wake();
  }

  /** What could not be noted stays, and is noted with what comes next. */
  async #noteResults(): Promise<void> {
    const { db, log } = this.#options;
    // A copy, because others may come in meanwhile.
    const results = [...this.#results];
    if (results.length === 0) return;
    for (const { url, because } of await noteResults(db, results)) {
      log.warn({ host: hostOf(url), because }, 'a webhook is disabled');
    }
    this.#results = this.#results.slice(results.length);
    for (const { delivery } of results) this.#sending.delete(delivery.id);
  }
}
