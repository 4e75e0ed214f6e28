import { describe, expect, it } from 'vitest';
import type { Vectors } from '../../../vectors/replay-vectors.ts';
import given from '../../../vectors/vectors.json' with { type: 'json' };
import type { DrawRecord, RaffleRecord, VoidRecord } from '../draws.ts';
import { QUICKNET, roundTime } from '../sealed/beacon.ts';
import { earlierPrizeName, isRepeated, missedRound, raisedQuantity } from './remarks.ts';

const { draws, sealed } = (given as Vectors).proof;
const draw = draws.find(({ kind }) => kind === 'draw') as DrawRecord;
const voided = draws.find(({ kind }) => kind === 'void') as VoidRecord;
const prizes = ['a', 'b'].map((digit) => draw.prizeId?.replace(/./, digit) as string);

/** Records in a row: `void a` and `draw b` are of two prizes, `draw` of none. */
const record = (...plans: string[]) =>
  plans.map((plan, at): RaffleRecord => {
    const [kind, prize] = plan.split(' ');
    const prizeId = prize ? (prizes['ab'.indexOf(prize)] as string) : null;
    return { ...(kind === 'void' ? voided : draw), number: at + 1, prizeId };
  });
const repeatedIn = (...plans: string[]) => {
  const records = record(...plans);
  return records.flatMap((each) => (isRepeated(records, each) ? [each.number] : []));
};

describe('everybody is shown', () => {
  it('the next draw after a void, and the next one of its prize', () => {
    expect(repeatedIn('draw a', 'draw b')).toEqual([]);
    expect(repeatedIn('void a', 'draw a', 'draw a')).toEqual([2]);
    expect(repeatedIn('void a', 'draw b', 'draw a', 'draw a')).toEqual([2, 3]);
    expect(repeatedIn('void a', 'void b', 'draw b', 'draw', 'draw a')).toEqual([3, 5]);
    expect(draws.filter((each) => isRepeated(draws, each)).map(({ number }) => number)).toEqual([
      3, 7, 8,
    ]);
  });

  it('that a quantity was raised after a draw', () => {
    expect(draws.map((each) => raisedQuantity(draws, each)).filter(Boolean)).toEqual([
      { from: 3, to: 4, after: 3 },
    ]);
    expect(sealed && raisedQuantity(draws, sealed)).toEqual({ from: 1, to: 2, after: 1 });
  });

  it('the name that a prize had before', () => {
    expect(draws.map((each) => earlierPrizeName(draws, each))).not.toContain(expect.anything());
    const again = { ...voided, number: 99, prizeName: 'Pencil' };
    expect(earlierPrizeName([voided, again], again)).toBe(voided.prizeName);
  });

  it('a round that has passed without its beacon', () => {
    const after = roundTime(QUICKNET, 2000);
    expect(missedRound(voided, after)).toBeUndefined();
    expect(missedRound({ ...voided, beacon: null }, after)).toBe(123);
    expect(sealed && [missedRound(sealed, after), missedRound(sealed, 0)]).toEqual([
      1600,
      undefined,
    ]);
  });
});
