import { setTimeout as delay } from 'node:timers/promises';
import type { RaffleRecord } from '@drawbridge/contract/fair-draw/draws';
import { type BeaconChain, roundTime } from '@drawbridge/contract/fair-draw/sealed/beacon';
import sql from 'sql-template-tag';
import { PRODUCT } from '../../core/change/audit-log.ts';
import { change } from '../../core/change/change.ts';
import type { Database, Db } from '../../db/client.ts';
import type { WriteMonitor } from '../../db/write-monitor.ts';
import { fail, type Outcome, Problem, succeed, unwrap } from '../../errors.ts';
import { type EventChain, findSealed, recordAt, withEventLock } from '../draws/chain-store.ts';
import { drawByBeacon } from '../draws/draw-store.ts';
import { completeVoid } from '../draws/void-store.ts';
import { BeaconVerifier } from './beacon-verifier.ts';

const POLL_INTERVAL_MS = 1000;
/** The time after which the next relay is requested too. */
const HEAD_START_MS = 1000;
/** The time limit for a relay. */
const RELAY_TIMEOUT_MS = 5000;
const RESPONSE_MAX_BYTES = 4096;
/** The Retry-After for a submitted beacon while too many others are being checked. */
const BUSY_RETRY_SECONDS = 2;

/** A sealed or void draw that waits for its beacon. */
interface Awaiting {
  eventId: string;
  number: number;
  round: number;
  /** The database's time. */
  now: number;
}

interface Options {
  db: Database;
  writes: WriteMonitor;
  chain: BeaconChain;
  /** The servers to fetch beacons from. */
  relays: readonly string[];
}

/** Holds draws that are sealed for a beacon, as soon as a relay or a person provides it. */
export class Beacons {
  readonly #options: Options;
  readonly #verifier = new BeaconVerifier();
  readonly #stop = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
    if (options.relays.length > 0) {
      this.#timer = setInterval(() => this.#look(), POLL_INTERVAL_MS).unref();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#looking;
    await this.#verifier.close();
  }

  /** Holds the draw if the signature is its beacon. For a void draw, stores who would have won. */
  async bring(
    eventId: string,
    number: number,
    signature: string,
    from: { stranger: boolean },
  ): Promise<RaffleRecord> {
    const { chain } = this.#options;
    const [draw] = await this.#find(eventId, number);
    const { round, now } = unwrap(draw ? succeed(draw) : fail('beacon-not-awaited'));
    if (now < roundTime(chain, round)) return unwrap(fail('beacon-too-early'));
    const right = await this.#verifier.isBeacon(chain, round, signature, from);
    if (right === undefined) {
      throw new Problem('too-many-requests', { retryAfterSeconds: BUSY_RETRY_SECONDS });
    }
    return right ? this.#keep(eventId, number, signature) : unwrap(fail('beacon-wrong'));
  }

  /** Saves a verified signature, and draws in the same transaction. */
  #keep(eventId: string, number: number, signature: string): Promise<RaffleRecord> {
    const { db } = this.#options;
    return change(
      db,
      PRODUCT,
      async (tx) =>
        unwrap(
          await withEventLock(tx, eventId, (own, event) =>
            saveBeacon(own, event, number, signature),
          ),
        ),
      ({ kind }) =>
        kind === 'draw'
          ? { kind: 'winner-drawn', eventId, details: { draw: number, by: 'beacon' } }
          : [],
    );
  }

  #find(eventId?: string, number?: number): Promise<Awaiting[]> {
    return this.#options.db.query<Awaiting>(sql`
      select event_id, number, beacon_round::float8 as round,
             extract(epoch from clock_timestamp())::float8 * 1000 as now
      from records
      where source = 'beacon' and beacon_signature is null
        and event_id = coalesce(${eventId ?? null}, event_id) and number = coalesce(${number ?? null}, number)`);
  }

  #look(): void {
    if (this.#stop.signal.aborted) return;
    this.#looking ??= this.#fetchAll()
      .catch((error) => this.#options.writes.report(error, 'draws wait for their beacons'))
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #fetchAll(): Promise<void> {
    const { chain } = this.#options;
    const due = (await this.#find()).filter(({ now, round }) => now >= roundTime(chain, round));
    // Requests run in parallel, so that one draw does not wait for the relays of another.
    await Promise.all(
      due.map(async ({ eventId, number, round }) => {
        const signature = await this.#fetch(round);
        // A person may have provided it meanwhile.
        if (signature) await this.#keep(eventId, number, signature).catch(ignoreProblem);
      }),
    );
  }

  /** Returns the signature of a round from the first relay that has the valid one. */
  async #fetch(round: number): Promise<string | undefined> {
    const { chain, relays } = this.#options;
    const cancelOthers = new AbortController();
    const requests = relays.map((relay, index) =>
      untilEnded([this.#stop.signal, cancelOthers.signal], async (signal) => {
        await delay(index * HEAD_START_MS, undefined, { signal });
        const signature = await readSignature(
          `${relay}/${chain.chain}/public/${round}`,
          round,
          signal,
        );
        if (await this.#verifier.isBeacon(chain, round, signature)) return signature;
        throw new Error('The relay has answered wrongly');
      }),
    );
    // A wrong response has the same effect as an unreachable relay: the next poll requests it again.
    const signature = await Promise.any(requests).catch(() => undefined);
    cancelOthers.abort();
    await Promise.allSettled(requests);
    return signature;
  }
}

/**
 * Runs the work with a time limit, and stops it when one of the signals is aborted. It does not rely on the signal
 * of `fetch` or on `AbortSignal.any`: Node 20 can garbage-collect them, and a response without end would then never
 * be aborted.
 */
async function untilEnded<T>(
  signals: AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, RELAY_TIMEOUT_MS);
  for (const signal of signals) signal.addEventListener('abort', end);
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(new Error('The relay was given up')));
  });
  try {
    return await Promise.race([work(ending.signal), ended]);
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', end);
  }
}

/** Reads a relay's signature for a round. Throws unless the response is short and for this round. */
async function readSignature(url: string, round: number, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, redirect: 'error' });
  if (!response.ok || !response.body) throw new Error('The relay has no response');
  const pieces: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const piece of response.body) {
    length += piece.length;
    if (length > RESPONSE_MAX_BYTES || signal.aborted) throw new Error('The response has no end');
    pieces.push(piece);
  }
  const parsed = JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>;
  if (parsed.round !== round) throw new Error('The response is about another round');
  return String(parsed.signature);
}

function ignoreProblem(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}

/** Draws in the transaction that saves the signature: a draw whose beacon is known can no longer be voided. */
async function saveBeacon(
  tx: Db,
  chain: EventChain,
  number: number,
  signature: string,
): Promise<Outcome<RaffleRecord>> {
  const { eventId } = chain;
  const bytes = Buffer.from(signature, 'hex');
  const sealed = await findSealed(tx, eventId);
  if (sealed?.number === number) await drawByBeacon(tx, chain, sealed, bytes);
  else await completeVoid(tx, chain, number, bytes);
  return succeed(await recordAt(tx, eventId, number));
}
