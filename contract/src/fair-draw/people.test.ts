import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entry, People } from './people.ts';
import { inOneGo } from './steps.ts';

let made = 0;

/** An entry of somebody whom nobody else is, unless the fields say otherwise. */
function entry(fields: Partial<Entry> = {}): Entry {
  made += 1;
  return {
    phone: `0770${made}`,
    email: `visitor${made}@example.com`,
    verified: true,
    won: false,
    ...fields,
  };
}

/** Everyone who can win, each as the places of their verified entries. */
function eligible(entries: readonly Entry[]): number[][] {
  const people = new People();
  for (const one of entries) people.add(one);
  expect(people.entries).toBe(entries.length);
  return inOneGo(people.eligible());
}

describe('who is one person', () => {
  it('joins leads with the same phone or the same e-mail', () => {
    const entries = [
      entry({ phone: '1' }),
      entry({ phone: '1' }),
      entry({ email: 'x@y.z' }),
      entry({ email: 'x@y.z' }),
    ];
    expect(eligible(entries)).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('does not join people who both gave no e-mail', () => {
    expect(eligible([entry({ email: null }), entry({ email: null })])).toHaveLength(2);
  });

  it('does not take a phone for an e-mail', () => {
    expect(eligible([entry({ phone: '1' }), entry({ email: '1' })])).toHaveLength(2);
  });

  it('joins over any number of steps, also when the missing link comes last', () => {
    const first = entry({ phone: '1', email: 'a@b.c' });
    const last = entry({ phone: '2', email: 'd@e.f' });
    const link = entry({ phone: '1', email: 'd@e.f' });
    expect(eligible([first, last])).toEqual([[0], [1]]);
    expect(eligible([first, last, link])).toEqual([[0, 1, 2]]);
    expect(eligible([link, last, first])).toEqual([[0, 1, 2]]);
  });

  it('joins a chain of 100,000 leads into one person, with pauses', () => {
    // Each lead shares its phone with the one before and its e-mail with the one after.
    const chain = Array.from({ length: 100_000 }, (_, n) =>
      entry({ phone: String(n >> 1), email: String((n + 1) >> 1) }),
    );
    for (const entries of [chain, chain.toReversed()]) {
      const people = new People();
      for (const one of entries) people.add(one);
      const steps = people.eligible();
      let pauses = 0;
      let step = steps.next();
      for (; !step.done; step = steps.next()) pauses += 1;
      expect(step.value).toHaveLength(1);
      expect(step.value[0]).toHaveLength(100_000);
      expect(pauses).toBeGreaterThan(20);
    }
  });
});

describe('who can win', () => {
  it('is nobody when there are no entries that count', () => {
    expect(eligible([])).toEqual([]);
    expect(eligible([entry({ verified: false })])).toEqual([]);
    expect(eligible([entry({ won: true })])).toEqual([]);
  });

  it('is whoever has a verified lead, by those that are verified, earliest first', () => {
    expect(eligible([entry({ verified: false }), entry()])).toEqual([[1]]);
    const person = [false, true, false, true].map((verified) => entry({ phone: '1', verified }));
    expect(eligible(person)).toEqual([[1, 3]]);
  });

  it('is nobody who has won before with any lead, be it joined by others only', () => {
    const won = entry({ phone: '1', won: true });
    const link = entry({ phone: '1', email: 'a@b.c', verified: false });
    const again = entry({ email: 'a@b.c' });
    const other = entry();
    expect(eligible([won, link, again, other])).toEqual([[3]]);
    expect(eligible([again, link, won])).toEqual([]);
    // A lead that has won counts even when it is not verified any more.
    expect(eligible([{ ...won, verified: false }, link, again])).toEqual([]);
  });
});

describe('against a slow and simple model', () => {
  // Few different contacts, so that people overlap; and the same texts as phone and as e-mail.
  const contact = fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8');
  const someEntries = fc.array(
    fc.record({
      phone: contact,
      email: fc.option(contact, { nil: null }),
      verified: fc.boolean(),
      won: fc.nat(9).map((n) => n === 0),
    }),
    { maxLength: 24 },
  );

  const related = (a: Entry, b: Entry) =>
    a.phone === b.phone || (a.email !== null && a.email === b.email);

  /** Joins any two groups that have something in common, until there are none; gives their places. */
  function eligibleByModel(entries: readonly Entry[]): number[][] {
    const at = (place: number) => entries[place] as Entry;
    const groups = entries.map((_, place) => [place]);
    for (let joined = true; joined; ) {
      joined = false;
      for (let i = 0; i < groups.length; i += 1) {
        for (let j = i + 1; j < groups.length; j += 1) {
          const [left, right] = [groups[i] as number[], groups[j] as number[]];
          if (left.some((a) => right.some((b) => related(at(a), at(b))))) {
            left.push(...right);
            groups.splice(j, 1);
            joined = true;
          }
        }
      }
    }
    return groups
      .filter((person) => !person.some((place) => at(place).won))
      .map((person) => person.filter((place) => at(place).verified).sort((a, b) => a - b))
      .filter((person) => person.length > 0);
  }

  const sorted = (people: number[][]) => people.map((person) => person.join(' ')).sort();

  it('the same people can win, by the same entries in the same order', () => {
    fc.assert(
      fc.property(someEntries, (entries) => {
        expect(sorted(eligible(entries))).toEqual(sorted(eligibleByModel(entries)));
      }),
      { numRuns: 1000 },
    );
  });

  it('they do not depend on the order of entry', () => {
    const shuffled = someEntries.chain((entries) => {
      const places = entries.map((_, place) => place);
      const all = { minLength: places.length, maxLength: places.length };
      return fc.tuple(fc.constant(entries), fc.shuffledSubarray(places, all));
    });
    fc.assert(
      fc.property(shuffled, ([entries, places]) => {
        const otherwise = eligible(places.map((place) => entries[place] as Entry)).map((person) =>
          person.map((at) => places[at] as number).sort((a, b) => a - b),
        );
        expect(sorted(otherwise)).toEqual(sorted(eligible(entries)));
      }),
      { numRuns: 500 },
    );
  });
});
