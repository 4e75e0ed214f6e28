import type { RaffleResult } from '@drawbridge/contract/raffle';
import { expect, it } from 'vitest';
import { ownWins } from './own-wins.ts';

const ticket = (name: string, hex: string) => ({
  code: `code of ${name}`,
  name,
  bytes: new Uint8Array(),
  hex,
});
const marta = ticket('Marta Wright', 'aa');
const bo = ticket('Bo Li', 'bb');
const other = ticket('Kofi Mensah', 'cc');
const result = (name: string, ...tickets: string[]): RaffleResult => ({
  id: `of ${name}`,
  eventId: 'event',
  number: 1,
  prizeId: null,
  winner: { name, email: null },
  conductedAt: '2026-12-05T14:00:00.000Z',
  phrase: '',
  ticket: '',
  handedOverAt: null,
  tickets,
});
const namesOf = (shown: string) =>
  ownWins([result(shown, 'bb', 'aa')], [bo, marta, other]).map(({ tickets }) =>
    tickets.map(({ name }) => name),
  );

it.each([
  ['Marta Wright', ['Marta Wright']],
  ['marta  wright', ['Marta Wright']],
  ['Marta W.', ['Marta Wright']],
  ['Bo Li', ['Bo Li']],
  // Corrected by the team after the entry.
  ['Martha Writer', ['Bo Li', 'Marta Wright']],
])('when the stage shows %j, the phone shows %j', (shown, names) => {
  expect(namesOf(shown)).toEqual([names]);
});

it('a result without a ticket of this device is no win, and each result is one win', () => {
  const won = [result('Kofi Mensah', 'cc'), result('Amara Okafor', 'dd'), result('Bo Li', 'bb')];
  expect(ownWins(won, [bo, marta, other])).toEqual([
    { result: won[0], tickets: [other] },
    { result: won[2], tickets: [bo] },
  ]);
});
