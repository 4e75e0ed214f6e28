/** Seeded random choices, so that the demo is the same every time. */
export interface Chance {
  /** 0 … n-1 */
  below(n: number): number;
  pick<T>(from: readonly T[]): T;
  /** True with the given probability in percent. */
  percent(of: number): boolean;
}

export function createChance(seed: number): Chance {
  let state = seed;
  // mulberry32 is small, and good enough for names and times.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    percent: (of) => below(100) < of,
  };
}
