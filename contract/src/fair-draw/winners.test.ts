import { randomBytes, randomFillSync, randomInt } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputOf } from './sealed/seal.ts';
import {
  drawByNumbers,
  drawWinners,
  equalChances,
  keyOf,
  numbersBelow,
  withoutBias,
} from './winners.ts';

/** Enough draws to tell the first winner's chances from the second's. */
const DRAWS = 100_000;

/** Draws by random values instead of a key's HMACs, which would take nearly all of the time. */
function hold(chances: Uint32Array, count: number): number[][] {
  // Twice as many as winners: a rejected value is replaced by the next.
  const values = randomFillSync(new BigUint64Array(2 * DRAWS * count));
  let at = 0;
  const numbers = withoutBias(() => values[at++] as bigint);
  return Array.from({ length: DRAWS }, () => [...drawByNumbers(numbers, chances, count)]);
}

/** An independent simulation: a hat with a slip for each chance, from which a winner's slips are taken out. */
function drawFromHat(slips: readonly number[], count: number): number[] {
  const winners: number[] = [];
  while (winners.length < count) {
    const line = slips[Math.floor(Math.random() * slips.length)] as number;
    // A slip that should be out of the hat goes back, and another one is drawn.
    if (!winners.includes(line)) winners.push(line);
  }
  return winners;
}

function tally(winners: readonly number[], lines: number): number[] {
  const wins = Array<number>(lines).fill(0);
  for (const winner of winners) wins[winner] = (wins[winner] ?? 0) + 1;
  return wins;
}

/**
 * Chi-square as the number of standard deviations of a normal distribution (Wilson and Hilferty). A fair draw gives
 * more than 6 once in a thousand million runs.
 */
function deviation(chiSquare: number, freedom: number): number {
  const width = 2 / (9 * freedom);
  return (Math.cbrt(chiSquare / freedom) - (1 - width)) / Math.sqrt(width);
}

function deviationFrom(wins: readonly number[], chances: Uint32Array): number {
  const all = wins.reduce((sum, many) => sum + many, 0);
  const total = chances.reduce((sum, many) => sum + many, 0);
  const chiSquare = wins.reduce((sum, many, line) => {
    const expected = (all * (chances[line] as number)) / total;
    return sum + (many - expected) ** 2 / expected;
  }, 0);
  return deviation(chiSquare, wins.length - 1);
}

/** The deviation between two samples of the same size; small if they have the same distribution. */
function deviationBetween(one: readonly number[], other: readonly number[]): number {
  const seen = one.flatMap((many, line) => {
    const sum = many + (other[line] as number);
    return sum > 0 ? [(many - (other[line] as number)) ** 2 / sum] : [];
  });
  return deviation(
    seen.reduce((sum, each) => sum + each, 0),
    seen.length - 1,
  );
}

describe('the chance to win, over many draws', () => {
  it('is the same for every line where everybody has one chance', () => {
    // 37 is not a power of two.
    const chances = equalChances(37);
    expect(deviationFrom(tally(hold(chances, 1).flat(), 37), chances)).toBeLessThan(6);
  });

  it('is the same for a key that the operator knows all about but a fresh beacon', () => {
    const [seed, sealHash] = [randomBytes(32), randomBytes(32)];
    const winners = Array.from({ length: DRAWS / 20 }, () => {
      const signature = randomBytes(48).toString('hex');
      const key = keyOf(seed, inputOf(sealHash, { kind: 'beacon', signature }));
      return drawWinners(key, equalChances(37), 1);
    });
    expect(deviationFrom(tally(winners.flat(), 37), equalChances(37))).toBeLessThan(6);
  });

  it('is in proportion to the chances, from 1 to 1,000', () => {
    const chances = Uint32Array.from([
      1000,
      ...Array.from({ length: 28 }, () => randomInt(1, 1001)),
    ]);
    // The few expected wins of the last line are still enough for chi-square.
    chances[28] = 1;
    const wins = tally(hold(chances, 1).flat(), 29);
    expect(deviationFrom(wins, chances)).toBeLessThan(6);
    expect(deviationFrom(wins, equalChances(29))).toBeGreaterThan(6);
  });

  it('is that of an independent simulation for the second and third winner', () => {
    const chances = Uint32Array.from([1, 2, 3, 5, 8, 13, 21]);
    const draws = hold(chances, 3);
    const slips = [...chances].flatMap((many, line) => Array<number>(many).fill(line));
    const simulated = Array.from({ length: DRAWS }, () => drawFromHat(slips, 3));
    for (const index of [1, 2]) {
      const placed = (some: number[][]) =>
        tally(
          some.map((each) => each[index] as number),
          7,
        );
      expect(deviationBetween(placed(draws), placed(simulated)), `winner ${index}`).toBeLessThan(6);
      // The second and third winners are not distributed like the first.
      expect(deviationFrom(placed(draws), chances)).toBeGreaterThan(6);
    }
    // The order as a whole: 7 · 6 · 5 orders.
    const orders = (some: number[][]) =>
      tally(
        some.map(([one = 0, two = 0, three = 0]) => one * 49 + two * 7 + three),
        343,
      );
    expect(deviationBetween(orders(draws), orders(simulated))).toBeLessThan(6);
  });
});

describe('the winners', () => {
  const someChances = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 60 });
  const someKey = fc.uint8Array({ minLength: 32, maxLength: 32 });

  it('are those of the formula, walked through line by line', () => {
    fc.assert(
      fc.property(someKey, someChances, fc.integer({ min: 1, max: 70 }), (key, given, count) => {
        const numbers = numbersBelow(key);
        const remaining = given.map((chances, line) => ({ chances, line }));
        const expected: number[] = [];
        while (remaining.length > 0 && expected.length < count) {
          const total = remaining.reduce((sum, { chances }) => sum + BigInt(chances), 0n);
          const number = numbers(total);
          let running = 0n;
          const index = remaining.findIndex(({ chances }) => {
            running += BigInt(chances);
            return running > number;
          });
          expected.push(...remaining.splice(index, 1).map(({ line }) => line));
        }
        expect(drawWinners(key, Uint32Array.from(given), count)).toEqual(expected);
      }),
    );
  });

  it('are all different, and no more than there are people', () => {
    fc.assert(
      fc.property(someKey, someChances, (key, given) => {
        const winners = drawWinners(key, Uint32Array.from(given), 1000);
        expect(winners.toSorted((one, other) => one - other)).toEqual([...given.keys()]);
      }),
    );
  });

  it('are none among nobody', () => {
    expect(drawWinners(randomBytes(32), new Uint32Array(0), 3)).toEqual([]);
    expect(() => numbersBelow(randomBytes(32))(0n)).toThrow(RangeError);
  });
});

describe('a number', () => {
  it('is below the total, and is the first one that is not rejected', () => {
    const total = 2n ** 63n + 1n;
    let rejected = 0;
    for (let n = 0; n < 500; n += 1) {
      const key = randomBytes(32);
      const number = numbersBelow(key)(total);
      expect(number).toBeLessThan(total);
      // A total of 2^64 rejects nothing: this is the first value.
      const first = numbersBelow(key)(2n ** 64n);
      if (first < total) {
        expect(number).toBe(first);
      } else {
        rejected += 1;
        expect(number).not.toBe(first - total);
      }
    }
    // About half are rejected: fewer than 100 of 500 happens once in 10^40 times.
    expect(rejected).toBeGreaterThan(100);
  });
});
