import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import {
  type DrawList,
  type DrawRecord,
  type DrawRecord3,
  type ForfeitRecord,
  phrase as phraseSchema,
  type Register,
  type SealedDraw,
  type VoidRecord,
  type VoidRecord3,
} from '../draws.ts';
import { outsideKinds, type Version, versions } from '../stage.ts';
import {
  type Chain,
  commitmentOf,
  type DrawFacts,
  forfeitRecordOf,
  HASH_BYTES,
  inputOf,
  NO_RECORD,
  personHasher,
  personOf,
  randomnessOf,
  recordOf,
  restoredRecordOf,
  rosterHasher,
  sealedInputOf,
  sealHashOf,
  voidedSealOf,
  voidRecordOf,
  whoOf,
  winnerHashOf,
  winnerIndexesOf,
} from './arithmetic.ts';
import { type BeaconChain, isRoundPossible, QUICKNET } from './beacon.ts';
import { type Words, winnersOf } from './comparison.ts';
import { Findings, type PartVerdict, words } from './findings.ts';
import {
  checksumOf,
  type FullDraw,
  type FullRestored,
  type FullVoid,
  type Proof,
  type ProofRecord,
  type RegisterLines,
} from './proof.ts';
import { includesAll, registerOf } from './register.ts';
import { compareHashes, hashAt, hexLine, lineAt, TicketIndex } from './roster.ts';
import { isMaskedEmail, isShortName } from './short-form.ts';
import { openSealHash } from './watched.ts';

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

/** How beacons are checked: by the public chain, or in tests by one of their own. */
export interface BeaconCheck {
  chain: BeaconChain;
  isBeacon: (chain: BeaconChain, round: number, signature: string) => boolean;
}

/** Loads what checks the beacons in these records, which is large, if there are any. */
export async function loadBeaconCheck(
  draws: readonly object[],
  chain = QUICKNET,
): Promise<BeaconCheck | undefined> {
  if (!draws.some((record) => 'beacon' in record && record.beacon !== null)) return undefined;
  const { isBeacon } = await import('./beacon-signature.ts');
  return { chain, isBeacon };
}

/**
 * Recomputes everything in a proof and reports what matches and what does not. `onChecked` is called
 * after each record.
 */
export function checkProof(
  proof: Proof,
  beacons?: BeaconCheck,
  onChecked?: (verdict: DrawVerdict) => void,
): ProofVerdict {
  const checker = new RecordChecker(proof, beacons);
  const draws = proof.draws.map((record) => {
    const verdict = checker.check(record);
    onChecked?.(verdict);
    return verdict;
  });
  const list = checker.checkList(proof);
  return { ...list, ok: list.ok && draws.every(({ ok }) => ok), draws };
}

const chainOf = ({ eventId, scheme }: Pick<Proof, 'eventId' | 'scheme'>): Chain => {
  const version: Version = scheme === versions[2] ? 2 : 3;
  return { eventId, version };
};

const standingKey = (number: number, place = 0) => `${number}/${place}`;

/** What is published of a seal before its draw is held, since version 3. */
function checkOpenSeal(findings: Findings, chain: Chain, sealed: SealedDraw): void {
  const { number, commitment, seal, seed } = sealed;
  const what = 'The seal sums up what is fixed';
  if (!seal) {
    // What it does not fix could still be chosen once the phrase is known.
    if (chain.version === 3) findings.compare('sealed.seal', what, true, false);
    return;
  }
  findings.compare('sealed.seal.hash', what, openSealHash(chain, sealed), seal.hash);
  if (seed) {
    const what = 'The seed is the one that was committed to';
    const expected = bytesToHex(commitmentOf(chain, number, hexToBytes(seed)));
    findings.compare('sealed.commitment', what, expected, commitment);
  }
}

/**
 * Checks records in order, each against all records before it. The order of their times is not checked,
 * because a server's clock may be set back during an event.
 */
export class RecordChecker {
  readonly #chain: Chain;
  /** What checks beacons, if there are any. */
  beacons: BeaconCheck | undefined;
  #checked = 0;
  #last: ProofRecord | undefined;
  readonly #kinds = new Map<number, ProofRecord['kind']>();
  /** The prizes of winners who have not forfeited, by draw and place. */
  readonly #standing = new Map<string, { number: number; prizeId: string | null }>();
  /** The tickets of all winners, including those who have forfeited. */
  readonly #won: Uint8Array[] = [];
  /** The latest round that has decided a draw. */
  #round = 0;
  /** The tickets of the last register. */
  #register: Uint8Array = new Uint8Array(0);

  constructor(list: Pick<Proof, 'eventId' | 'scheme'>, beacons?: BeaconCheck) {
    this.#chain = chainOf(list);
    this.beacons = beacons;
  }

  check(record: ProofRecord, announced?: Announcement): DrawVerdict {
    const findings = new Findings(`draws[${this.#checked}].`);
    this.#checkCommon(findings, record);
    if (announced) checkAnnouncement(findings, record, announced);
    if (record.kind === 'draw') this.#checkDraw(findings, record);
    else if (record.kind === 'void') this.#checkVoid(findings, record);
    else if (record.kind === 'restored') this.#checkRestored(findings, record);
    else this.#checkForfeit(findings, record);
    this.#kinds.set(record.number, record.kind);
    this.#last = record;
    this.#checked += 1;
    return { number: record.number, ...findings.verdict() };
  }

  /** Checks what no single record covers: what the list says comes next, and a file's checksum. */
  checkList(list: DrawList | Proof): PartVerdict {
    const findings = new Findings();
    const { sealed, nextNumber } = list;
    const last = this.#last?.number ?? 0;
    if (sealed) {
      const { number, prizeId, seal } = sealed;
      findings.compare(
        'sealed.number',
        'The sealed draw follows the last record',
        last + 1,
        number,
      );
      const free = words('no winner');
      const standing = this.#standingOf(prizeId);
      const found =
        standing.length < (seal?.quantity || 1)
          ? free
          : words('the winner of draw {number}', { number: String(standing[0]?.number) });
      findings.compare('sealed.prizeId', 'The prize of the sealed draw is free', free, found);
      checkOpenSeal(findings, this.#chain, sealed);
    }
    const next = last + (sealed ? 2 : 1);
    findings.compare('nextNumber', 'The next number follows the last record', next, nextNumber);
    if ('checksum' in list && list.checksum !== undefined) {
      findings.compare('checksum', 'The file is as it was saved', checksumOf(list), list.checksum);
    }
    return findings.verdict();
  }

  /** The standing winners of a prize; general draws have none that count. */
  #standingOf(prizeId: string | null) {
    if (prizeId === null) return [];
    return [...this.#standing.values()].filter((each) => each.prizeId === prizeId);
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
      bytesToHex(commitmentOf(this.#chain, record.number, hexToBytes(record.seed))),
      record.commitment,
    );
  }

  #checkDraw(findings: Findings, draw: FullDraw): void {
    const isSealed = 'seal' in draw ? draw.seal.source.kind !== 'none' : draw.sealedAt !== null;
    const sealedWhat = 'It is called sealed exactly when there is a time of sealing';
    findings.compare('sealed', sealedWhat, isSealed, draw.sealed);
    findings.compareText(
      'phrase',
      'The phrase is composed text of at most 200 bytes',
      draw.phrase,
      phraseSchema,
    );
    this.#checkPrize(findings, draw);
    const { hash, index } = this.#checkRoster(findings, draw);
    const facts = this.#factsOf(draw, hash);
    if ('seal' in draw) this.#checkSealedDraw(findings, draw, facts, index);
    else if (draw.roster.ends.length > 0) {
      const { sealed, phrase } = draw;
      this.#checkWinners(findings, draw, inputOf(this.#chain, { ...facts, sealed, phrase }), 1);
    }
  }

  #checkSealedDraw(
    findings: Findings,
    draw: DrawRecord3 & RegisterLines,
    facts: DrawFacts,
    index: TicketIndex,
  ): void {
    const { phrase, beacon, seal } = draw;
    const { kind } = seal.source;
    const sealHash = this.#checkSeal(findings, draw, facts, index);
    if (kind !== 'phrase') {
      findings.compare('phrase', 'Only a seal for a phrase has one', '', phrase);
    }
    if (draw.roster.ends.length === 0 || (kind === 'beacon' && beacon === null)) return;
    const randomness = randomnessOf(beacon ?? '');
    const input = sealedInputOf(sealHash, kind, { randomness, phrase });
    this.#checkWinners(findings, draw, input, seal.winners);
  }

  #checkPrize(findings: Findings, draw: DrawRecord): void {
    const { number, prizeId } = draw;
    const winners = winnersOf(draw);
    const others = this.#standingOf(prizeId);
    if (prizeId !== null && 'seal' in draw) {
      const total = others.length + winners.length;
      const what = 'The prize has no more winners than its quantity';
      findings.compare('seal.quantity', what, Math.min(total, draw.seal.quantity), total);
    } else if (prizeId !== null) {
      const one = words('one winner');
      const [other] = others;
      const found = other
        ? words('the winner of draw {number} too', { number: String(other.number) })
        : one;
      findings.compare('prizeId', 'The prize has one winner at a time', one, found);
    }
    checkPrizeFields(findings, draw);
    for (const place of winners.keys()) {
      this.#standing.set(standingKey(number, place), { number, prizeId });
    }
  }

  #checkWinners(findings: Findings, draw: FullDraw, input: Uint8Array, count: number): void {
    const seed = hexToBytes(draw.seed);
    const published = winnersOf(draw);
    const indexes = winnerIndexesOf(seed, input, draw.roster.ends.length, count);
    findings.compare(
      'seal' in draw ? 'winners' : 'winnerIndex',
      'The winner follows from the seed, the roster and the phrase',
      indexes.join(' '),
      published.map(({ index }) => index).join(' '),
    );
    const winners = indexes.map((index, place) => {
      const line = lineAt(draw.roster, index);
      findings.compare(
        'seal' in draw ? `winners[${place}].tickets` : 'winnerTickets',
        "The winner's tickets are that line of the roster",
        hexLine(line).join(' '),
        published[place]?.tickets.join(' '),
      );
      const who = 'seal' in draw ? hashAt(draw.names, index) : undefined;
      return { index, person: personOf(this.#chain, line, who) };
    });
    this.#checkNames(findings, draw);
    const winnerHash = 'winnerHash' in draw ? hexToBytes(draw.winnerHash) : undefined;
    const facts = { input, seed, winners, ...(winnerHash && { winnerHash }) };
    findings.compareRecord(recordOf(this.#chain, facts), draw);
    // The hash as published, so that one changed roster does not make later records fail.
    for (const { tickets } of published) this.#won.push(...tickets.map((each) => hexToBytes(each)));
  }

  /** Whether the published names are those that were bound to the draw. */
  #checkNames(findings: Findings, draw: FullDraw): void {
    if (!('seal' in draw)) {
      const { number, winnerHash } = draw;
      checkName(findings, winnersOf(draw)[0], {
        field: (name) => (name === 'hash' ? 'winnerHash' : name),
        expected: winnerHash,
        hashWith: (salt, winner) => winnerHashOf(this.#chain, { number, salt, ...winner }),
      });
      return;
    }
    for (const [place, each] of draw.winners.entries()) {
      const field = `winners[${place}].ticket`;
      const belongs = each.tickets.includes(each.ticket);
      findings.compare(field, 'The name belongs to a ticket of the line', true, belongs);
      const ticket = hexToBytes(each.ticket);
      checkName(findings, each, {
        field: (name) => `winners[${place}].${name === 'hash' ? 'winner' : name}`,
        expected: bytesToHex(hashAt(draw.names, each.index)),
        hashWith: (salt, winner) => whoOf(this.#chain, { ticket, salt, ...winner }),
      });
    }
  }

  /** What was fixed before the winners could be known; returns its hash, computed. */
  #checkSeal(
    findings: Findings,
    draw: (DrawRecord3 | VoidRecord3) & RegisterLines,
    facts: DrawFacts,
    index: TicketIndex,
  ): Uint8Array {
    const { seal, commitment, prizeName, sealedAt } = draw;
    const at = Date.parse(sealedAt);
    const registerHash = this.#checkRegister(findings, draw, index, {
      field: 'seal.register',
      register: seal.register,
    });
    this.#checkBeacon(findings, draw, at);
    const hash = sealHashOf(this.#chain, {
      ...seal,
      ...facts,
      commitment: hexToBytes(commitment),
      prizeName,
      registerHash,
      at,
    });
    findings.compare('seal.hash', 'The seal sums up what is fixed', bytesToHex(hash), seal.hash);
    return hash;
  }

  #checkBeacon(
    findings: Findings,
    { kind, beacon, seal: { source } }: DrawRecord3 | VoidRecord3,
    at: number,
  ): void {
    if (source.kind !== 'beacon') {
      findings.compare('beacon', 'Only a seal for a beacon has one', null, beacon);
      return;
    }
    const chain = this.beacons?.chain ?? QUICKNET;
    const { round } = source;
    findings.compare('seal.source.chain', 'The chain is the public one', chain.chain, source.chain);
    const time = 'The round comes 20 seconds to an hour after the seal';
    findings.compare('seal.source.round', time, true, isRoundPossible(chain, at, round));
    // The record before contains the beacons of earlier draws, so this one was sealed after they were known.
    const later = 'The round comes after those of earlier draws';
    findings.compare('seal.source.round', later, true, round > this.#round);
    // A draw that was voided before its round may have no beacon yet.
    if (kind === 'void' && beacon === null) return;
    if (beacon !== null && !this.beacons) throw new Error('Nothing is loaded that checks beacons');
    const signed = beacon !== null && this.beacons?.isBeacon(chain, round, beacon);
    findings.compare('beacon', 'The beacon is signed by its chain', true, signed);
    if (kind === 'draw') this.#round = Math.max(this.#round, round);
  }

  /** The hash of everybody's tickets, computed from the roster and those outside of it. */
  #checkRegister(
    findings: Findings,
    record: RegisterLines,
    index: TicketIndex,
    { field, register }: { field: string; register: Register },
  ): Uint8Array {
    const { roster, outside } = record;
    const count = (tickets: Uint8Array) => tickets.length / HASH_BYTES;
    const counts = [register.inDraw, ...outsideKinds.map((kind) => register[kind])];
    const found = [roster.tickets, ...outsideKinds.map((kind) => outside[kind])].map(count);
    findings.compare(field, 'The register is complete', found.join(' '), counts.join(' '));
    const { tickets, hash, sorted } = registerOf(this.#chain, record, index);
    findings.compare('outside', 'The tickets of the register are sorted, each once', true, sorted);
    const kept = includesAll(this.#register, tickets);
    findings.compare('outside', 'Every ticket of the register before is in it', true, kept);
    const settled = [outside.removed, outside.won];
    const marked = this.#won.every((ticket) => settled.some((list) => includesAll(ticket, list)));
    // Nobody is left out as a winner before there is one.
    const anybody = this.#won.length > 0 || outside.won.length === 0;
    findings.compare(
      'outside',
      'The tickets of earlier winners are marked',
      true,
      marked && anybody,
    );
    const what = 'The register is the one that was fixed';
    findings.compare(`${field}.hash`, what, bytesToHex(hash), register.hash);
    this.#register = tickets;
    return hash;
  }

  #checkVoid(findings: Findings, draw: FullVoid): void {
    findings.compareReason(draw.reason);
    checkPrizeFields(findings, draw);
    const { hash, index } = this.#checkRoster(findings, draw);
    const facts = this.#factsOf(draw, hash);
    const { reason } = draw;
    const record =
      'seal' in draw
        ? voidedSealOf(this.#checkSeal(findings, draw, facts, index), Date.parse(draw.at), reason)
        : voidRecordOf(this.#chain, { ...facts, reason });
    findings.compareRecord(record, draw);
  }

  #checkForfeit(findings: Findings, forfeit: ForfeitRecord): void {
    findings.compareReason(forfeit.reason);
    const winner = words('a draw with a winner');
    const { forfeits, place } = forfeit;
    const isStanding = this.#standing.delete(standingKey(forfeits, place));
    const found = isStanding ? winner : notStanding(this.#kinds.get(forfeits));
    findings.compare('forfeits', 'The win that is forfeited was standing', winner, found);
    const previousRecord = hexToBytes(forfeit.previousRecord);
    findings.compareRecord(forfeitRecordOf(this.#chain, { ...forfeit, previousRecord }), forfeit);
  }

  #checkRestored(findings: Findings, restored: FullRestored): void {
    const { reason, roster, rosterSize, register } = restored;
    findings.compareReason(reason);
    findings.compare('rosterSize', 'The roster is complete', roster.ends.length, rosterSize);
    const registerHash = this.#checkRegister(findings, restored, new TicketIndex(roster), {
      field: 'register',
      register,
    });
    const previousRecord = hexToBytes(restored.previousRecord);
    const facts = { ...restored, registerHash, previousRecord };
    findings.compareRecord(restoredRecordOf(this.#chain, facts), restored);
  }

  #factsOf({ number, prizeId, previousRecord }: DrawRecord | VoidRecord, rosterHash: Uint8Array) {
    return { number, prizeId, rosterHash, previousRecord: hexToBytes(previousRecord) };
  }

  /** The roster's hash, computed from its lines, and where its tickets are. */
  #checkRoster(findings: Findings, record: FullDraw | FullVoid) {
    const { roster, rosterSize, rosterHash } = record;
    const size = roster.ends.length;
    findings.compare('rosterSize', 'The roster is complete', size, rosterSize);
    const names = 'names' in record ? record.names : undefined;
    if (names) {
      const count = names.length / HASH_BYTES;
      findings.compare('names', 'There is a name for each line', size, count);
    }
    const hasher = rosterHasher(this.#chain, size);
    const personOfLine = personHasher(this.#chain);
    let misplaced: number | undefined;
    let unsorted: number | undefined;
    let before: Uint8Array | undefined;
    for (let place = 0; place < size; place += 1) {
      const line = lineAt(roster, place);
      const person = personOfLine(line, names && hashAt(names, place));
      hasher.update(person);
      if (before && compareHashes(before, person) >= 0) misplaced ??= place;
      if (!isSorted(line)) unsorted ??= place;
      before = person;
    }
    findings.compareLines('The lines are sorted', misplaced);
    findings.compareLines('The tickets of each line are sorted', unsorted);
    const index = new TicketIndex(roster);
    findings.compareLines('No ticket is in two lines', index.findRepeated());
    const winner = this.#won.map((ticket) => index.findLine(ticket)).find(isFound);
    findings.compareLines('Nobody in it has won before', winner);
    const hash = hasher.digest();
    findings.compare(
      'rosterHash',
      'The roster is the one that was fixed',
      bytesToHex(hash),
      rosterHash,
    );
    return { hash, index };
  }
}

const isFound = (place: number | undefined) => place !== undefined;

function notStanding(kind: ProofRecord['kind'] | undefined): Words {
  if (kind === 'draw') return words('a draw that was forfeited before');
  if (kind === 'void') return words('a void draw');
  return words(kind === 'forfeit' ? 'another forfeit' : 'no earlier record');
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

interface NameCheck {
  /** The path of a field of the winner. */
  field: (name: 'winner' | 'winner.name' | 'winner.email' | 'hash') => string;
  /** What the name was bound by, and how that is computed. */
  expected: string;
  hashWith: (salt: Uint8Array, winner: { name: string; email: string | null }) => Uint8Array;
}

/** A salt is published if and only if the full name and e-mail are. */
function checkName(
  findings: Findings,
  drawn: ReturnType<typeof winnersOf>[number] | undefined,
  { field, expected, hashWith }: NameCheck,
): void {
  if (!drawn) return;
  const { winner, salt, erased } = drawn;
  if (erased) {
    const left = winner !== null || salt !== null;
    const what = 'Nothing is left of the name that was erased';
    const nothing = words('nothing');
    findings.compare(field('winner'), what, nothing, left ? words('a name or a salt') : nothing);
    return;
  }
  if (winner === null) {
    const what = 'A salt comes with the name that it is for';
    if (salt !== null) findings.compare(field('winner'), what, words('a name'), words('nothing'));
    return;
  }
  const { name, email } = winner;
  findings.compare(field('winner.name'), 'The name is composed text', name.normalize('NFC'), name);
  if (salt === null) {
    // Pages say that a short name cannot be checked, so a full name must not pass as a short one.
    const what = 'Without its salt, the winner is shown in a short form';
    const short = words('a short form');
    findings.compare(field('winner.name'), what, isShortName(name) ? name : short, name);
    const isMasked = email === null || isMaskedEmail(email);
    findings.compare(field('winner.email'), what, isMasked ? email : short, email);
    return;
  }
  const what = 'The name and the e-mail are those that were drawn';
  findings.compare(field('hash'), what, bytesToHex(hashWith(hexToBytes(salt), winner)), expected);
  // An empty e-mail and a missing one have the same hash.
  if (email === '') {
    findings.compare(field('winner.email'), 'An e-mail that is missing is null', null, email);
  }
}

function checkAnnouncement(
  findings: Findings,
  record: ProofRecord,
  { commitment, sealed }: Announcement,
): void {
  // Whoever sets the record back has another secret; the record says so.
  if (record.kind !== 'restored') {
    const shown = 'The commitment is the one that was shown before';
    findings.compare('commitment', shown, commitment, record.commitment);
  }
  if (!sealed) return;
  findings.compare('sealed', 'The seal ends in a sealed draw or a void', true, endsSeal(record));
  const found = record.kind === 'draw' || record.kind === 'void' ? record : undefined;
  const what = 'The roster is the one that was sealed';
  findings.compare('rosterHash', what, sealed.rosterHash, found?.rosterHash);
  findings.compare('prizeId', 'The prize is the one of the seal', sealed.prizeId, found?.prizeId);
  const hash = found && 'seal' in found ? found.seal.hash : undefined;
  findings.compare(
    'seal.hash',
    'The seal is the one that was shown before',
    sealed.seal?.hash,
    hash,
  );
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
