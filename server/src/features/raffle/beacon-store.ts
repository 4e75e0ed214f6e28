import type { RaffleRecord } from '@drawbridge/contract/draws';
import { type BeaconChain, roundTime } from '@drawbridge/contract/fair-draw/beacon';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import type { WriteMonitor } from '../../db/write-monitor.ts';
import { fail, type Outcome, succeed, unwrap } from '../../errors.ts';
import { audited, PRODUCT } from '../audit-log.ts';
import { BeaconVerifier } from './beacon-verifier.ts';
import { type EventChain, findOpen, recordAt, underLock } from './chain-store.ts';
import { drawByBeacon } from './draw-store.ts';

const LOOK_EVERY_MS = 1000;
/** A relay that does not answer by then is passed over, for the next one. */
const RELAY_TIMEOUT_MS = 3000;
const ANSWER_BYTES_MAX = 4096;

/** A draw that waits for its beacon, or waited in vain. */
interface Awaiting {
  eventId: string;
  number: number;
  round: number;
  /** By the database's clock. */
  now: number;
}

interface Options {
  db: Database;
  writes: WriteMonitor;
  chain: BeaconChain;
  /** Where beacons are fetched, tried in turn. */
  relays: readonly string[];
}

/** Draws what is sealed for a beacon, as soon as somebody brings that or a relay has it. */
export class Beacons {
  readonly #options: Options;
  readonly #verifier = new BeaconVerifier();
  readonly #stop = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
    if (options.relays.length > 0) {
      this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#looking;
    await this.#verifier.close();
  }

  /** Holds the draw if this is its beacon. Of a void draw it shows who would have won. */
  async bring(eventId: string, number: number, signature: string): Promise<RaffleRecord> {
    const { db, chain } = this.#options;
    const [draw] = await this.#find(eventId, number);
    const { round, now } = unwrap(draw ? succeed(draw) : fail('beacon-not-awaited'));
    if (now < roundTime(chain, round)) return unwrap(fail('beacon-too-early'));
    const right = await this.#verifier.isBeacon(chain, round, signature);
    if (!right) return unwrap(fail('beacon-wrong'));
    const keep = (tx: Db) =>
      underLock(tx, eventId, (own, event) => keepBeacon(own, event, number, signature));
    return audited(
      db,
      PRODUCT,
      async (tx) => unwrap(await keep(tx)),
      ({ kind }) =>
        kind === 'draw'
          ? { kind: 'winner-drawn', eventId, details: { draw: number, by: 'beacon' } }
          : [],
    );
  }

  #find(eventId?: string, number?: number): Promise<Awaiting[]> {
    return this.#options.db.query<Awaiting>(sql`
      select event_id, number, beacon_round::int8::float8 as round,
             extract(epoch from clock_timestamp())::float8 * 1000 as now
      from draws
      where source = 'beacon' and beacon_signature is null and state in ('open', 'void') and place = 0
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
    for (const { eventId, number, round, now } of await this.#find()) {
      if (now < roundTime(chain, round)) continue;
      const signature = await this.#fetch(round);
      // A relay that lies has no more effect than one that is away: the next look tries again.
      if (signature) await this.bring(eventId, number, signature).catch(() => {});
    }
  }

  /** The signature of a round from the first relay that has the right one. */
  async #fetch(round: number): Promise<string | undefined> {
    const { chain, relays } = this.#options;
    for (const relay of relays) {
      const signature = await this.#ask(`${relay}/${chain.chain}/public/${round}`, round);
      if (signature && (await this.#verifier.isBeacon(chain, round, signature))) return signature;
    }
    return undefined;
  }

  async #ask(url: string, round: number): Promise<string | undefined> {
    try {
      const answer = await untilStopped(this.#stop.signal, (signal) => readAnswer(url, signal));
      return answer?.round === round ? String(answer.signature) : undefined;
    } catch {
      return undefined;
    }
  }
}

/**
 * Gives up when the server stops, and after a while. Fetch in Node 20 loses its signal, and those of `AbortSignal.any`
 * are lost, when garbage is collected, so an answer without end would be waited for: nothing here relies on them.
 */
async function untilStopped<T>(
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, RELAY_TIMEOUT_MS);
  stopping.addEventListener('abort', end);
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason));
  });
  try {
    return await Promise.race([work(ending.signal), ended]);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', end);
  }
}

async function readAnswer(url: string, signal: AbortSignal) {
  const response = await fetch(url, { signal, redirect: 'error' });
  const text = await response.text();
  if (!response.ok || text.length > ANSWER_BYTES_MAX) return undefined;
  return JSON.parse(text) as { round?: unknown; signature?: unknown };
}

/** Draws in the transaction that keeps the signature: a draw whose beacon is known can no longer be voided. */
async function keepBeacon(
  tx: Db,
  chain: EventChain,
  number: number,
  signature: string,
): Promise<Outcome<RaffleRecord>> {
  const { eventId } = chain;
  const bytes = Buffer.from(signature, 'hex');
  const open = await findOpen(tx, eventId);
  if (open?.number === number) await drawByBeacon(tx, chain, open, bytes);
  else {
    await tx.execute(sql`
      update draws set beacon_signature = ${bytes}
      where event_id = ${eventId} and number = ${number} and state = 'void' and source = 'beacon'`);
  }
  return succeed(await recordAt(tx, eventId, number));
}
