import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { describe, expect, it } from 'vitest';
import { neighbourOf, nextPrize, undrawnPrizes } from './next-prize.ts';

const prizeOf = (id: string) => ({ id }) as Prize;
const wonBy = (prizeId: string | null) => ({ prizeId }) as RaffleResult;
const [bicycle, token, umbrella] = [prizeOf('bicycle'), prizeOf('token'), prizeOf('umbrella')];
const prizes = [bicycle, token, umbrella];

it('the prizes that are left are those without a standing winner', () => {
  expect(undrawnPrizes(prizes, [wonBy('token'), wonBy(null)])).toEqual([bicycle, umbrella]);
});

describe('the next prize', () => {
  it.each([
    ['the first one at the beginning', prizes, prizes, undefined, bicycle],
    ['the chosen one until it is drawn', prizes, prizes, 'token', token],
    ['the one after a drawn one', prizes, [bicycle, umbrella], 'token', umbrella],
    ['the first one after the last', prizes, [bicycle, token], 'umbrella', bicycle],
    ['the chosen one when others are added before it', prizes, prizes, 'umbrella', umbrella],
    ['the first one when the chosen one was deleted', [token, umbrella], [token], 'bicycle', token],
    ['none when all are drawn', prizes, [], 'bicycle', undefined],
  ])('is %s', (_, all, undrawn, chosen, expected) => {
    expect(nextPrize(all, undrawn, chosen ?? null)).toBe(expected);
  });
});

describe('the neighbour of a prize', () => {
  it.each([
    [bicycle, 1, token],
    [umbrella, 1, bicycle],
    [bicycle, -1, umbrella],
    [umbrella, -1, token],
  ] as const)('%j, %i: %j', (prize, step, expected) => {
    expect(neighbourOf(prizes, prize, step)).toBe(expected);
  });

  it('is the prize itself when it is the only one', () => {
    expect(neighbourOf([token], token, 1)).toBe(token);
    expect(neighbourOf([token], token, -1)).toBe(token);
  });

  it('is nothing when no prize is left', () => {
    expect(neighbourOf([], undefined, 1)).toBeUndefined();
  });
});
