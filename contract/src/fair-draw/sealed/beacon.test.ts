import { describe, expect, it } from 'vitest';
import type { Vectors } from '../../../vectors/replay-vectors.ts';
import given from '../../../vectors/vectors.json' with { type: 'json' };
import { isRoundPossible, QUICKNET, roundAt, roundTime } from './beacon.ts';
import { isBeacon } from './beacon-signature.ts';

describe('a beacon', () => {
  const known = (given as Vectors).proof.draws.flatMap((draw) =>
    'beacon' in draw && draw.beacon !== null && draw.source.kind === 'beacon'
      ? [[draw.source.round, draw.beacon] as const]
      : [],
  );

  it('verifies as recorded, and not with one bit flipped or in another round', () => {
    expect(known.map(([round]) => round)).toEqual([123, 1000]);
    for (const [round, signature] of known) {
      expect(isBeacon(QUICKNET, round, signature)).toBe(true);
    }
    const [round, signature] = known[0] as (typeof known)[number];
    expect(isBeacon(QUICKNET, round + 1, signature)).toBe(false);
    for (const at of [0, 95]) {
      const digit = (Number.parseInt(signature[at] as string, 16) ^ 1).toString(16);
      const flipped = signature.slice(0, at) + digit + signature.slice(at + 1);
      expect(isBeacon(QUICKNET, round, flipped), `digit ${at}`).toBe(false);
    }
    expect(isBeacon(QUICKNET, round, signature.toUpperCase())).toBe(false);
    expect(isBeacon(QUICKNET, round, `${signature}00`)).toBe(false);
  });

  it('has a round for every time', () => {
    expect(roundTime(QUICKNET, 1)).toBe(QUICKNET.genesis * 1000);
    for (const round of [1, 123, 1000]) {
      const time = roundTime(QUICKNET, round);
      expect([roundAt(QUICKNET, time), roundAt(QUICKNET, time + 1)]).toEqual([round, round + 1]);
    }
  });

  it('comes 20 seconds to an hour after its seal', () => {
    const time = roundTime(QUICKNET, 5000);
    const waits = [19_999, 20_000, 3_600_000, 3_600_001];
    expect(waits.map((wait) => isRoundPossible(QUICKNET, time - wait, 5000))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
