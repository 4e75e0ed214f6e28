import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { u32 } from './bytes.ts';

/** The key that determines all winners of a draw. */
export const keyOf = (seed: Uint8Array, input: Uint8Array): Uint8Array => hmac(sha256, seed, input);

/** Returns a number from 0 to `total - 1` on each call. */
type NumberSource = (total: bigint) => bigint;

/** Returns numbers from a key. The counter continues from call to call. */
export function numbersBelow(key: Uint8Array): NumberSource {
  let attempt = 0;
  return withoutBias(() => {
    const digest = hmac(sha256, key, u32(attempt));
    attempt += 1;
    return new DataView(digest.buffer, digest.byteOffset).getBigUint64(0);
  });
}

/** Returns numbers from random values of 64 bits, and rejects the values that would cause a bias. */
export const withoutBias =
  (nextValue: () => bigint): NumberSource =>
  (total) => {
    if (total < 1n) throw new RangeError('Nobody can win in an empty roster');
    // Values at or above the last whole multiple of `total` would favour the first lines. BigInt, because the limit
    // is 2^64 itself where `total` divides it.
    const limit = (2n ** 64n / total) * total;
    for (;;) {
      const value = nextValue();
      if (value < limit) return value % total;
    }
  };

/**
 * The indexes of the winning lines, in the order in which they are drawn. Each is drawn from the remaining lines, by
 * their chances.
 */
export const drawWinners = (key: Uint8Array, chances: Uint32Array, count: number): number[] => [
  ...drawEach(key, chances, count),
];

/** Draws the same winners one at a time, for a server that must not block for a thousand of them. */
export const drawEach = (
  key: Uint8Array,
  chances: Uint32Array,
  count: number,
): Generator<number, void> => drawByNumbers(numbersBelow(key), chances, count);

export function* drawByNumbers(
  numberBelow: NumberSource,
  chances: Uint32Array,
  count: number,
): Generator<number, void> {
  const remaining = new RunningTotals(chances);
  for (let drawn = 0; drawn < count && remaining.total > 0; drawn += 1) {
    const index = remaining.find(Number(numberBelow(BigInt(remaining.total))));
    remaining.remove(index, chances[index] as number);
    yield index;
  }
}

/** One chance for each line, for a phone that has not loaded the roster. */
export const equalChances = (size: number): Uint32Array => new Uint32Array(size).fill(1);

/** Running totals of chances as a Fenwick tree: 1,000 winners among 100,000 lines take milliseconds. */
class RunningTotals {
  total = 0;
  /** Running totals. A double holds them exactly: 2^32 lines with 1,000 chances each are less than 2^53. */
  readonly #sums: Float64Array;

  constructor(chances: Uint32Array) {
    const size = chances.length;
    this.#sums = new Float64Array(size + 1);
    for (let at = 1; at <= size; at += 1) {
      this.total += chances[at - 1] as number;
      this.#add(at, chances[at - 1] as number);
      const next = at + (at & -at);
      if (next <= size) this.#add(next, this.#sums[at] as number);
    }
  }

  #add(at: number, chances: number): void {
    this.#sums[at] = (this.#sums[at] as number) + chances;
  }

  remove(index: number, chances: number): void {
    this.total -= chances;
    for (let at = index + 1; at < this.#sums.length; at += at & -at) this.#add(at, -chances);
  }

  /** The first line at which the running total exceeds a number. */
  find(number: number): number {
    let [index, rest] = [0, number];
    for (let step = 2 ** Math.floor(Math.log2(this.#sums.length)); step >= 1; step /= 2) {
      const sum = this.#sums[index + step];
      if (sum === undefined || sum > rest) continue;
      index += step;
      rest -= sum;
    }
    return index;
  }
}
