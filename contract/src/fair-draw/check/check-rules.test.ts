import { randomBytes, randomUUID } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { EventFixture } from '../../../vectors/event-fixture.ts';
import type { Vectors } from '../../../vectors/replay-vectors.ts';
import given from '../../../vectors/vectors.json' with { type: 'json' };
import { compareHashes } from '../bytes.ts';
import type { DrawnWinner } from '../draws.ts';
import { readEntryCode } from '../entry-code.ts';
import { type BeaconChain, QUICKNET, roundAt } from '../sealed/beacon.ts';
import { ticketOf } from '../tickets.ts';
import { checkProof, RecordChecker } from './check.ts';
import { mismatchesIn } from './comparison.ts';
import { findEntrant } from './find-entrant.ts';
import { type FullDraw, type Proof, type ProofRecord, readProof, writeProof } from './proof.ts';

const vectors = given as Vectors;
const ticket = () => new Uint8Array(randomBytes(32));
const line = (...tickets: Uint8Array[]) =>
  new Uint8Array(Buffer.concat(tickets.toSorted(compareHashes)));
const hall = () => Array.from({ length: 5 }, ticket);

/** A chain whose every signature is its round in hex. */
const chain: BeaconChain = { ...QUICKNET, chain: 'a'.repeat(64) };
const signatureOf = (round: number) => round.toString(16).padStart(96, '0');
const beacons = {
  chain,
  isBeacon: (_chain: BeaconChain, round: number, signature: string) =>
    signature === signatureOf(round),
};
const SEALED_AT = '2026-12-05T18:00:00+00:00';
/** A round in time for a draw sealed by the fixture, with so many rounds added. */
const roundAfter = (more = 0) => roundAt(chain, Date.parse(SEALED_AT) + 30_000) + more;
const beaconOf = (round: number) => ({ round, signature: signatureOf(round) });

function findings(proof: Proof): string[] {
  const verdict = checkProof(proof, beacons);
  return [verdict, ...verdict.draws].flatMap((part) => mismatchesIn(part).map(({ what }) => what));
}

/** The proof with one of its draws changed after all the hashes were made. */
function withDraw(proof: Proof, index: number, change: Partial<FullDraw>): Proof {
  const draws = proof.draws.map((record, at) =>
    at === index ? ({ ...record, ...change } as ProofRecord) : record,
  );
  return { ...proof, draws };
}

/** The proof with the first winner of its first draw changed. */
function withWinner(proof: Proof, change: Partial<DrawnWinner>): Proof {
  const [draw] = proof.draws as [FullDraw];
  const [winner, ...others] = draw.winners as [DrawnWinner];
  return withDraw(proof, 0, { winners: [{ ...winner, ...change }, ...others] });
}

const marked = 'The tickets of earlier winners are marked, and no others';

describe('records whose hashes are all right', () => {
  it('are valid when every rule is followed', () => {
    const event = new EventFixture();
    const [bicycle, voucher] = [randomUUID(), randomUUID()];
    let people = Array.from({ length: 12 }, ticket);
    const without = (winners: Uint8Array[]) => {
      people = people.filter((other) => !winners.includes(other));
    };
    without(event.draw(people, { prizeId: bicycle, quantity: 2 }));
    event.void(people, 'The projector failed', { prizeId: voucher, quantity: 3, count: 2 });
    without(event.draw(people, { phrase: 'walruses' }));
    event.forfeit(1);
    without(event.draw(people, { prizeId: bicycle, quantity: 2, count: 2 }));
    event.restored(people);
    const prize = { prizeId: voucher, prizeName: 'Renamed before its first winner', quantity: 3 };
    event.void(people, 'Too loud', { ...prize, beacon: { round: roundAfter() } });
    without(event.draw(people, { ...prize, beacon: beaconOf(roundAfter(1)), count: 2 }));
    without(event.draw(people, { ...prize, winner: { name: 'Zoë', email: null } }));
    event.forfeit(8, 'Declined', 1);
    expect(findings(event.sealed(people, prize))).toEqual([]);
  });

  it('are in order with chances and roll calls', () => {
    const event = new EventFixture();
    const [one, two, three, four] = hall() as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
    const limits = { maxChances: 1000, rollCall: 7 };
    const [first] = event.draw([one, two], {
      ...limits,
      chances: [1000, 1],
      register: { unverified: new Uint8Array(0), absent: line(three, four) },
    });
    const remaining = [one, two].filter((other) => other !== first);
    event.draw([...remaining, three, four], { maxChances: 1000, chances: [3, 4, 5] });
    const rollCall = { rollCall: 7, byCode: 2, byVolunteers: 0, byOrganisers: 0 };
    const closed = { ...rollCall, closedAt: SEALED_AT };
    const open = { ...rollCall, rollCall: 8, closedAt: null };
    expect(findings(event.proof({ rollCalls: [closed, open] }))).toEqual([]);
    expect(findings(event.proof())).toEqual(['Every roll call that a draw required is there']);
    const order = 'The roll calls are in order, and only the last is open';
    expect(findings(event.proof({ rollCalls: [open, closed] }))).toEqual([order]);
    expect(findings(event.proof({ rollCalls: [closed, closed] }))).toEqual([order]);
    expect(findings(event.proof({ rollCalls: [{ ...closed, closedAt: null }, open] }))).toEqual([
      order,
    ]);
  });

  it('are not when a draw asks for an earlier roll call than the one before', () => {
    const event = new EventFixture();
    const calls = [7, 8].map((rollCall) => {
      return { rollCall, closedAt: SEALED_AT, byCode: 0, byVolunteers: 0, byOrganisers: 0 };
    });
    for (const rollCall of [7, 8, 0, 7]) event.draw(hall(), { rollCall });
    expect(findings(event.proof({ rollCalls: calls }))).toEqual([
      'The roll call is no earlier than that of the previous draw',
    ]);
  });

  it('are not when somebody is absent although no roll call was asked for', () => {
    const event = new EventFixture();
    event.draw(hall(), { register: { absent: ticket() } });
    expect(findings(event.proof())).toEqual([
      'Nobody is excluded for a roll call that was not required',
    ]);
  });

  it('are not when somebody has no chances, or more than is allowed', () => {
    const expectedText = 'Everybody has 1 chance or more, up to the most allowed';
    for (const [maxChances, many] of [
      [5, 6],
      [5, 0],
      [1000, 1001],
    ] as const) {
      const event = new EventFixture();
      event.draw(hall(), { maxChances, chances: [1, many, 1] });
      expect(findings(event.proof())).toEqual([expectedText]);
    }
    const restored = new EventFixture();
    restored.restored(hall(), 'Restored', { chances: [1001] });
    expect(findings(restored.proof())).toEqual([expectedText]);
    for (const maxChances of [0, 1001]) {
      const event = new EventFixture();
      event.draw(hall(), { maxChances });
      expect(findings(event.proof())).toContain('The most chances of a person are 1 to 1,000');
    }
  });

  it('are not when nobody is left to win', () => {
    const event = new EventFixture();
    event.void(hall(), 'Nobody came');
    event.void([], 'Nobody came');
    expect(findings(event.proof())).toEqual(['At least one person is in the draw']);
  });

  it('are not when a ticket wins twice, even after a forfeit', () => {
    for (const forfeited of [false, true]) {
      const event = new EventFixture();
      const winner = ticket();
      event.draw([winner]);
      if (forfeited) event.forfeit(1);
      event.draw([winner, ...hall()]);
      expect(findings(event.proof())).toEqual(['Nobody in it has won before', marked]);
    }
  });

  it('are not when only one of the winner’s tickets comes back, in another line', () => {
    const event = new EventFixture();
    const [one, other] = [ticket(), ticket()];
    event.draw([line(one, other)]);
    event.draw([line(other, ticket()), ...hall()]);
    expect(findings(event.proof())).toEqual(['Nobody in it has won before', marked]);
  });

  it('are not when a winner is in a roster that was voided', () => {
    const event = new EventFixture();
    const winner = ticket();
    event.draw([winner]);
    event.void([winner], 'The projector failed');
    expect(findings(event.proof())).toEqual(['Nobody in it has won before', marked]);
  });

  it('are not when somebody is left out as a winner, or for a win, before there is one', () => {
    const event = new EventFixture();
    event.draw(hall(), { register: { won: ticket(), related: ticket() } });
    expect(findings(event.proof())).toEqual([
      marked,
      'Nobody is excluded for a win before there is one',
    ]);
  });

  it('are not when a ticket is left out of a later register', () => {
    const event = new EventFixture();
    event.draw(hall());
    event.draw(hall(), { register: { unverified: new Uint8Array(0) } });
    expect(findings(event.proof())).toEqual(['Every ticket of the previous register is in it']);
  });

  it('are not when a ticket is in the roster and outside of it, or in disorder', () => {
    const twice = ticket();
    const expectedText = 'The tickets of the register are sorted, each once';
    const descending = hall().toSorted(compareHashes).toReversed();
    for (const promoted of [twice, new Uint8Array(Buffer.concat(descending))]) {
      const event = new EventFixture();
      event.draw([twice, ...hall()], { register: { promoted } });
      expect(findings(event.proof())).toContain(expectedText);
    }
  });

  it('are not when a prize has more standing winners than its quantity', () => {
    const expectedText = 'The prize has no more winners than its quantity';
    const event = new EventFixture();
    const prizeId = randomUUID();
    event.draw(hall(), { prizeId });
    event.draw(hall(), { prizeId });
    expect(findings(event.proof())).toEqual([expectedText]);
    // The count of the seal applies, not the number of winners found.
    const few = new EventFixture();
    few.draw([ticket()], { prizeId, quantity: 2, count: 3 });
    expect(findings(few.proof())).toEqual([expectedText]);
    const voided = new EventFixture();
    voided.void(hall(), 'Too loud', { prizeId, quantity: 1, count: 2 });
    expect(findings(voided.proof())).toEqual([expectedText]);
  });

  it('may draw a prize again each time it was forfeited, and a general winner always', () => {
    const event = new EventFixture();
    const prizeId = randomUUID();
    event.draw(hall(), { prizeId });
    event.forfeit(1);
    event.draw(hall(), { prizeId });
    event.forfeit(3, 'Declined');
    event.draw(hall(), { prizeId });
    event.draw(hall());
    event.draw(hall(), { count: 4 });
    expect(findings(event.proof())).toEqual([]);
  });

  it('are not when the forfeit of another draw frees the prize', () => {
    const event = new EventFixture();
    const prizeId = randomUUID();
    event.draw(hall(), { prizeId });
    event.draw(hall());
    event.forfeit(2);
    event.draw(hall(), { prizeId });
    expect(findings(event.proof())).toEqual(['The prize has no more winners than its quantity']);
  });

  it('are not when a prize changes its name after its first winner', () => {
    const event = new EventFixture();
    const prize = { prizeId: randomUUID(), quantity: 3 };
    event.draw(hall(), { ...prize, prizeName: 'Electric bicycle' });
    event.forfeit(1);
    event.void(hall(), 'Too loud', { ...prize, prizeName: 'Electric bicycle' });
    expect(findings(event.proof())).toEqual([]);
    event.draw(hall(), { ...prize, prizeName: 'A cup' });
    const expectedText = 'The prize keeps the name that its first winner saw';
    expect(findings(event.proof())).toEqual([expectedText]);
    expect(findings(event.sealed(hall(), { ...prize, prizeName: 'A cup' }))).toEqual([
      expectedText,
      expectedText,
    ]);
  });

  it('are not when a forfeit names a void, a forfeit, itself, nothing, or a winner twice', () => {
    const event = new EventFixture();
    event.draw(hall(), { count: 2 });
    event.void(hall(), 'The projector failed');
    event.forfeit(1);
    event.forfeit(1, 'Declined', 1);
    for (const [number, index] of [
      [1, 0],
      [1, 2],
      [2, 0],
      [3, 0],
      [9, 0],
      [99, 0],
    ] as const) {
      event.forfeit(number, 'Not present', index);
    }
    const verdict = checkProof(event.proof());
    expect(verdict.draws.map(({ ok }) => ok)).toEqual([
      ...Array(4).fill(true),
      ...Array(6).fill(false),
    ]);
    const found = verdict.draws.flatMap((draw) => mismatchesIn(draw).map(({ found }) => found));
    expect(found).toEqual([
      'a draw that was forfeited before',
      'a draw that was forfeited before',
      'a void draw',
      'another forfeit',
      'no earlier record',
      'no earlier record',
    ]);
  });

  it('are not when a line is there twice, or a ticket is in two lines', () => {
    const twice = ticket();
    const lines = new EventFixture();
    lines.draw([twice, twice]);
    expect(findings(lines.proof())).toContain('No ticket is in two lines');
    const shared = new EventFixture();
    shared.draw([line(twice, ticket()), line(twice, ticket()), ticket()]);
    expect(findings(shared.proof())).toEqual([
      'No ticket is in two lines',
      'The tickets of the register are sorted, each once',
    ]);
  });

  it('are not when lines, or tickets within a line, are out of order', () => {
    const event = new EventFixture();
    // Only one of the 720 orders is sorted.
    while (findings(event.proof()).length === 0 && event.records.length < 3) {
      event.draw(Array.from({ length: 6 }, ticket), { unsorted: true });
    }
    expect(findings(event.proof())).toEqual(['The lines are sorted']);
    const [low, high] = [ticket(), ticket()].toSorted(compareHashes) as [Uint8Array, Uint8Array];
    const sorted = new EventFixture();
    sorted.draw([new Uint8Array(Buffer.concat([high, low])), ...hall()]);
    expect(findings(sorted.proof())).toEqual(['The tickets of each line are sorted']);
  });

  it('are not when the phrase is empty, too long or not composed', () => {
    for (const phrase of ['', 'x'.repeat(201), 'cafe\u0301', 'a\u0000b']) {
      const event = new EventFixture();
      event.draw(hall(), { phrase });
      expect(findings(event.proof())).toEqual(['The phrase is composed text of 1 to 200 bytes']);
    }
  });

  it('are not when a draw has a phrase or a beacon that it was not sealed for', () => {
    const event = new EventFixture();
    event.draw(hall());
    expect(findings(withDraw(event.proof(), 0, { phrase: 'walruses' }))).toEqual([
      'Only a seal for a phrase has one',
    ]);
    expect(findings(withDraw(event.proof(), 0, { beacon: signatureOf(1) }))).toEqual([
      'Only a seal for a beacon has one',
    ]);
    const phrase = new EventFixture();
    phrase.draw(hall(), { phrase: 'walruses' });
    expect(findings(withDraw(phrase.proof(), 0, { phrase: null }))).toEqual([
      'Only a seal for a phrase has one',
    ]);
  });

  it('are shown with the composed text that was expected instead of theirs', () => {
    const event = new EventFixture();
    event.draw(hall(), { phrase: 'cafe\u0301' });
    const [told] = checkProof(event.proof()).draws.flatMap(mismatchesIn);
    expect(told).toMatchObject({ expected: 'caf\u00e9', found: 'cafe\u0301' });
  });

  it('are not when a reason is missing, too long or not composed', () => {
    const expectedText = 'The reason is composed text of 1 to 200 characters';
    for (const reason of ['', 'x'.repeat(201), 'cafe\u0301']) {
      const event = new EventFixture();
      event.void(hall(), reason);
      event.draw(hall());
      event.forfeit(2, reason);
      event.restored(hall(), reason);
      expect(findings(event.proof())).toEqual([expectedText, expectedText, expectedText]);
    }
  });

  it('are not when a prize is called like no prize at all', () => {
    const event = new EventFixture();
    event.draw(hall(), { prizeId: '00000000-0000-0000-0000-000000000000' });
    expect(findings(event.proof())).toEqual(['The prize has an id of its own']);
  });

  it('are not when a general draw names a prize, or has a quantity', () => {
    const event = new EventFixture();
    const [winner] = event.draw(hall(), { prizeName: 'City bicycle' });
    const others = hall().filter((other) => other !== winner);
    event.void(others, 'The projector failed', { quantity: 1 });
    expect(findings(event.proof())).toEqual([
      'A general draw names no prize',
      'A general draw has no quantity',
    ]);
  });

  it('are not when a prize has no name', () => {
    const event = new EventFixture();
    event.void(hall(), 'Too loud', { prizeId: randomUUID(), prizeName: null });
    expect(findings(event.proof())).toEqual(['The prize keeps the name that its first winner saw']);
  });

  it('are not when a draw is for no winners', () => {
    const event = new EventFixture();
    event.void(hall(), 'Too loud', { count: 0 });
    expect(findings(event.proof())).toEqual(['The draw has at least one winner']);
  });

  it('are not when a draw is void that was never sealed', () => {
    const event = new EventFixture();
    event.void(hall(), 'Too loud');
    const { draws, ...list } = event.proof();
    const source = { kind: 'none' } as const;
    const other = { ...list, draws: draws.map((draw) => ({ ...draw, source }) as ProofRecord) };
    expect(findings(other)).toContain('A seal is for a phrase or a beacon');
  });

  it('are not when a draw is sealed for a prize that has a winner', () => {
    const event = new EventFixture();
    const prizeId = randomUUID();
    const [winner] = event.draw([ticket()], { prizeId });
    const sealFor = (sealedPrize: string | null) =>
      findings(event.sealed(hall(), { prizeId: sealedPrize }));
    expect(sealFor(prizeId)).toEqual(['The prize has no more winners than its quantity']);
    expect(sealFor(randomUUID())).toEqual([]);
    expect(sealFor(null)).toEqual([]);
    event.forfeit(1);
    expect(sealFor(prizeId)).toEqual([]);
    expect(winner).toBeDefined();
  });

  it('are not when the open seal is not made of what it shows', () => {
    const event = new EventFixture();
    event.draw(hall());
    const { sealed, ...list } = event.sealed(hall(), { beacon: { round: roundAfter() } });
    if (!sealed) throw new Error('Nothing is sealed');
    const told = (change: Partial<typeof sealed>) =>
      findings({ ...list, sealed: { ...sealed, ...change } });
    expect(told({})).toEqual([]);
    expect(told({ totalChances: 9 })).toEqual([]);
    const sum = 'The seal is the hash of the sealed facts';
    expect(told({ registerHash: '0'.repeat(64) })).toEqual([sum]);
    expect(told({ sealHash: '0'.repeat(64) })).toEqual([sum]);
    expect(told({ rosterSize: 0 })).toEqual(['At least one person is in the draw']);
    expect(told({ seed: null })).toEqual(['The seed is published exactly when a beacon decides']);
    expect(told({ seed: '0'.repeat(64) })).toEqual(['The seed is the one that was committed to']);
    expect(told({ previousRecord: '0'.repeat(64) })).toContain(
      'The record contains the hash of the previous record',
    );
    expect(told({ source: { kind: 'none' } })).toContain('A seal is for a phrase or a beacon');
  });

  it('are not when one is missing in between, or the last one was taken off', () => {
    const event = new EventFixture();
    for (let n = 0; n < 3; n += 1) event.draw(hall());
    const proof = event.proof();
    const gap = { ...proof, draws: proof.draws.filter(({ number }) => number !== 2) };
    expect(findings(gap)).toEqual([
      'Records are numbered without gaps',
      'The record contains the hash of the previous record',
      marked,
    ]);
    const cut = { ...proof, draws: proof.draws.slice(0, 2) };
    expect(findings(cut)).toEqual(['The next number follows the last record']);
    const swapped = { ...proof, draws: proof.draws.toReversed() };
    expect(findings(swapped)).toContain('Records are numbered without gaps');
  });

  it('are not when a roster is empty or has lost somebody', () => {
    const event = new EventFixture();
    event.draw(hall());
    const [draw] = event.records as [FullDraw];
    const none = new Uint32Array(0);
    const roster = { ...draw.roster, ends: none, chances: none };
    expect(findings(withDraw(event.proof(), 0, { roster }))).toContain('The roster is complete');
  });
});

describe('a draw that a beacon decides', () => {
  const told = (...plans: Parameters<EventFixture['draw']>[1][]) => {
    const event = new EventFixture();
    for (const plan of plans) event.draw(hall(), plan);
    return findings(event.proof());
  };

  it('has the signature of its round', () => {
    expect(told({ beacon: beaconOf(roundAfter()) })).toEqual([]);
    expect(told({ beacon: { round: roundAfter(), signature: signatureOf(1) } })).toEqual([
      'The beacon is signed by its chain',
    ]);
  });

  it('is by the public chain', () => {
    const chain = 'b'.repeat(64);
    expect(told({ beacon: { ...beaconOf(roundAfter()), chain } })).toEqual([
      'The chain is the public one',
    ]);
  });

  it('is sealed in time', () => {
    for (const more of [-10, 1200]) {
      expect(told({ beacon: beaconOf(roundAfter(more)) })).toEqual([
        'The round comes 20 seconds to an hour after the seal',
      ]);
    }
  });

  it('has a later round than the draw before', () => {
    expect(told({ beacon: beaconOf(roundAfter()) }, { beacon: beaconOf(roundAfter(1)) })).toEqual(
      [],
    );
    for (const more of [0, -1]) {
      expect(
        told({ beacon: beaconOf(roundAfter()) }, { beacon: beaconOf(roundAfter(more)) }),
      ).toEqual(['The round comes after those of earlier draws']);
    }
  });

  it('shows after a void who would have won', () => {
    const event = new EventFixture();
    event.void(hall(), 'Too loud', { beacon: beaconOf(roundAfter()), count: 2 });
    const proof = event.proof();
    const [record] = proof.draws;
    if (record?.kind !== 'void') throw new Error('There is no void');
    expect(findings(proof)).toEqual([]);
    expect(record.wouldHaveWon).toHaveLength(2);
    const changed = { ...record, wouldHaveWon: record.wouldHaveWon.slice(1) };
    expect(findings({ ...proof, draws: [changed] })).toEqual([
      'The tickets that would have won follow from the beacon',
    ]);
  });
});

describe('a published winner', () => {
  const event = new EventFixture();
  event.draw(hall(), { winner: { name: 'Amara Okafor', email: null } });
  const proof = event.proof();
  const drawn = 'The name and the email are those that were drawn';

  it('is the one who was drawn, in name and e-mail', () => {
    expect(findings(proof)).toEqual([]);
    for (const winner of [
      { name: 'Amara Okafer', email: null },
      { name: 'Amara O.', email: null },
      { name: 'Amara Okafor', email: 'amara@example.com' },
    ]) {
      expect(findings(withWinner(proof, { winner })), winner.name).toEqual([drawn]);
    }
  });

  it('has an e-mail or null, never an empty one', () => {
    const winner = { name: 'Amara Okafor', email: '' };
    expect(findings(withWinner(proof, { winner }))).toEqual(['An email that is missing is null']);
  });

  it('comes with the salt: one without the other is reported, unless the salt is withheld', () => {
    expect(findings(withWinner(proof, { winner: null }))).toEqual([
      'A salt comes with the name that it is for',
    ]);
    const winner = { name: 'Amara O.', email: null };
    expect(findings(withWinner(proof, { salt: null, winner }))).toEqual([]);
    expect(findings(withWinner(proof, { salt: null, winner: null }))).toEqual([]);
  });

  it('without a salt is in a short form', () => {
    const expectedText = 'Without its salt, the winner is shown in a short form';
    const short = (name: string, email: string | null = null) =>
      findings(withWinner(proof, { salt: null, winner: { name, email } }));
    // The text for the expected value is not a name.
    expect(short('a short form')).toEqual([expectedText]);
    for (const name of [
      'Amara',
      'Amara O.',
      'Anne-Marie S.',
      '王…',
      '王',
      'ß SS.',
      'Zoë 🍮.',
      '',
    ]) {
      expect(short(name), name).toEqual([]);
    }
    for (const name of [
      'Amara Okafor',
      'Amara Ok.',
      'Amara OK.',
      'Amara O',
      'Amara  O.',
      'Amara-Okafor',
      'Amara\u200bOkafor',
      'Amara O. ',
      '王小明',
      '王小…',
      'Amara…',
    ]) {
      expect(short(name), name).toEqual([expectedText]);
    }
    expect(short('Amara O.', 'a***@e***.com')).toEqual([]);
    for (const email of ['amara@example.com', 'a***@example.com', 'a***', '']) {
      expect(short('Amara O.', email), email).toEqual([expectedText]);
    }
  });

  it('has a composed name', () => {
    const other = new EventFixture();
    other.draw(hall(), { winner: { name: 'Zoe\u0308', email: null } });
    expect(findings(other.proof())).toEqual(['The name is composed text']);
  });

  it('cannot be bound to another name by another salt or ticket', () => {
    expect(findings(withWinner(proof, { salt: bytesToHex(randomBytes(16)) }))).toEqual([drawn]);
    expect(findings(withWinner(proof, { ticket: bytesToHex(ticket()) }))).toEqual([
      'The name belongs to a ticket of the line',
      drawn,
    ]);
  });

  it('has the tickets and chances of the line', () => {
    const expectedText = "The winner's tickets and chances are those of the line";
    expect(findings(withWinner(proof, { chances: 2 }))).toEqual([expectedText]);
    const [draw] = proof.draws as [FullDraw];
    const tickets = [...(draw.winners[0]?.tickets ?? []), bytesToHex(ticket())];
    expect(findings(withWinner(proof, { tickets }))).toEqual([expectedText]);
  });
});

describe('the promises before a draw', () => {
  const event = new EventFixture();
  event.draw(hall(), { phrase: 'walruses' });
  const [draw] = event.records as [FullDraw];
  const told = (record: ProofRecord, commitment: string, sealHash: string) =>
    mismatchesIn(
      new RecordChecker(event.proof()).check(record, { commitment, sealed: { sealHash } }),
    ).map(({ what }) => what);

  it('must be fulfilled', () => {
    expect(told(draw, draw.commitment, draw.sealHash)).toEqual([]);
    expect(told(draw, '0'.repeat(64), draw.sealHash)).toEqual([
      'The commitment is the one that was shown before',
    ]);
    expect(told(draw, draw.commitment, '0'.repeat(64))).toEqual([
      'The seal is the one that was shown before',
    ]);
  });

  it('end as the same draw or a void of it, if it was sealed', () => {
    const other = new EventFixture();
    other.void(hall(), 'Too loud');
    other.forfeit(1);
    const [voided, forfeit] = other.records as [FullDraw, ProofRecord];
    const check = (record: ProofRecord, sealHash: string) =>
      mismatchesIn(
        new RecordChecker(other.proof()).check(record, {
          commitment: record.commitment,
          sealed: { sealHash },
        }),
      ).map(({ what }) => what);
    expect(check(voided, voided.sealHash)).toEqual([]);
    expect(check(forfeit, voided.sealHash)).toContain('The seal is the one that was shown before');
  });

  it('end for a number with a restored backup, which has another secret', () => {
    const other = new EventFixture();
    other.restored(hall());
    const [record] = other.records as [ProofRecord];
    const announced = { commitment: '0'.repeat(64), sealed: null };
    expect(mismatchesIn(new RecordChecker(other.proof()).check(record, announced))).toEqual([]);
  });
});

describe('an entrant', () => {
  const read = readProof(JSON.stringify(vectors.proof));
  if ('problem' in read) throw new Error(read.problem);
  const proof = read.data;
  const find = (lead: number) => {
    const code = readEntryCode(vectors.leads[lead]?.code ?? '') as Uint8Array;
    return findEntrant(proof, ticketOf(proof.eventId, code));
  };

  it('is found with any single one of the codes of their number, with entries and chances', () => {
    const numbers = proof.draws.flatMap(({ kind, number }) =>
      kind === 'draw' || kind === 'void' ? [number] : [],
    );
    let wins = 0;
    for (const [index, { ticket }] of vectors.leads.entries()) {
      const matches = find(index);
      expect(matches.map(({ number }) => number)).toEqual(numbers);
      for (const { number, won, lineIndex, entries, chances } of matches) {
        const record = vectors.proof.draws[number - 1];
        if (record?.kind !== 'draw' && record?.kind !== 'void') throw new Error();
        const own = record.roster.tickets.findIndex((tickets) => tickets.includes(ticket));
        expect(lineIndex).toBe(own < 0 ? null : own);
        expect(entries).toBe(record.roster.tickets[own]?.length ?? 0);
        expect(chances).toBe(record.roster.chances[own] ?? 0);
        const winners = record.kind === 'draw' ? record.winners : [];
        expect(won).toBe(winners.some(({ tickets }) => tickets.includes(ticket)));
        if (won) wins += 1;
      }
    }
    expect(wins).toBeGreaterThan(5);
  });

  it('from another event is in none', () => {
    const code = readEntryCode(vectors.leads[9]?.code ?? '') as Uint8Array;
    const places = findEntrant(proof, ticketOf(randomUUID(), code)).map(
      ({ lineIndex }) => lineIndex,
    );
    expect(places.every((index) => index === null)).toBe(true);
  });
});

describe('a winner who was erased', () => {
  const erased = { at: '2027-03-12T03:00:00+00:00', because: 'request' as const };
  const gone = { winner: null, salt: null, erased };

  it('leaves a draw that checks out without a name and without a salt', () => {
    const event = new EventFixture();
    event.draw(hall());
    event.draw(hall());
    const proof = withWinner(event.proof(), gone);
    expect(findings(proof)).toEqual([]);
    const file = [...writeProof(proof)].join('');
    const read = (text: string) => readProof(text) as { data: Proof };
    expect(findings(read(file).data)).toEqual([]);
    const later = file.replace(erased.at, '2027-04-12T03:00:00+00:00');
    expect(findings(read(later).data)).toEqual(['The file is as it was saved']);
  });

  it('has neither a name nor a salt left', () => {
    const event = new EventFixture();
    event.draw(hall());
    const salt = bytesToHex(randomBytes(16));
    for (const left of [{ salt }, { winner: { name: 'Amara', email: null } }]) {
      expect(findings(withWinner(event.proof(), { ...gone, ...left }))).toEqual([
        'Nothing is left of the name that was erased',
      ]);
    }
  });

  it('is not an excuse for other tickets', () => {
    const event = new EventFixture();
    event.draw(hall());
    const other = bytesToHex(ticket());
    expect(
      findings(withWinner(event.proof(), { ...gone, ticket: other, tickets: [other] })),
    ).toEqual(["The winner's tickets and chances are those of the line"]);
  });
});
