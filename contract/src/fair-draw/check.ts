import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { DrawWithRoster } from '../draws.ts';
import { PHRASE_MAX_BYTES } from '../stage.ts';
import {
  commitmentOf,
  type DrawFacts,
  HASH_BYTES,
  hashRoster,
  inputOf,
  NO_RECORD,
  personOf,
  recordOf,
  voidRecordOf,
  winnerIndexOf,
} from './arithmetic.ts';
import { hashProof, type Proof } from './proof.ts';
import type { Steps } from './steps.ts';

/** One thing that has to be so: what it has to be, and what the proof says. */
export interface Comparison {
  /** Where in the proof, as its file calls it: `draws[0].seed`. */
  field: string;
  what: string;
  expected: string;
  found: string;
  matches: boolean;
}

export interface DrawVerdict {
  number: number;
  ok: boolean;
  comparisons: Comparison[];
}

export interface ProofVerdict {
  ok: boolean;
  /** Of the file as a whole. */
  comparisons: Comparison[];
  /** One for each draw, in the order of the file. */
  draws: DrawVerdict[];
}

export function mismatchesIn({ comparisons }: { comparisons: Comparison[] }): Comparison[] {
  return comparisons.filter(({ matches }) => !matches);
}

const STEP = 4096;

/**
 * Computes everything again and says what follows and what does not. `onChecked` hears of each draw
 * as soon as it is done.
 *
 * The order of the times is no part of it: a server's clock may be set back in the middle of an event.
 */
export function* checkProof(
  proof: Proof,
  onChecked?: (verdict: DrawVerdict) => void,
): Steps<ProofVerdict> {
  const earlier: Earlier = { last: undefined, winners: new Set(), prizes: new Set() };
  const draws: DrawVerdict[] = [];
  for (const [place, draw] of proof.draws.entries()) {
    const findings = new Findings(`draws[${place}].`);
    yield* checkDraw(findings, proof.eventId, draw, earlier);
    earlier.last = draw;
    const verdict = { number: draw.number, ...findings.verdict() };
    draws.push(verdict);
    onChecked?.(verdict);
    yield;
  }
  const file = yield* checkFile(proof);
  return { ...file, ok: file.ok && draws.every(({ ok }) => ok), draws };
}

/** What the draws before one have settled. */
interface Earlier {
  last: DrawWithRoster | undefined;
  winners: Set<string>;
  prizes: Set<string>;
}

class Findings {
  readonly #comparisons: Comparison[] = [];
  readonly #prefix: string;

  constructor(prefix = '') {
    this.#prefix = prefix;
  }

  compare(field: string, what: string, expected: unknown, found: unknown): void {
    this.#comparisons.push({
      field: this.#prefix + field,
      what,
      expected: String(expected),
      found: String(found),
      matches: expected === found,
    });
  }

  verdict(): { ok: boolean; comparisons: Comparison[] } {
    return {
      ok: this.#comparisons.every(({ matches }) => matches),
      comparisons: this.#comparisons,
    };
  }
}

function* checkFile(proof: Proof): Steps<{ ok: boolean; comparisons: Comparison[] }> {
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
    const sum = yield* hashProof(proof);
    findings.compare('checksum', 'The file is as it was saved', sum, proof.checksum);
  }
  return findings.verdict();
}

function* checkDraw(
  findings: Findings,
  eventId: string,
  draw: DrawWithRoster,
  earlier: Earlier,
): Steps<void> {
  const number = (earlier.last?.number ?? 0) + 1;
  findings.compare('number', 'Draws are numbered without gaps', number, draw.number);
  findings.compare(
    'previousRecord',
    'The draw builds upon the record before it',
    earlier.last?.record ?? bytesToHex(NO_RECORD),
    draw.previousRecord,
  );
  findings.compare(
    'commitment',
    'The seed is the one that was committed to',
    bytesToHex(commitmentOf(eventId, draw.number, hexToBytes(draw.seed))),
    draw.commitment,
  );
  const time = Number.isNaN(Date.parse(draw.drawnAt)) ? 'a time' : draw.drawnAt;
  findings.compare('drawnAt', 'The time can be read', time, draw.drawnAt);

  const rosterHash = yield* checkRoster(findings, eventId, draw, earlier);
  const facts: DrawFacts = {
    eventId,
    number: draw.number,
    prizeId: draw.prizeId,
    rosterHash,
    previousRecord: hexToBytes(draw.previousRecord),
  };
  if (draw.voidReason !== null) checkVoid(findings, draw, facts, draw.voidReason);
  else if (draw.roster.length > 0) checkWinner(findings, draw, facts, earlier);
}

function* checkRoster(
  findings: Findings,
  eventId: string,
  { roster, rosterSize, rosterHash }: DrawWithRoster,
  { winners }: Earlier,
): Steps<Uint8Array> {
  findings.compare('rosterSize', 'The roster is complete', roster.length, rosterSize);
  const bytes = new Uint8Array(roster.length * HASH_BYTES);
  let misplaced: number | undefined;
  let wonBefore: number | undefined;
  let before = '';
  for (const [place, person] of roster.entries()) {
    if (place % STEP === STEP - 1) yield;
    bytes.set(hexToBytes(person), place * HASH_BYTES);
    if (person <= before) misplaced ??= place;
    if (winners.has(person)) wonBefore ??= place;
    before = person;
  }
  const sorted = 'The roster is sorted and names nobody twice';
  findings.compare('roster', sorted, EVERYBODY, allBut(misplaced));
  findings.compare('roster', 'Nobody in it has won before', EVERYBODY, allBut(wonBefore));
  const hash = yield* hashRoster(eventId, bytes);
  findings.compare(
    'rosterHash',
    'The roster is the one that was fixed',
    bytesToHex(hash),
    rosterHash,
  );
  return hash;
}

const EVERYBODY = 'true of everybody';
const allBut = (place: number | undefined) =>
  place === undefined ? EVERYBODY : `not of roster[${place}]`;

function checkWinner(
  findings: Findings,
  draw: DrawWithRoster,
  facts: DrawFacts,
  earlier: Earlier,
): void {
  const seed = hexToBytes(draw.seed);
  const input = inputOf({ ...facts, phrase: draw.phrase });
  const drawnBefore = draw.prizeId !== null && earlier.prizes.has(draw.prizeId);
  findings.compare('prizeId', 'The prize is drawn once', 'once', drawnBefore ? 'again' : 'once');
  compareText(findings, 'phrase', 'The phrase is composed text', draw.phrase);
  const phraseBytes = new TextEncoder().encode(draw.phrase).length;
  findings.compare(
    'phrase',
    `The phrase has at most ${PHRASE_MAX_BYTES} bytes`,
    Math.min(phraseBytes, PHRASE_MAX_BYTES),
    phraseBytes,
  );
  const winnerIndex = winnerIndexOf(seed, input, draw.roster.length);
  findings.compare(
    'winnerIndex',
    'The winner follows from the seed, the roster and the phrase',
    winnerIndex,
    draw.winnerIndex,
  );
  const tickets = draw.winnerTickets.map((ticket) => hexToBytes(ticket));
  const winner = personOf(facts.eventId, tickets);
  findings.compare(
    'winnerTickets',
    "The winner's tickets are those of the person in the roster",
    draw.roster[draw.winnerIndex ?? -1] ?? 'nobody',
    bytesToHex(winner),
  );
  findings.compare(
    'winnerTickets',
    "The winner's tickets are sorted",
    draw.winnerTickets.toSorted().join(' '),
    draw.winnerTickets.join(' '),
  );
  const record = recordOf({ input, seed, winnerIndex, winner });
  findings.compare('record', 'The record sums the draw up', bytesToHex(record), draw.record);

  earlier.winners.add(bytesToHex(winner));
  if (draw.prizeId !== null) earlier.prizes.add(draw.prizeId);
}

function checkVoid(
  findings: Findings,
  draw: DrawWithRoster,
  facts: DrawFacts,
  reason: string,
): void {
  findings.compare('winnerIndex', 'A void draw has no winner', null, draw.winnerIndex);
  findings.compare('winnerTickets', 'A void draw has no winner', 0, draw.winnerTickets.length);
  findings.compare('phrase', 'A void draw has no phrase', '', draw.phrase);
  compareText(findings, 'voidReason', 'The reason is composed text', reason);
  const record = voidRecordOf({ ...facts, reason });
  findings.compare('record', 'The record sums the draw up', bytesToHex(record), draw.record);
}

/** The same letters can be written in several ways; only one of them is hashed (NFC). */
function compareText(findings: Findings, field: string, what: string, text: string): void {
  findings.compare(field, what, text.normalize('NFC'), text);
}
