import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import sql from 'sql-template-tag';
import type { Db } from './client.ts';

/** Calls by one subject that have not been shared with the other servers yet. */
interface Count {
  subject: string;
  count: number;
}

/** The calls by one subject in the current window, summed over all servers. */
interface Total {
  subject: string;
  total: number;
  /** How long ago the window began. */
  ageMs: number;
}

interface Tally {
  subject: string;
  startedAt: number;
  /** The total of all servers at the last exchange. */
  known: number;
  /** What we have counted since then, and the part of it that is being sent. */
  unsent: number;
  sending: number;
}

/** How soon counts are exchanged: what one server allows beyond a limit is what comes meanwhile. */
const EXCHANGE_MS = 100;
const SUBJECTS_MAX = 20_000;

/**
 * Counts calls locally, and exchanges the counts with the other servers in the background. A server that
 * cannot reach the others continues with its own counts.
 */
export class SharedCounts {
  readonly #tallies = new LRUCache<string, Tally>({ max: SUBJECTS_MAX });
  #changed = new Set<Tally>();
  #timer: NodeJS.Timeout | undefined;
  #exchanging: Promise<void> | undefined;
  #closed = false;

  readonly #db: Db;
  readonly #windowMs: number;
  readonly #onError: (error: unknown) => void;

  constructor(db: Db, windowMs: number, onError: (error: unknown) => void) {
    this.#db = db;
    this.#windowMs = windowMs;
    this.#onError = onError;
  }

  /** Counts one call. Calls beyond the limit are not counted. */
  count(subject: string, max: number): { current: number; ttl: number } {
    const now = performance.now();
    let tally = this.#tallies.get(subject);
    if (!tally || now - tally.startedAt >= this.#windowMs) {
      tally = { subject, startedAt: now, known: 0, unsent: 0, sending: 0 };
      this.#tallies.set(subject, tally);
    }
    const current = tally.known + tally.sending + tally.unsent + 1;
    if (current <= max) {
      tally.unsent += 1;
      this.#exchangeSoon(tally);
    }
    return { current, ttl: Math.max(1, tally.startedAt + this.#windowMs - now) };
  }

  /** Takes back one call, for limits of calls that fail. */
  uncount(subject: string): void {
    const tally = this.#tallies.get(subject);
    if (!tally) return;
    tally.unsent -= 1;
    this.#exchangeSoon(tally);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#exchanging;
  }

  #exchangeSoon(...changed: Tally[]): void {
    for (const tally of changed) this.#changed.add(tally);
    if (this.#closed || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#exchanging = this.#exchange().finally(() => {
        this.#timer = undefined;
        if (this.#changed.size > 0) this.#exchangeSoon();
      });
    }, EXCHANGE_MS).unref();
  }

  async #exchange(): Promise<void> {
    const changed = new Map([...this.#changed].map((tally) => [tally.subject, tally]));
    this.#changed = new Set();
    for (const tally of changed.values()) {
      tally.sending = tally.unsent;
      tally.unsent = 0;
    }
    try {
      const counts = [...changed.values()].map(({ subject, sending }) => ({
        subject,
        count: sending,
      }));
      for (const { subject, total, ageMs } of await addCounts(this.#db, counts, this.#windowMs)) {
        const tally = changed.get(subject);
        if (!tally) continue;
        Object.assign(tally, { known: total, sending: 0, startedAt: performance.now() - ageMs });
      }
    } catch (error) {
      for (const tally of changed.values()) {
        tally.unsent += tally.sending;
        tally.sending = 0;
        this.#changed.add(tally);
      }
      this.#onError(error);
    }
  }
}

/** Adds this process's counts to the shared ones, and returns the totals of the current windows. */
async function addCounts(db: Db, counts: readonly Count[], windowMs: number): Promise<Total[]> {
  const subjects = new Map(counts.map(({ subject }) => [hash(subject), subject]));
  const seconds = windowMs / 1000;
  const totals = await db.query<{ subject: string; total: number; ageMs: number }>(sql`
    with incoming as (
      select decode(subject, 'hex') as subject, count
      from unnest(${[...subjects.keys()]}::text[], ${counts.map(({ count }) => count)}::int[])
        as t (subject, count)
    ),
    old as (
      -- Skips rows that another server has locked, to avoid a deadlock.
      delete from limit_counts where subject in (
        select subject from limit_counts
        where started_at < now() - make_interval(secs => 2 * ${seconds}::float8)
          and subject not in (select subject from incoming)
        for update skip locked)
    )
    insert into limit_counts as known (subject, count, started_at)
    -- All servers use the same order, for the same reason.
    select subject, count, now() from incoming order by subject
    on conflict (subject) do update set
      count = case
        when known.started_at <= now() - make_interval(secs => ${seconds}::float8) then excluded.count
        else least(known.count::bigint + excluded.count, 2000000000)::int
      end,
      started_at = case
        when known.started_at <= now() - make_interval(secs => ${seconds}::float8)
        then excluded.started_at else known.started_at
      end
    returning encode(subject, 'hex') as subject, count as total,
              greatest(0, extract(epoch from now() - started_at) * 1000)::int as age_ms`);
  return totals.map(({ subject, ...total }) => ({
    subject: subjects.get(subject) as string,
    ...total,
  }));
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
