import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import {
  type DrawRecord,
  type ForfeitRecord,
  phrase as phraseSchema,
  type SealedDraw,
  type VoidRecord,
} from '../draws.ts';
import {
  commitmentOf,
  type DrawFacts,
  forfeitRecordOf,
  inputOf,
  NO_RECORD,
  personHasher,
  personOf,
  recordOf,
  rosterHasher,
  voidRecordOf,
  winnerHashOf,
  winnerIndexOf,
} from './arithmetic.ts';
import type { Words } from './comparison.ts';
import { Findings, type PartVerdict, words } from './findings.ts';
import { checksumOf, type Proof, type ProofRecord } from './proof.ts';
import { compareHashes, hexLine, lineAt, type Roster, TicketIndex } from './roster.ts';
import { isMaskedEmail, isShortName } from './short-form.ts';

/** The result of checking one record. */
export interface DrawVerdict extends PartVerdict {
  number: number;
}

export interface ProofVerdict extends PartVerdict {
  /** One verdict per record, in the order of the file. */
  draws: DrawVerdict[];
}

/** What had been published about a record before it was made. */
export interface Announcement {
  commitment: string;
  /** The sealed draw, if the record belongs to one. */
  sealed: SealedDraw | null;
}

/**
 * Recomputes everything in a proof and reports what matches and what does not. `onChecked` is called
 * after each record.
 */
export function checkProof(proof: Proof, onChecked?: (verdict: DrawVerdict) => void): ProofVerdict {
  const checker = new RecordChecker(proof.eventId);
  const draws = proof.draws.map((record) => {
    const verdict = checker.check(record);
    onChecked?.(verdict);
    return verdict;
  });
  const list = checkList(proof);
  return { ...list, ok: list.ok && draws.every(({ ok }) => ok), draws };
}

/** Checks what no single record covers: what the list says comes next, and a file's checksum. */
export function checkList(proof: Proof): PartVerdict {
  const findings = new Findings();
  const last = proof.draws.at(-1)?.number ?? 0;
  if (proof.sealed) {
    const { number, prizeId } = proof.sealed;
    findings.compare('sealed.number', 'The sealed draw follows the last record', last + 1, number);
    const free = words('no winner');
    const winner = prizeId === null ? undefined : standingWinnerOf(proof, prizeId);
    const found =
      winner === undefined
        ? free
        : words('the winner of draw {number}', { number: String(winner) });
    findings.compare('sealed.prizeId', 'The prize of the sealed draw is free', free, found);
  }
  findings.compare(
    'nextNumber',
    'The next number follows the last record',
    last + (proof.sealed ? 2 : 1),
    proof.nextNumber,
  );
  if (proof.checksum !== undefined) {
    findings.compare('checksum', 'The file is as it was saved', checksumOf(proof), proof.checksum);
  }
  return findings.verdict();
}

/** The number of the draw that gave a prize its standing winner. */
function standingWinnerOf({ draws }: Proof, prizeId: string): number | undefined {
  const forfeited = draws.map((record) =>
    record.kind === 'forfeit' ? record.forfeits : undefined,
  );
  const won = draws.find(
    (record) =>
      record.kind === 'draw' && record.prizeId === prizeId && !forfeited.includes(record.number),
  );
  return won?.number;
}

/** A draw whose winner has not forfeited. */
interface Standing {
  prizeId: string | null;
}

/**
 * Checks records in order, each against all records before it. The order of their times is not checked,
 * because a server's clock may be set back during an event.
 */
export class RecordChecker {
  readonly #eventId: string;
  #checked = 0;
  #last: ProofRecord | undefined;
  readonly #kinds = new Map<number, ProofRecord['kind']>();
  readonly #standing = new Map<number, Standing>();
  /** The tickets of all winners, including those who have forfeited. */
  readonly #won: Uint8Array[] = [];

  constructor(eventId: string) {
    this.#eventId = eventId;
  }

  check(record: ProofRecord, announced?: Announcement): DrawVerdict {
    const findings = new Findings(`draws[${this.#checked}].`);
    this.#checkCommon(findings, record);
    if (announced) checkAnnouncement(findings, record, announced);
    if (record.kind === 'draw') this.#checkDraw(findings, record);
    else if (record.kind === 'void') this.#checkVoid(findings, record);
    else this.#checkForfeit(findings, record);
    this.#kinds.set(record.number, record.kind);
    this.#last = record;
    this.#checked += 1;
    return { number: record.number, ...findings.verdict() };
  }

  #checkCommon(findings: Findings, record: ProofRecord): void {
    const number = (this.#last?.number ?? 0) + 1;
    findings.compare('number', 'Records are numbered without gaps', number, record.number);
    findings.compare(
      'previousRecord',
      'The record builds upon the one before it',
      this.#last?.record ?? bytesToHex(NO_RECORD),
      record.previousRecord,
    );
    findings.compare(
      'commitment',
      'The seed is the one that was committed to',
      bytesToHex(commitmentOf(this.#eventId, record.number, hexToBytes(record.seed))),
      record.commitment,
    );
  }

  #checkDraw(findings: Findings, draw: DrawRecord & { roster: Roster }): void {
    findings.compare(
      'sealed',
      'It is called sealed exactly when there is a time of sealing',
      draw.sealedAt !== null,
      draw.sealed,
    );
    findings.compareText(
      'phrase',
      'The phrase is composed text of at most 200 bytes',
      draw.phrase,
      phraseSchema,
    );
    this.#checkPrize(findings, draw);
    const facts = this.#factsOf(draw, this.#checkRoster(findings, draw));
    if (draw.roster.ends.length > 0) this.#checkWinner(findings, draw, facts);
  }

  #checkPrize(findings: Findings, draw: DrawRecord): void {
    const { number, prizeId } = draw;
    if (prizeId !== null) {
      const other = [...this.#standing].find(([, standing]) => standing.prizeId === prizeId);
      const one = words('one winner');
      const found = other
        ? words('the winner of draw {number} too', { number: String(other[0]) })
        : one;
      findings.compare('prizeId', 'The prize has one winner at a time', one, found);
    }
    checkPrizeFields(findings, draw);
    this.#standing.set(number, { prizeId });
  }

  #checkWinner(findings: Findings, draw: DrawRecord & { roster: Roster }, facts: DrawFacts): void {
    const seed = hexToBytes(draw.seed);
    const input = inputOf({ ...facts, sealed: draw.sealed, phrase: draw.phrase });
    const winnerIndex = winnerIndexOf(seed, input, draw.roster.ends.length);
    findings.compare(
      'winnerIndex',
      'The winner follows from the seed, the roster and the phrase',
      winnerIndex,
      draw.winnerIndex,
    );
    const line = lineAt(draw.roster, winnerIndex);
    findings.compare(
      'winnerTickets',
      "The winner's tickets are that line of the roster",
      hexLine(line).join(' '),
      draw.winnerTickets.join(' '),
    );
    checkName(findings, this.#eventId, draw);
    const record = recordOf({
      input,
      seed,
      winnerIndex,
      person: personOf(this.#eventId, line),
      winnerHash: hexToBytes(draw.winnerHash),
    });
    findings.compareRecord(record, draw);
    // The hash as published, so that one changed roster does not make later records fail.
    for (const ticket of draw.winnerTickets) this.#won.push(hexToBytes(ticket));
  }

  #checkVoid(findings: Findings, draw: VoidRecord & { roster: Roster }): void {
    findings.compareReason(draw.reason);
    checkPrizeFields(findings, draw);
    const facts = this.#factsOf(draw, this.#checkRoster(findings, draw));
    findings.compareRecord(voidRecordOf({ ...facts, reason: draw.reason }), draw);
  }

  #checkForfeit(findings: Findings, forfeit: ForfeitRecord): void {
    findings.compareReason(forfeit.reason);
    const winner = words('a draw with a winner');
    const found = this.#standing.has(forfeit.forfeits)
      ? winner
      : notStanding(this.#kinds.get(forfeit.forfeits));
    findings.compare('forfeits', 'The win that is forfeited was standing', winner, found);
    this.#standing.delete(forfeit.forfeits);
    const record = forfeitRecordOf({
      ...forfeit,
      eventId: this.#eventId,
      previousRecord: hexToBytes(forfeit.previousRecord),
    });
    findings.compareRecord(record, forfeit);
  }

  #factsOf({ number, prizeId, previousRecord }: DrawRecord | VoidRecord, rosterHash: Uint8Array) {
    const previous = hexToBytes(previousRecord);
    return { eventId: this.#eventId, number, prizeId, rosterHash, previousRecord: previous };
  }

  /** The roster's hash, computed from its lines. */
  #checkRoster(
    findings: Findings,
    { roster, rosterSize, rosterHash }: (DrawRecord | VoidRecord) & { roster: Roster },
  ): Uint8Array {
    const size = roster.ends.length;
    findings.compare('rosterSize', 'The roster is complete', size, rosterSize);
    const hasher = rosterHasher(this.#eventId, size);
    const personOfLine = personHasher(this.#eventId);
    let misplaced: number | undefined;
    let unsorted: number | undefined;
    let before: Uint8Array | undefined;
    for (let place = 0; place < size; place += 1) {
      const line = lineAt(roster, place);
      const person = personOfLine(line);
      hasher.add(person);
      if (before && compareHashes(before, person) >= 0) misplaced ??= place;
      if (!isSorted(line)) unsorted ??= place;
      before = person;
    }
    findings.compareLines('The lines are sorted', misplaced);
    findings.compareLines('The tickets of each line are sorted', unsorted);
    const tickets = new TicketIndex(roster);
    findings.compareLines('No ticket is in two lines', tickets.findRepeated());
    const winner = this.#won.map((ticket) => tickets.findLine(ticket)).find(isFound);
    findings.compareLines('Nobody in it has won before', winner);
    const hash = hasher.digest();
    findings.compare(
      'rosterHash',
      'The roster is the one that was fixed',
      bytesToHex(hash),
      rosterHash,
    );
    return hash;
  }
}

const isFound = (place: number | undefined) => place !== undefined;

function notStanding(kind: ProofRecord['kind'] | undefined): Words {
  if (kind === undefined) return words('no earlier record');
  if (kind === 'draw') return words('a draw that was forfeited before');
  return words(kind === 'void' ? 'a void draw' : 'another forfeit');
}

function checkPrizeFields(
  findings: Findings,
  { prizeId, prizeName }: DrawRecord | VoidRecord,
): void {
  if (prizeId === null) {
    findings.compare('prizeName', 'A general draw names no prize', null, prizeName);
    return;
  }
  // General draws use an all-zero prize id, so no prize may have that id.
  const one = words('an id');
  const found = /^[0-]+$/.test(prizeId) ? words('only zeros') : one;
  findings.compare('prizeId', 'The prize has an id of its own', one, found);
}

/** A salt is published if and only if the full name and e-mail are. */
function checkName(findings: Findings, eventId: string, draw: DrawRecord): void {
  const { number, winner, winnerSalt, winnerHash, erased } = draw;
  if (erased) {
    const left = winner !== null || winnerSalt !== null;
    const what = 'Nothing is left of the name that was erased';
    const nothing = words('nothing');
    findings.compare('winner', what, nothing, left ? words('a name or a salt') : nothing);
    return;
  }
  if (winner === null) {
    const what = 'A salt comes with the name that it is for';
    if (winnerSalt !== null) findings.compare('winner', what, words('a name'), words('nothing'));
    return;
  }
  const { name, email } = winner;
  findings.compare('winner.name', 'The name is composed text', name.normalize('NFC'), name);
  if (winnerSalt === null) {
    // Pages say that a short name cannot be checked, so a full name must not pass as a short one.
    const what = 'Without its salt, the winner is shown in a short form';
    const short = words('a short form');
    findings.compare('winner.name', what, isShortName(name) ? name : short, name);
    const isMasked = email === null || isMaskedEmail(email);
    findings.compare('winner.email', what, isMasked ? email : short, email);
    return;
  }
  const hash = winnerHashOf({ eventId, number, salt: hexToBytes(winnerSalt), ...winner });
  const what = 'The name and the e-mail are those that were drawn';
  findings.compare('winnerHash', what, bytesToHex(hash), winnerHash);
  // An empty e-mail and a missing one have the same hash.
  if (email === '') {
    findings.compare('winner.email', 'An e-mail that is missing is null', null, email);
  }
}

function checkAnnouncement(
  findings: Findings,
  record: ProofRecord,
  { commitment, sealed }: Announcement,
): void {
  const shown = 'The commitment is the one that was shown before';
  findings.compare('commitment', shown, commitment, record.commitment);
  if (!sealed) return;
  findings.compare('sealed', 'The seal ends in a sealed draw or a void', true, endsSeal(record));
  const found = record.kind === 'forfeit' ? undefined : record;
  const what = 'The roster is the one that was sealed';
  findings.compare('rosterHash', what, sealed.rosterHash, found?.rosterHash);
  findings.compare('prizeId', 'The prize is the one of the seal', sealed.prizeId, found?.prizeId);
}

function endsSeal(record: ProofRecord): boolean {
  return record.kind === 'draw' ? record.sealed : record.kind === 'void';
}

function isSorted(line: Uint8Array): boolean {
  for (let at = 32; at < line.length; at += 32) {
    if (compareHashes(line.subarray(at - 32, at), line.subarray(at, at + 32)) >= 0) return false;
  }
  return true;
}
