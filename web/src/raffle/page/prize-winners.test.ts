import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import { expect, it } from 'vitest';
import { groupByPrize } from './prize-winners.tsx';

const prizes = ['bicycle', 'token'].map((id) => ({ id, quantity: 2 }) as Prize);
const won = (id: string, prizeId: string | null) => ({ id, prizeId }) as RaffleResult;
const results = [won('a', 'token'), won('b', null), won('c', 'bicycle'), won('d', 'token')];
const shown = (own?: string) =>
  groupByPrize(prizes, results, ({ id }) => id === own).map(
    ({ number, winners }) => `${number}: ${winners.map(({ id }) => id).join()}`,
  );

it('lists winners by prize, in the order of the prizes, and general draws last', () => {
  expect(shown()).toEqual(['1: c', '2: a,d', '3: b']);
});

it('puts the prize that this device has won first, and its own win before the others', () => {
  expect(shown('d')).toEqual(['2: d,a', '1: c', '3: b']);
});
