import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { DrawWithRoster } from '../draws.ts';
import {
  commitmentOf,
  type DrawFacts,
  inputOf,
  NO_RECORD,
  personOf,
  recordOf,
  rosterHashOf,
  voidRecordOf,
  winnerIndexOf,
} from './arithmetic.ts';
import { checksumOf, type Proof } from './proof.ts';
import type { Steps } from './steps.ts';

/** Something in a proof that is not what it has to be. */
export interface Mismatch {
  /** Where in the proof, as its file calls it. */
  field: string;
  what: string;
  expected: string;
  found: string;
}

export interface DrawVerdict {
  number: number;
  mismatches: Mismatch[];
}

export interface ProofVerdict {
  ok: boolean;
  /** Of the file as a whole. */
  mismatches: Mismatch[];
  /** One for each draw, in the order of the file. */
  draws: DrawVerdict[];
}

/** Computes everything again and says what does not follow. */
export function* checkProof(proof: Proof): Steps<ProofVerdict> {
  const draws: DrawVerdict[] = [];
  let before: DrawWithRoster | undefined;
  for (const draw of proof.draws) {
    draws.push({ number: draw.number, mismatches: checkDraw(proof.eventId, draw, before) });
    before = draw;
    yield;
  }
  const mismatches = checkFile(proof);
  const ok = mismatches.length === 0 && draws.every((draw) => draw.mismatches.length === 0);
  return { ok, mismatches, draws };
}

class Findings {
  readonly mismatches: Mismatch[] = [];

  compare(field: string, what: string, expected: unknown, found: unknown): void {
    if (expected === found) return;
    this.mismatches.push({ field, what, expected: String(expected), found: String(found) });
  }
}

function checkFile(proof: Proof): Mismatch[] {
  const findings = new Findings();
  const last = proof.draws.at(-1)?.number ?? 0;
  if (proof.sealed) {
    const { number } = proof.sealed;
    findings.compare('sealed.number', 'The sealed draw follows the last one', last + 1, number);
  }
  findings.compare(
    'nextNumber',
    'The next draw follows the last one',
    last + (proof.sealed ? 2 : 1),
    proof.nextNumber,
  );
  if (proof.checksum !== undefined) {
    const sum = checksumOf(proof);
    findings.compare('checksum', 'The file is as it was saved', sum, proof.checksum);
  }
  return findings.mismatches;
}

function checkDraw(
  eventId: string,
  draw: DrawWithRoster,
  before: DrawWithRoster | undefined,
): Mismatch[] {
  const findings = new Findings();
  const at = (field: string) => `draws[${draw.number}].${field}`;
  const hex = (bytes: Uint8Array) => bytesToHex(bytes);
  const seed = hexToBytes(draw.seed);
  const roster = concatBytes(...draw.roster.map((person) => hexToBytes(person)));

  const number = (before?.number ?? 0) + 1;
  findings.compare(at('number'), 'Draws are numbered without gaps', number, draw.number);
  findings.compare(
    at('previousRecord'),
    'The draw builds upon the record before it',
    before?.record ?? hex(NO_RECORD),
    draw.previousRecord,
  );
  const commitment = hex(commitmentOf(eventId, draw.number, seed));
  findings.compare(
    at('commitment'),
    'The seed is the one that was committed to',
    commitment,
    draw.commitment,
  );
  findings.compare(at('rosterSize'), 'The roster is complete', draw.roster.length, draw.rosterSize);
  const misplaced = draw.roster.findIndex(
    (person, place) => place > 0 && person <= (draw.roster[place - 1] as string),
  );
  findings.compare(at('roster'), 'The roster is sorted and names nobody twice', -1, misplaced);
  const rosterHash = rosterHashOf(eventId, roster);
  findings.compare(
    at('rosterHash'),
    'The roster is the one that was fixed',
    hex(rosterHash),
    draw.rosterHash,
  );

  const facts: DrawFacts = {
    eventId,
    number: draw.number,
    prizeId: draw.prizeId,
    rosterHash,
    previousRecord: hexToBytes(draw.previousRecord),
  };
  const checkOutcome = draw.voidReason === null ? checkWinner : checkVoid;
  checkOutcome(draw, facts, findings, at);
  return findings.mismatches;
}

function checkWinner(
  draw: DrawWithRoster,
  facts: DrawFacts,
  findings: Findings,
  at: (field: string) => string,
): void {
  if (draw.roster.length === 0) return;
  const seed = hexToBytes(draw.seed);
  const input = inputOf({ ...facts, phrase: draw.phrase });
  findings.compare(
    at('phrase'),
    'The phrase is composed text',
    draw.phrase.normalize('NFC'),
    draw.phrase,
  );
  const winnerIndex = winnerIndexOf(seed, input, draw.roster.length);
  findings.compare(
    at('winnerIndex'),
    'The winner follows from the seed, the roster and the phrase',
    winnerIndex,
    draw.winnerIndex,
  );
  const tickets = draw.winnerTickets.map((ticket) => hexToBytes(ticket));
  const winner = personOf(facts.eventId, tickets);
  findings.compare(
    at('winnerTickets'),
    "The winner's tickets are those of the person in the roster",
    draw.roster[draw.winnerIndex ?? -1],
    bytesToHex(winner),
  );
  findings.compare(
    at('winnerTickets'),
    "The winner's tickets are sorted",
    draw.winnerTickets.toSorted().join(' '),
    draw.winnerTickets.join(' '),
  );
  const record = recordOf({ input, seed, winnerIndex, winner });
  findings.compare(at('record'), 'The record sums the draw up', bytesToHex(record), draw.record);
}

function checkVoid(
  draw: DrawWithRoster,
  facts: DrawFacts,
  findings: Findings,
  at: (field: string) => string,
): void {
  const reason = draw.voidReason ?? '';
  findings.compare(at('winnerIndex'), 'A void draw has no winner', null, draw.winnerIndex);
  findings.compare(at('winnerTickets'), 'A void draw has no winner', 0, draw.winnerTickets.length);
  findings.compare(at('phrase'), 'A void draw has no phrase', '', draw.phrase);
  findings.compare(
    at('voidReason'),
    'The reason is composed text',
    reason.normalize('NFC'),
    reason,
  );
  const record = voidRecordOf({ ...facts, reason });
  findings.compare(at('record'), 'The record sums the draw up', bytesToHex(record), draw.record);
}
