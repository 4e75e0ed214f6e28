import { randomBytes, randomUUID } from 'node:crypto';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import type { DrawWithRoster } from '../draws.ts';
import {
  commitmentOf,
  inputOf,
  NO_RECORD,
  personHasher,
  personOf,
  recordOf,
  rosterHashOf,
  ticketOf,
  winnerIndexOf,
} from './arithmetic.ts';
import { checkProof, mismatchesIn } from './check.ts';
import { CODES_MAX, findEntrant } from './find-entrant.ts';
import type { Proof } from './proof.ts';
import { buildRoster, hashAt } from './roster.ts';
import { inOneGo } from './steps.ts';
import vectors from './vectors.json' with { type: 'json' };

const eventId = randomUUID();
const ticket = () => ticketOf(eventId, randomBytes(16));

interface Plan {
  people: Uint8Array[][];
  prizeId?: string | null;
  phrase?: string;
}

/** Draws whose every hash is right, whoever is in them: what a dishonest operator could publish. */
function prove(plans: Plan[]): Proof {
  const draws: DrawWithRoster[] = [];
  for (const [index, { people, prizeId = null, phrase = '' }] of plans.entries()) {
    const number = index + 1;
    const seed = randomBytes(32);
    const { hashes, order } = inOneGo(buildRoster(eventId, people, personHasher(eventId)));
    const rosterHash = rosterHashOf(eventId, hashes);
    const previousRecord = hexToBytes(draws.at(-1)?.record ?? bytesToHex(NO_RECORD));
    const input = inputOf({ eventId, number, prizeId, rosterHash, previousRecord, phrase });
    const winnerIndex = winnerIndexOf(seed, input, people.length);
    const tickets = people[order[winnerIndex] as number] as Uint8Array[];
    const winner = personOf(eventId, tickets);
    draws.push({
      number,
      prizeId,
      prizeName: prizeId && 'A prize',
      commitment: bytesToHex(commitmentOf(eventId, number, seed)),
      seed: bytesToHex(seed),
      rosterSize: people.length,
      rosterHash: bytesToHex(rosterHash),
      phrase,
      previousRecord: bytesToHex(previousRecord),
      record: bytesToHex(recordOf({ input, seed, winnerIndex, winner })),
      winnerIndex,
      winnerTickets: tickets.map((bytes) => bytesToHex(bytes)).sort(),
      drawnAt: '2026-12-05T18:00:00+00:00',
      voidReason: null,
      roster: people.map((_, place) => bytesToHex(hashAt(hashes, place))),
    });
  }
  const nextNumber = draws.length + 1;
  return { eventId, nextNumber, nextCommitment: '0'.repeat(64), sealed: null, draws };
}

function findings(proof: Proof): string[] {
  const verdict = inOneGo(checkProof(proof));
  return [verdict, ...verdict.draws].flatMap((part) => mismatchesIn(part).map(({ what }) => what));
}

describe('draws whose hashes are all right', () => {
  const hall = () => Array.from({ length: 5 }, () => [ticket()]);

  it('are in order when nobody wins twice', () => {
    const [first, second] = [hall(), hall()];
    const prizes = [randomUUID(), randomUUID()];
    expect(
      findings(prove([{ people: first, prizeId: prizes[0] as string }, { people: second }])),
    ).toEqual([]);
  });

  it('are not when a winner is drawn from again', () => {
    const winner = [ticket()];
    const proof = prove([{ people: [winner] }, { people: [winner, ...hall()] }]);
    expect(findings(proof)).toEqual(['Nobody in it has won before']);
  });

  it('are not when a prize is drawn again', () => {
    const prizeId = randomUUID();
    const proof = prove([
      { people: hall(), prizeId },
      { people: hall(), prizeId },
    ]);
    expect(findings(proof)).toEqual(['The prize is drawn once']);
  });

  it('may draw a general winner any number of times', () => {
    expect(findings(prove([{ people: hall() }, { people: hall() }, { people: hall() }]))).toEqual(
      [],
    );
  });

  it('are not when somebody is in a roster twice', () => {
    const twice = [ticket()];
    const told = findings(prove([{ people: [twice, twice] }]));
    expect(told).toEqual(['The roster is sorted and names nobody twice']);
  });

  it('are not when the phrase is too long or is not composed', () => {
    const long = prove([{ people: hall(), phrase: 'x'.repeat(201) }]);
    expect(findings(long)).toEqual(['The phrase has at most 200 bytes']);
    const decomposed = prove([{ people: hall(), phrase: 'cafe\u0301' }]);
    expect(findings(decomposed)).toEqual(['The phrase is composed text']);
  });

  it('are not when one is missing in between, or the last one was taken off', () => {
    const proof = prove([{ people: hall() }, { people: hall() }, { people: hall() }]);
    const gap = { ...proof, draws: proof.draws.filter(({ number }) => number !== 2) };
    expect(findings(gap)).toEqual([
      'Draws are numbered without gaps',
      'The draw builds upon the record before it',
    ]);
    const cut = { ...proof, draws: proof.draws.slice(0, 2) };
    expect(findings(cut)).toEqual(['The next draw follows the last one']);
    const swapped = { ...proof, draws: proof.draws.toReversed() };
    expect(findings(swapped)).toContain('Draws are numbered without gaps');
  });

  it('are checked with 150,000 people in the roster', () => {
    const proof = prove([{ people: hall() }]);
    const [draw] = proof.draws as [DrawWithRoster];
    draw.roster = Array.from({ length: 150_000 }, (_, n) => n.toString(16).padStart(64, '0'));
    expect(findings(proof)).toContain('The roster is complete');
    const found = inOneGo(findEntrant(proof, [ticket()]));
    expect(found).toEqual([{ number: 1, place: null, won: false }]);
  });
});

describe('an entrant', () => {
  const { proof } = vectors;
  const ticketAt = (place: number) => hexToBytes(vectors.entries[place]?.ticket as string);
  const find = (...places: number[]) => inOneGo(findEntrant(proof, places.map(ticketAt)));

  it('finds the rosters in which they stood, and what they won', () => {
    expect(find(4)).toEqual([
      { number: 1, place: 3, won: false },
      { number: 2, place: 2, won: false },
      { number: 3, place: 2, won: false },
    ]);
    // The other lead of this person was promoted, so only one counted.
    expect(find(1).at(-1)).toEqual({ number: 3, place: 0, won: true });
  });

  it('who entered twice is found by both codes, in any order, and by neither alone', () => {
    const won = { number: 1, place: 2, won: true };
    expect(find(0, 2)[0]).toEqual(won);
    expect(find(2, 0)[0]).toEqual(won);
    expect(find(0)[0]).toEqual({ number: 1, place: null, won: false });
    // Whoever has won stands in no later roster.
    expect(find(0, 2)[1]).toEqual({ number: 2, place: null, won: false });
  });

  it('is found when one of the codes did not count, or one was given twice', () => {
    expect(find(1, 5).at(-1)?.won).toBe(true);
    expect(find(0, 2, 3, 0)[0]?.won).toBe(true);
  });

  it('who was not verified, or is of another event, is in no roster', () => {
    expect(find(3).map(({ place }) => place)).toEqual([null, null, null]);
    expect(inOneGo(findEntrant(proof, []))).toHaveLength(3);
    expect(inOneGo(findEntrant({ ...proof, eventId }, [ticketAt(4)]))[0]?.place).not.toBe(2);
  });

  it('who gives the codes of several people is told of the win first', () => {
    expect(find(4, 1).at(-1)).toEqual({ number: 3, place: 0, won: true });
  });

  it('cannot give more codes than can be tried', () => {
    const many = Array.from({ length: CODES_MAX }, ticket);
    expect(inOneGo(findEntrant(proof, many))).toHaveLength(3);
    expect(() => inOneGo(findEntrant(proof, [...many, ticket()]))).toThrow(RangeError);
  });
});
