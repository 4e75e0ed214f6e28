import { randomBytes, randomUUID } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { EventFixture } from '../../vectors/event-fixture.ts';
import type { Vectors } from '../../vectors/replay-vectors.ts';
import given from '../../vectors/vectors.json' with { type: 'json' };
import type { DrawRecord2 } from '../draws.ts';
import { ticketOf } from './arithmetic.ts';
import { checkProof, RecordChecker } from './check.ts';
import { mismatchesIn } from './comparison.ts';
import { readEntryCode } from './entry-code.ts';
import { findEntrant } from './find-entrant.ts';
import { type Proof, type ProofRecord, readProof, writeProof } from './proof.ts';
import { compareHashes, type Roster } from './roster.ts';

const vectors = given as Vectors;
const ticket = () => new Uint8Array(randomBytes(32));
const line = (...tickets: Uint8Array[]) =>
  new Uint8Array(Buffer.concat(tickets.toSorted(compareHashes)));
const hall = () => Array.from({ length: 5 }, ticket);

function findings(proof: Proof): string[] {
  const verdict = checkProof(proof);
  return [verdict, ...verdict.draws].flatMap((part) => mismatchesIn(part).map(({ what }) => what));
}

type RosteredDraw = DrawRecord2 & { roster: Roster };

/** The proof with one of its draws changed after all the hashes were made. */
function withDraw(proof: Proof, place: number, change: Partial<RosteredDraw>): Proof {
  const draws = proof.draws.map((record, at) =>
    at === place ? ({ ...record, ...change } as ProofRecord) : record,
  );
  return { ...proof, draws };
}

describe('records whose hashes are all right', () => {
  it('are in order when every rule is kept', () => {
    const event = new EventFixture();
    const [bicycle, voucher] = [randomUUID(), randomUUID()];
    let people = hall();
    const without = (winner: Uint8Array) => {
      people = people.filter((other) => other !== winner);
    };
    without(event.draw(people, { prizeId: bicycle, prizeName: 'City bicycle' }));
    event.void(people, 'The projector failed', { prizeId: voucher });
    without(event.draw(people, { sealedAt: '2026-12-05T18:00:00+00:00', phrase: 'walruses' }));
    event.forfeit(1);
    without(event.draw(people, { prizeId: bicycle }));
    without(event.draw(people, { prizeId: voucher, winner: { name: 'Zoë', email: null } }));
    expect(findings(event.proof())).toEqual([]);
  });

  it('are not when a ticket wins twice, even after a forfeit', () => {
    for (const forfeited of [false, true]) {
      const event = new EventFixture();
      const winner = ticket();
      event.draw([winner]);
      if (forfeited) event.forfeit(1);
      event.draw([winner, ...hall()]);
      expect(findings(event.proof())).toEqual(['Nobody in it has won before']);
    }
  });

  it('are not when only one of the winner’s tickets comes back, in another line', () => {
    const event = new EventFixture();
    const [one, other] = [ticket(), ticket()];
    event.draw([line(one, other)]);
    event.draw([line(other, ticket()), ...hall()]);
    expect(findings(event.proof())).toEqual(['Nobody in it has won before']);
  });

  it('are not when a winner is in a roster that was voided', () => {
    const event = new EventFixture();
    const winner = ticket();
    event.draw([winner]);
    event.void([winner], 'The projector failed');
    expect(findings(event.proof())).toEqual(['Nobody in it has won before']);
  });

  it('are not when a prize has two winners at a time', () => {
    const event = new EventFixture();
    const prizeId = randomUUID();
    event.draw(hall(), { prizeId });
    event.draw(hall(), { prizeId });
    expect(findings(event.proof())).toEqual(['The prize has one winner at a time']);
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
    event.draw(hall());
    expect(findings(event.proof())).toEqual([]);
  });

  it('are not when the forfeit of another draw frees the prize', () => {
    const event = new EventFixture();
    const prizeId = randomUUID();
    event.draw(hall(), { prizeId });
    event.draw(hall());
    event.forfeit(2);
    event.draw(hall(), { prizeId });
    expect(findings(event.proof())).toEqual(['The prize has one winner at a time']);
  });

  it('are not when a forfeit names a void, a forfeit, itself, nothing, or a draw twice', () => {
    const event = new EventFixture();
    event.draw(hall());
    event.void(hall(), 'The projector failed');
    event.forfeit(1);
    for (const forfeits of [1, 2, 3, 7, 99]) event.forfeit(forfeits);
    const proof = event.proof();
    const verdict = checkProof(proof);
    expect(verdict.draws.map(({ ok }) => ok)).toEqual([true, true, true, ...Array(5).fill(false)]);
    const found = verdict.draws.flatMap((draw) => mismatchesIn(draw).map(({ found }) => found));
    expect(found).toEqual([
      'a draw that was forfeited before',
      'a void draw',
      'another forfeit',
      'no earlier record',
      'no earlier record',
    ]);
  });

  it('are not when a draw is called sealed without a time, or has a time and is not', () => {
    const sealedAt = '2026-12-05T18:00:00+00:00';
    const sealed = new EventFixture();
    sealed.draw(hall(), { sealedAt });
    expect(findings(withDraw(sealed.proof(), 0, { sealedAt: null }))).toEqual([
      'It is called sealed exactly when there is a time of sealing',
    ]);
    const open = new EventFixture();
    open.draw(hall());
    expect(findings(withDraw(open.proof(), 0, { sealedAt }))).toEqual([
      'It is called sealed exactly when there is a time of sealing',
    ]);
    // Changed together, they no longer fit the hashes.
    expect(findings(withDraw(open.proof(), 0, { sealed: true, sealedAt }))).toContain(
      'The record sums everything up',
    );
  });

  it('are not when a line is there twice, or a ticket is in two lines', () => {
    const twice = ticket();
    const lines = new EventFixture();
    lines.draw([twice, twice]);
    expect(findings(lines.proof())).toEqual(['The lines are sorted', 'No ticket is in two lines']);
    const shared = new EventFixture();
    shared.draw([line(twice, ticket()), line(twice, ticket()), ticket()]);
    expect(findings(shared.proof())).toEqual(['No ticket is in two lines']);
  });

  it('are not when lines, or tickets within a line, are out of order', () => {
    const event = new EventFixture();
    const sorted = new EventFixture();
    // Of 720 orders one is right.
    const many = Array.from({ length: 6 }, ticket);
    while (findings(event.proof()).length === 0 && event.proof().draws.length < 3) {
      event.draw(Array.from({ length: 6 }, ticket), { unsorted: true });
    }
    expect(findings(event.proof())).toEqual(['The lines are sorted']);
    const [low, high] = many.slice(0, 2).toSorted(compareHashes) as [Uint8Array, Uint8Array];
    sorted.draw([new Uint8Array(Buffer.concat([high, low])), ...hall()]);
    expect(findings(sorted.proof())).toEqual(['The tickets of each line are sorted']);
  });

  it('are not when the phrase is too long or is not composed', () => {
    for (const phrase of ['x'.repeat(201), 'cafe\u0301', 'a\u0000b']) {
      const event = new EventFixture();
      event.draw(hall(), { phrase });
      expect(findings(event.proof())).toEqual(['The phrase is composed text of at most 200 bytes']);
    }
  });

  it('are shown with the composed text that was expected instead of theirs', () => {
    const event = new EventFixture();
    event.draw(hall(), { phrase: 'cafe\u0301' });
    const [told] = checkProof(event.proof()).draws.flatMap(mismatchesIn);
    expect(told).toMatchObject({ expected: 'caf\u00e9', found: 'cafe\u0301' });
  });

  it('are not when a reason is missing, too long or not composed', () => {
    for (const reason of ['', 'x'.repeat(201), 'cafe\u0301']) {
      const event = new EventFixture();
      event.void(hall(), reason);
      event.draw(hall());
      event.forfeit(2, reason);
      const told = 'The reason is composed text of 1 to 200 characters';
      expect(findings(event.proof())).toEqual([told, told]);
    }
  });

  it('are not when a prize is called like no prize at all', () => {
    const event = new EventFixture();
    event.draw(hall());
    const prizeId = '00000000-0000-0000-0000-000000000000';
    expect(findings(withDraw(event.proof(), 0, { prizeId }))).toEqual([
      'The prize has an id of its own',
    ]);
  });

  it('are not when a general draw names a prize', () => {
    const event = new EventFixture();
    const line = event.draw(hall(), { prizeName: 'City bicycle' });
    event.void(
      hall().filter((other) => other !== line),
      'The projector failed',
      { prizeName: 'City bicycle' },
    );
    const told = 'A general draw names no prize';
    expect(findings(event.proof())).toEqual([told, told]);
  });

  it('are not when a draw is sealed for a prize that has a winner', () => {
    const event = new EventFixture();
    const prizeId = randomUUID();
    event.draw(hall(), { prizeId });
    const sealFor = (sealedPrize: string | null) => {
      const proof = event.proof();
      const { nextNumber: number, nextCommitment: commitment } = proof;
      const seal = { number, prizeId: sealedPrize, commitment, rosterSize: 1 };
      const sealedAt = '2026-12-05T18:00:00+00:00';
      const sealed = { ...seal, rosterHash: '0'.repeat(64), sealedAt };
      return findings({ ...proof, sealed, nextNumber: number + 1 });
    };
    expect(sealFor(prizeId)).toEqual(['The prize of the sealed draw is free']);
    expect(sealFor(randomUUID())).toEqual([]);
    expect(sealFor(null)).toEqual([]);
    event.forfeit(1);
    expect(sealFor(prizeId)).toEqual([]);
  });

  it('are not when one is missing in between, or the last one was taken off', () => {
    const event = new EventFixture();
    for (let n = 0; n < 3; n += 1) event.draw(hall());
    const proof = event.proof();
    const gap = { ...proof, draws: proof.draws.filter(({ number }) => number !== 2) };
    expect(findings(gap)).toEqual([
      'Records are numbered without gaps',
      'The record builds upon the one before it',
    ]);
    const cut = { ...proof, draws: proof.draws.slice(0, 2) };
    expect(findings(cut)).toEqual(['The next number follows the last record']);
    const swapped = { ...proof, draws: proof.draws.toReversed() };
    expect(findings(swapped)).toContain('Records are numbered without gaps');
  });

  it('are not when a roster is empty or has lost somebody', () => {
    const event = new EventFixture();
    event.draw(hall());
    const none = { tickets: new Uint8Array(0), ends: new Uint32Array(0) };
    expect(findings(withDraw(event.proof(), 0, { roster: none }))).toContain(
      'The roster is complete',
    );
  });
});

describe('a published winner', () => {
  const event = new EventFixture();
  event.draw(hall(), { winner: { name: 'Amara Okafor', email: null } });
  const proof = event.proof();
  const drawn = 'The name and the e-mail are those that were drawn';

  it('is the one who was drawn, in name and e-mail', () => {
    expect(findings(proof)).toEqual([]);
    for (const winner of [
      { name: 'Amara Okafer', email: null },
      { name: 'Amara O.', email: null },
      { name: 'Amara Okafor', email: 'amara@example.com' },
    ]) {
      expect(findings(withDraw(proof, 0, { winner })), winner.name).toEqual([drawn]);
    }
  });

  it('has an e-mail or null, never an empty one', () => {
    const winner = { name: 'Amara Okafor', email: '' };
    expect(findings(withDraw(proof, 0, { winner }))).toEqual(['An e-mail that is missing is null']);
  });

  it('comes with the salt: one without the other is told, unless the salt is withheld', () => {
    expect(findings(withDraw(proof, 0, { winner: null }))).toEqual([
      'A salt comes with the name that it is for',
    ]);
    const winner = { name: 'Amara O.', email: null };
    expect(findings(withDraw(proof, 0, { winnerSalt: null, winner }))).toEqual([]);
    expect(findings(withDraw(proof, 0, { winnerSalt: null, winner: null }))).toEqual([]);
  });

  it('without a salt is in a short form', () => {
    const told = 'Without its salt, the winner is shown in a short form';
    const short = (name: string, email: string | null = null) =>
      findings(withDraw(proof, 0, { winnerSalt: null, winner: { name, email } }));
    // Our own words for what is expected are not a name.
    expect(short('a short form')).toEqual([told]);
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
      expect(short(name), name).toEqual([told]);
    }
    expect(short('Amara O.', 'a***@e***.com')).toEqual([]);
    for (const email of ['amara@example.com', 'a***@example.com', 'a***', '']) {
      expect(short('Amara O.', email), email).toEqual([told]);
    }
  });

  it('has a composed name', () => {
    const other = new EventFixture();
    other.draw(hall(), { winner: { name: 'Zoe\u0308', email: null } });
    expect(findings(other.proof())).toEqual(['The name is composed text']);
  });

  it('cannot be bound to another name by another salt or hash', () => {
    const winnerSalt = bytesToHex(randomBytes(16));
    expect(findings(withDraw(proof, 0, { winnerSalt }))).toEqual([drawn]);
    const winnerHash = bytesToHex(randomBytes(32));
    const withheld = { winnerSalt: null, winner: null, winnerHash };
    expect(findings(withDraw(proof, 0, withheld))).toEqual(['The record sums everything up']);
  });
});

describe('what was announced before a draw', () => {
  const event = new EventFixture();
  event.draw(hall(), { sealedAt: '2026-12-05T18:00:00+00:00' });
  const [draw] = event.proof().draws as [RosteredDraw];
  const sealed = { ...draw, sealedAt: '2026-12-05T18:00:00+00:00' };
  const check = (commitment: string, rosterHash: string, prizeId: string | null = null) =>
    mismatchesIn(
      new RecordChecker(event.proof()).check(draw, {
        commitment,
        sealed: { ...sealed, rosterHash, prizeId },
      }),
    ).map(({ what }) => what);

  it('has to be kept', () => {
    expect(check(draw.commitment, draw.rosterHash)).toEqual([]);
    expect(check('0'.repeat(64), draw.rosterHash)).toEqual([
      'The commitment is the one that was shown before',
    ]);
    expect(check(draw.commitment, '0'.repeat(64), randomUUID())).toEqual([
      'The roster is the one that was sealed',
      'The prize is the one of the seal',
    ]);
  });

  it('ends as a sealed draw or a void, if it was a seal', () => {
    const people = hall();
    const told = (hold: (event: EventFixture) => void) => {
      const other = new EventFixture();
      hold(other);
      const [record] = other.proof().draws as [RosteredDraw];
      const announced = {
        commitment: record.commitment,
        sealed: { ...sealed, ...record, sealedAt },
      };
      return mismatchesIn(new RecordChecker(other.proof()).check(record, announced)).map(
        ({ what }) => what,
      );
    };
    const sealedAt = '2026-12-05T18:00:00+00:00';
    expect(told((other) => other.draw(people, { sealedAt }))).toEqual([]);
    expect(told((other) => other.void(people, 'The projector failed'))).toEqual([]);
    const ends = 'The seal ends in a sealed draw or a void';
    expect(told((other) => other.draw(people))).toEqual([ends]);
    expect(told((other) => other.forfeit(1))).toContain(ends);
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
  /** In words, one for each of the draws 1, 2, 4 and 6 and for the void 3. */
  const seen = (lead: number) =>
    find(lead).map(({ place, won }) => (won ? 'won' : place === null ? 'out' : 'in'));

  it('is in every roster until they win, with any single one of their codes', () => {
    expect(find(0).map(({ number }) => number)).toEqual([1, 2, 3, 4, 6]);
    for (const { number, winningLead } of vectors.steps) {
      if (winningLead === undefined) continue;
      const { phoneKey } = vectors.leads[winningLead] as Vectors['leads'][number];
      const own = vectors.leads.flatMap((lead, place) =>
        lead.phoneKey === phoneKey && lead.status === 'verified' ? [place] : [],
      );
      for (const place of own) {
        const wins = find(place).filter(({ won }) => won);
        expect(wins.map((win) => win.number)).toEqual([number]);
      }
    }
    expect(find(8).map(({ entries }) => entries)).toEqual([3, 0, 0, 0, 0]);
    // Three entries under one number, each of which is enough.
    expect([5, 8, 11].map(seen)).toEqual(Array(3).fill(['won', 'out', 'out', 'out', 'out']));
  });

  it('who was not verified, or was promoted, is in none', () => {
    for (const lead of [0, 10, 13, 14]) expect(seen(lead)).toEqual(Array(5).fill('out'));
  });

  it('of another event is in none', () => {
    const code = readEntryCode(vectors.leads[9]?.code ?? '') as Uint8Array;
    const places = findEntrant(proof, ticketOf(randomUUID(), code)).map(({ place }) => place);
    expect(places).toEqual(Array(5).fill(null));
  });
});

describe('a winner who was erased', () => {
  const erased = { at: '2027-03-12T03:00:00+00:00', because: 'request' as const };

  it('leaves a draw that checks out without a name and without a salt', () => {
    const event = new EventFixture();
    event.draw(hall());
    event.draw(hall());
    const proof = withDraw(event.proof(), 0, { winner: null, winnerSalt: null, erased });
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
    for (const left of [{ winner: null }, { winnerSalt: null }, {}]) {
      expect(findings(withDraw(event.proof(), 0, { ...left, erased }))).toEqual([
        'Nothing is left of the name that was erased',
      ]);
    }
  });

  it('is not an excuse for other tickets', () => {
    const event = new EventFixture();
    event.draw(hall());
    const gone = { winner: null, winnerSalt: null, erased };
    const other = withDraw(event.proof(), 0, { ...gone, winnerTickets: [bytesToHex(ticket())] });
    expect(findings(other)).toEqual(["The winner's tickets are that line of the roster"]);
  });
});
