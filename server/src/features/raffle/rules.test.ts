import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseWinner, type Entry, groupPeople } from './rules.ts';

const DRAWS = 100_000;

let made = 0;

/** An entry of somebody whom nobody else is, unless the fields say otherwise. */
function entry(fields: Partial<Entry> = {}): Entry {
  made += 1;
  return {
    id: `lead ${made}`,
    phone: `0770${made}`,
    email: `visitor${made}@example.com`,
    verified: true,
    won: false,
    ...fields,
  };
}

const ids = (people: Entry[][]) => people.map((person) => person.map(({ id }) => id).sort()).sort();

/** Who would win for each number that chance can give. */
function allWinners(entries: Entry[]): (Entry | undefined)[] {
  let chances = 0;
  chooseWinner(entries, (n) => {
    chances = n;
    return 0;
  });
  return Array.from({ length: chances }, (_, index) => chooseWinner(entries, () => index));
}

describe('who is one person', () => {
  it('joins leads with the same phone or the same e-mail', () => {
    const [a, b, c, d] = [
      entry({ phone: '1' }),
      entry({ phone: '1' }),
      entry({ email: 'x@y.z' }),
      entry({ email: 'x@y.z' }),
    ];
    expect(groupPeople([a, b, c, d])).toEqual([
      [a, b],
      [c, d],
    ]);
  });

  it('does not join people who both gave no e-mail', () => {
    expect(groupPeople([entry({ email: null }), entry({ email: null })])).toHaveLength(2);
  });

  it('does not take a phone for an e-mail', () => {
    expect(groupPeople([entry({ phone: '1' }), entry({ email: '1' })])).toHaveLength(2);
  });

  it('joins over any number of steps, also when the missing link comes last', () => {
    const first = entry({ phone: '1', email: 'a@b.c' });
    const last = entry({ phone: '2', email: 'd@e.f' });
    const link = entry({ phone: '1', email: 'd@e.f' });
    expect(groupPeople([first, last])).toHaveLength(2);
    expect(groupPeople([first, last, link])).toEqual([[first, last, link]]);
    expect(groupPeople([link, last, first])).toEqual([[link, last, first]]);
  });

  it('joins a chain of 100,000 leads into one person', () => {
    // Each lead shares its phone with the one before and its e-mail with the one after.
    const chain = Array.from({ length: 100_000 }, (_, n) =>
      entry({ phone: String(n >> 1), email: String((n + 1) >> 1) }),
    );
    expect(groupPeople(chain)).toHaveLength(1);
    expect(groupPeople(chain.toReversed())).toHaveLength(1);
  });
});

describe('who can win', () => {
  it('is nobody when there are no entries', () => {
    const never = () => {
      throw new Error('There was nothing to choose');
    };
    expect(chooseWinner([], never)).toBeUndefined();
    expect(chooseWinner([entry({ verified: false })], never)).toBeUndefined();
    expect(chooseWinner([entry({ won: true })], never)).toBeUndefined();
  });

  it('is whoever has a verified lead', () => {
    const [verified, other] = [entry(), entry({ verified: false })];
    expect(allWinners([other, verified])).toEqual([verified]);
  });

  it('is the earliest verified lead of the person', () => {
    const person = [
      entry({ phone: '1', verified: false }),
      entry({ phone: '1' }),
      entry({ phone: '1' }),
    ];
    expect(allWinners(person)).toEqual([person[1]]);
  });

  it('is nobody who has won before with any lead, be it joined by others only', () => {
    const won = entry({ phone: '1', won: true });
    const link = entry({ phone: '1', email: 'a@b.c', verified: false });
    const again = entry({ email: 'a@b.c' });
    const other = entry();
    expect(allWinners([won, link, again, other])).toEqual([other]);
    expect(allWinners([again, link, won])).toEqual([]);
  });
});

describe('against a slow and simple model', () => {
  // Few different contacts, so that people overlap; and the same texts as phone and as e-mail.
  const contact = fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8');
  const someEntries = fc
    .array(
      fc.record({
        phone: contact,
        email: fc.option(contact, { nil: null }),
        verified: fc.boolean(),
        won: fc.nat(9).map((n) => n === 0),
      }),
      { maxLength: 24 },
    )
    .map((rows) => rows.map((row, index): Entry => ({ id: String(index), ...row })));

  const related = (a: Entry, b: Entry) =>
    a.phone === b.phone || (a.email !== null && a.email === b.email);

  /** Joins any two groups that have something in common, until there are none. */
  function peopleByModel(entries: readonly Entry[]): Entry[][] {
    const groups = entries.map((one) => [one]);
    for (;;) {
      let joined = false;
      for (let i = 0; i < groups.length; i += 1) {
        for (let j = i + 1; j < groups.length; j += 1) {
          const [left, right] = [groups[i] as Entry[], groups[j] as Entry[]];
          if (left.some((a) => right.some((b) => related(a, b)))) {
            left.push(...right);
            groups.splice(j, 1);
            joined = true;
          }
        }
      }
      if (!joined) return groups;
    }
  }

  it('people are the same', () => {
    fc.assert(
      fc.property(someEntries, (entries) => {
        expect(ids(groupPeople(entries))).toEqual(ids(peopleByModel(entries)));
      }),
      { numRuns: 1000 },
    );
  });

  it('people do not depend on the order of entry', () => {
    const shuffled = someEntries.chain((entries) =>
      fc.tuple(
        fc.constant(entries),
        fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([entries, otherwise]) => {
        expect(ids(groupPeople(otherwise))).toEqual(ids(groupPeople(entries)));
      }),
      { numRuns: 500 },
    );
  });

  it('each eligible person stands behind exactly one of the equally likely numbers', () => {
    fc.assert(
      fc.property(someEntries, (entries) => {
        const expected = peopleByModel(entries)
          .filter((person) => !person.some(({ won }) => won))
          .flatMap((person) => {
            const order = (a: Entry, b: Entry) => Number(a.id) - Number(b.id);
            return person.filter(({ verified }) => verified).sort(order)[0] ?? [];
          });
        const winners = allWinners(entries).map((winner) => winner?.id);
        expect(winners.sort()).toEqual(expected.map(({ id }) => id).sort());
      }),
      { numRuns: 1000 },
    );
  });
});

describe('chance', () => {
  /** How many entries each person in the hall has made. */
  const entriesOf = [1, 1, 2, 4, 8];
  const hall = entriesOf.flatMap((entries, person) =>
    Array.from({ length: entries }, (_, n) =>
      entry({
        id: `${person}.${n}`,
        phone: n % 2 === 0 ? `phone of ${person}` : `other phone of ${person} ${n}`,
        email: `${person}@example.com`,
      }),
    ),
  );
  const personOf = (winner: Entry | undefined) => Number(winner?.id.split('.')[0]);

  function countWins(draw: () => number): number[] {
    const wins = entriesOf.map(() => 0);
    for (let n = 0; n < DRAWS; n += 1) {
      const person = draw();
      wins[person] = (wins[person] ?? 0) + 1;
    }
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

  it('is the same for everybody, however many entries they made', () => {
    const wins = countWins(() => personOf(chooseWinner(hall, randomInt)));
    expect(wins.reduce((sum, count) => sum + count)).toBe(DRAWS);
    expect(deviation(wins)).toBeLessThan(6);
  });

  it('is the same whether somebody entered early or late', () => {
    let turn = 0;
    const wins = countWins(() => {
      turn += 1;
      const cut = turn % hall.length;
      const order = [...hall.slice(cut), ...hall.slice(0, cut)];
      return personOf(chooseWinner(turn % 2 === 0 ? order : order.reverse(), randomInt));
    });
    expect(deviation(wins)).toBeLessThan(6);
    const inOrder = countWins(() => personOf(chooseWinner(hall.toReversed(), randomInt)));
    expect(deviation(inOrder)).toBeLessThan(6);
  });

  it('would be found unequal if it went by entries, or if one in five won 10 % more often', () => {
    const byEntries = countWins(() => personOf(hall[randomInt(hall.length)]));
    expect(deviation(byEntries)).toBeGreaterThan(6);
    const fair = DRAWS / 5.1;
    expect(deviation([fair, fair, 1.1 * fair, fair, fair])).toBeGreaterThan(6);
  });
});
