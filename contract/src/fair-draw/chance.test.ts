import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import vectors from '../../vectors/vectors.json' with { type: 'json' };
import { inputOf, personOf, sealedInputOf, ticketOf, winnerIndexesOf } from './arithmetic.ts';
import { compareHashes } from './roster.ts';

const DRAWS = 10_000;
const { eventId } = vectors;

interface Lead {
  person: number;
  ticket: Uint8Array;
}

/** How many entries each person in the hall has made. */
const entriesOf = [1, 1, 2, 4, 8];

/** A hall with new entry codes, so with a new order of its roster. */
function makeHall(): Lead[] {
  return entriesOf.flatMap((entries, person) =>
    Array.from({ length: entries }, () => ({
      person,
      ticket: ticketOf(eventId, randomBytes(16)),
    })),
  );
}

/** The people behind the lines of a roster: all leads of a person are one line. */
function rosterOf(leads: readonly Lead[]): number[] {
  return [...new Set(leads.map(({ person }) => person))]
    .map((person) => {
      const own = leads.filter((lead) => lead.person === person);
      const tickets = own.map(({ ticket }) => ticket).sort(compareHashes);
      return { person, hash: personOf(chain, Buffer.concat(tickets)) };
    })
    .sort((one, other) => compareHashes(one.hash, other.hash))
    .map(({ person }) => person);
}

const chain = { eventId, version: 2 } as const;
const input = inputOf(chain, {
  number: 1,
  prizeId: null,
  sealed: false,
  rosterHash: new Uint8Array(32),
  phrase: '',
  previousRecord: new Uint8Array(32),
});

/** Adds up who won each of the draws, by any way to number them. */
function count(winners: Iterable<number>): number[] {
  const wins = entriesOf.map(() => 0);
  for (const winner of winners) wins[winner] = (wins[winner] ?? 0) + 1;
  expect(wins.reduce((sum, many) => sum + many)).toBe(DRAWS);
  return wins;
}

/**
 * Chi-square against equal chances, as the number of standard deviations of a normal distribution
 * (Wilson and Hilferty). A fair draw gives more than 6 once in a thousand million runs.
 */
function deviation(wins: number[]): number {
  const expected = DRAWS / wins.length;
  const chiSquare = wins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const width = 2 / (9 * (wins.length - 1));
  return (Math.cbrt(chiSquare / (wins.length - 1)) - (1 - width)) / Math.sqrt(width);
}

describe('the chance in a draw that is sealed for a beacon', () => {
  // The operator knows the seed and all that was fixed, and has arranged it as well as possible; the beacon decides.
  const [seed, sealHash] = [randomBytes(32), randomBytes(32)];
  const people = entriesOf.length;
  const draws = Array.from({ length: DRAWS }, () => {
    const beacon = sealedInputOf(sealHash, 'beacon', { randomness: randomBytes(32) });
    return winnerIndexesOf(seed, beacon, people, 2);
  });

  it('is the same for every line, as the first winner and as the second', () => {
    for (const place of [0, 1]) {
      expect(deviation(count(draws.map((winners) => winners[place] as number)))).toBeLessThan(6);
    }
    expect(draws.every(([first, second]) => first !== second)).toBe(true);
  });

  it('of being the second winner is the same for everybody except the first', () => {
    const after = draws.filter(([first]) => first === 0).map(([, second]) => second as number);
    const wins = [1, 2, 3, 4].map((line) => after.filter((second) => second === line).length);
    const expected = after.length / wins.length;
    for (const many of wins)
      expect(Math.abs(many - expected)).toBeLessThan(6 * Math.sqrt(expected));
  });
});

describe('chance', () => {
  // A thousand halls in which everybody comes at every time, and each has a roster of its own.
  const halls = Array.from({ length: 1000 }, (_, turn) => {
    const hall = makeHall();
    const cut = turn % hall.length;
    const leads = [...hall.slice(cut), ...hall.slice(0, cut)];
    if (turn % 2 === 1) leads.reverse();
    const arrivals = [...new Set(leads.map(({ person }) => person))];
    return { roster: rosterOf(leads), arrivals };
  });
  // Real draws with fresh seeds; each is then looked at in three ways.
  const draws = Array.from({ length: DRAWS }, (_, turn) => {
    const { roster, arrivals } = halls[turn % halls.length] as (typeof halls)[number];
    const [place = -1] = winnerIndexesOf(randomBytes(32), input, roster.length);
    const person = roster[place] as number;
    return { place, person, arrival: arrivals.indexOf(person) };
  });

  it('is the same for everybody, however many entries they made', () => {
    for (const { roster } of halls) expect(roster.toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(deviation(count(draws.map(({ person }) => person)))).toBeLessThan(6);
  });

  it('is the same whether somebody entered early or late', () => {
    expect(deviation(count(draws.map(({ arrival }) => arrival)))).toBeLessThan(6);
  });

  it('is the same for every place of a roster, whose size is no power of two', () => {
    expect(deviation(count(draws.map(({ place }) => place)))).toBeLessThan(6);
  });
});
