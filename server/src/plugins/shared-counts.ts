/** So many calls of somebody that the others have not heard of yet. */
export interface Count {
  subject: string;
  count: number;
}

/** The calls of somebody in the running window, of all servers together. */
export interface Total {
  subject: string;
  total: number;
  /** How long ago the window began. */
  ageMs: number;
}

export type AddCounts = (counts: readonly Count[], windowMs: number) => Promise<Total[]>;

interface Tally {
  subject: string;
  startedAt: number;
  /** What all servers had counted when we last heard. */
  known: number;
  /** What we have counted since, and what of it is on its way. */
  unsent: number;
  sending: number;
}

/** When the others hear of a call at the latest, and how soon of somebody who calls much. */
const LATE_MS = 1_000;
const SOON_MS = 100;
/** 'Much' is this part of the limit. */
const MUCH = 1 / 20;
const MOST_SUBJECTS = 20_000;

/**
 * Counts calls without asking anybody, and exchanges the counts with the other servers beside the
 * requests. A server that is not heard of counts alone, and goes on.
 */
export class SharedCounts {
  readonly #tallies = new Map<string, Tally>();
  #changed = new Set<Tally>();
  #timer: NodeJS.Timeout | undefined;
  #due = Number.POSITIVE_INFINITY;
  #exchanging: Promise<void> | undefined;
  #lastExchange = Number.NEGATIVE_INFINITY;
  #closed = false;

  readonly #windowMs: number;
  readonly #add: AddCounts;
  readonly #onError: (error: unknown) => void;

  constructor(windowMs: number, add: AddCounts, onError: (error: unknown) => void) {
    this.#windowMs = windowMs;
    this.#add = add;
    this.#onError = onError;
  }

  /** Counts one call; beyond the limit nobody needs to know how far. */
  count(subject: string, max: number): { current: number; ttl: number } {
    const now = performance.now();
    let tally = this.#tallies.get(subject);
    if (!tally || now - tally.startedAt >= this.#windowMs) {
      tally = { subject, startedAt: now, known: 0, unsent: 0, sending: 0 };
      this.#remember(tally);
    }
    const current = tally.known + tally.sending + tally.unsent + 1;
    if (current <= max) {
      tally.unsent += 1;
      this.#changed.add(tally);
      const soon = tally.unsent >= max * MUCH;
      this.#exchangeIn(soon ? this.#lastExchange + SOON_MS - now : LATE_MS);
    }
    return { current, ttl: Math.max(1, tally.startedAt + this.#windowMs - now) };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#exchanging;
  }

  #remember(tally: Tally): void {
    // Anew, so that the first in the map is the oldest.
    this.#tallies.delete(tally.subject);
    this.#tallies.set(tally.subject, tally);
    if (this.#tallies.size <= MOST_SUBJECTS) return;
    const [oldest] = this.#tallies.keys();
    if (oldest !== undefined) this.#tallies.delete(oldest);
  }

  #exchangeIn(ms: number): void {
    const due = performance.now() + Math.max(0, ms);
    if (this.#closed || this.#exchanging || due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(
      () => {
        this.#due = Number.POSITIVE_INFINITY;
        this.#exchanging = this.#exchange().finally(() => {
          this.#exchanging = undefined;
          if (this.#changed.size > 0) this.#exchangeIn(LATE_MS);
        });
      },
      Math.max(0, ms),
    ).unref();
  }

  async #exchange(): Promise<void> {
    this.#lastExchange = performance.now();
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
      for (const { subject, total, ageMs } of await this.#add(counts, this.#windowMs)) {
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
