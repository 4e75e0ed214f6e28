import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { hexesOf, NO_RECORD } from '../bytes.ts';
import {
  CHANCES_MAX,
  type DrawList,
  drawnPhrase,
  type ForfeitRecord,
  type RollCall,
  type SealedDraw,
} from '../draws.ts';
import {
  commitmentOf,
  drawRecordOf,
  forfeitRecordOf,
  restoredRecordOf,
  voidRecordOf,
} from '../records.ts';
import { lineAt } from '../roster.ts';
import { type BeaconChain, isRoundPossible, QUICKNET } from '../sealed/beacon.ts';
import { type Added, inputOf, type PublishedSeal, publishedSealHash } from '../sealed/seal.ts';
import { drawWinners, keyOf } from '../winners.ts';
import { checkName } from './check-names.ts';
import { PrizesChecker } from './check-prizes.ts';
import { isChancesLimit, ListsChecker } from './check-roster.ts';
import { Findings, type PartVerdict } from './findings.ts';
import {
  checksumOf,
  type FullDraw,
  type FullRestored,
  type FullVoid,
  type Proof,
  type ProofRecord,
} from './proof.ts';

/** The result of checking one record. */
export interface DrawVerdict extends PartVerdict {
  number: number;
}

export interface ProofVerdict extends PartVerdict {
  /** One verdict per record, in the order of the file. */
  draws: DrawVerdict[];
}

/** The facts about a record that were published before it was made. */
export interface Announcement {
  commitment: string;
  /** The sealed draw, if the record belongs to one. */
  sealed: Pick<SealedDraw, 'sealHash'> | null;
}

/** The way to check beacons: the public chain, or a chain of the tests. */
export interface BeaconCheck {
  chain: BeaconChain;
  isBeacon: (chain: BeaconChain, round: number, signature: string) => boolean;
}

/** Loads the code that checks the beacons in these records, which is large, if there are any. */
export async function loadBeaconCheck(draws: readonly object[]): Promise<BeaconCheck | undefined> {
  if (!draws.some((record) => 'beacon' in record && record.beacon !== null)) return undefined;
  const { isBeacon } = await import('../sealed/beacon-signature.ts');
  return { chain: QUICKNET, isBeacon };
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

/**
 * Checks records in order, each against all records before it. The order of their times is not checked,
 * because a server's clock may be set back during an event.
 */
export class RecordChecker {
  readonly #eventId: string;
  /** The code that checks beacons, if any record has one. */
  beacons: BeaconCheck | undefined;
  readonly #lists: ListsChecker;
  readonly #prizes = new PrizesChecker();
  #checked = 0;
  #last: ProofRecord | undefined;
  readonly #kinds = new Map<number, ProofRecord['kind']>();
  /** The latest round that has decided a draw. */
  #round = 0;
  /** The roll calls that draws have asked for, in order. */
  readonly #rollCalls: number[] = [];

  constructor({ eventId }: Pick<Proof, 'eventId'>, beacons?: BeaconCheck) {
    this.#eventId = eventId;
    this.beacons = beacons;
    this.#lists = new ListsChecker(eventId);
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

  /** Checks the parts that belong to no single record: the open seal, the roll calls, and a file's checksum. */
  checkList(list: DrawList | Proof): PartVerdict {
    const findings = new Findings();
    const { sealed, nextNumber, rollCalls } = list;
    const last = this.#last?.number ?? 0;
    if (sealed) this.#checkOpenSeal(new Findings('sealed.', findings), sealed, last + 1);
    const next = last + (sealed ? 2 : 1);
    findings.compare('nextNumber', 'The next number follows the last record', next, nextNumber);
    const isInOrder = rollCalls.every(({ rollCall }, index) =>
      isAfter(rollCalls[index - 1], rollCall),
    );
    const rule = 'The roll calls are in order, and only the last is open';
    findings.compare('rollCalls', rule, true, isInOrder);
    const allRollCalls = sealed?.rollCall ? [...this.#rollCalls, sealed.rollCall] : this.#rollCalls;
    const known = allRollCalls.every((each) => rollCalls.some(({ rollCall }) => rollCall === each));
    findings.compare('rollCalls', 'Every roll call that a draw required is there', true, known);
    if ('checksum' in list && list.checksum !== undefined) {
      findings.compare('checksum', 'The file is as it was saved', checksumOf(list), list.checksum);
    }
    return findings.verdict();
  }

  #checkCommon(findings: Findings, record: ProofRecord): void {
    const number = (this.#last?.number ?? 0) + 1;
    findings.compare('number', 'Records are numbered without gaps', number, record.number);
    this.#checkPrevious(findings, record);
    this.#checkSeed(findings, record.number, record.seed, record.commitment);
  }

  #checkPrevious(findings: Findings, { previousRecord }: { previousRecord: string }): void {
    const expected = this.#last?.record ?? bytesToHex(NO_RECORD);
    const rule = 'The record contains the hash of the previous record';
    findings.compare('previousRecord', rule, expected, previousRecord);
  }

  #checkSeed(findings: Findings, number: number, seed: string, commitment: string): void {
    const expected = bytesToHex(commitmentOf(this.#eventId, number, hexToBytes(seed)));
    findings.compare(
      'commitment',
      'The seed is the one that was committed to',
      expected,
      commitment,
    );
  }

  #checkOpenSeal(findings: Findings, sealed: SealedDraw, number: number): void {
    const { seed, commitment, source } = sealed;
    findings.compare('number', 'The sealed draw follows the last record', number, sealed.number);
    this.#checkPrevious(findings, sealed);
    findings.compare('source', 'A seal is for a phrase or a beacon', true, source.kind !== 'none');
    const rule = 'The seed is published exactly when a beacon decides';
    findings.compare('seed', rule, source.kind === 'beacon', seed !== null);
    if (seed) this.#checkSeed(findings, sealed.number, seed, commitment);
    this.#checkSeal(findings, sealed);
  }

  /** Checks the facts that are fixed before the winners can be known, and returns their hash. */
  #checkSeal(findings: Findings, seal: PublishedSeal): Uint8Array {
    const { rosterSize, rollCall, maxChances, source, sealedAt } = seal;
    this.#prizes.check(findings, seal);
    findings.compare('rosterSize', 'At least one person is in the draw', true, rosterSize > 0);
    const chancesRule = 'The most chances of a person are 1 to 1,000';
    findings.compare('maxChances', chancesRule, true, isChancesLimit(maxChances));
    const earlier = this.#rollCalls.at(-1) ?? 0;
    const rule = 'The roll call is no earlier than that of the previous draw';
    findings.compare('rollCall', rule, true, rollCall === 0 || rollCall >= earlier);
    if (source.kind === 'beacon') {
      const chain = this.beacons?.chain ?? QUICKNET;
      const { round } = source;
      findings.compare('source.chain', 'The chain is the public one', chain.chain, source.chain);
      const time = 'The round comes 20 seconds to an hour after the seal';
      const isInTime = isRoundPossible(chain, Date.parse(sealedAt), round);
      findings.compare('source.round', time, true, isInTime);
      // The record before contains the beacons of earlier draws, so this one was sealed after they were known.
      const later = 'The round comes after those of earlier draws';
      findings.compare('source.round', later, true, round > this.#round);
    }
    const hash = publishedSealHash(this.#eventId, seal);
    const sum = 'The seal is the hash of the sealed facts';
    findings.compare('sealHash', sum, bytesToHex(hash), seal.sealHash);
    return hash;
  }

  /** The lists and the seal of a draw, held or void. */
  #checkSealed(findings: Findings, draw: FullDraw | FullVoid) {
    const { rosterHash, registerHash, persons } = this.#lists.check(findings, draw, draw);
    // The hash follows from the lists, not from the published facts about them.
    const computed = {
      rosterHash: bytesToHex(rosterHash),
      registerHash: bytesToHex(registerHash),
    };
    const sealHash = this.#checkSeal(findings, { ...draw, ...computed });
    if (draw.rollCall > 0) this.#rollCalls.push(draw.rollCall);
    return { sealHash, persons };
  }

  #checkDraw(findings: Findings, draw: FullDraw): void {
    const { source, phrase, number, seed } = draw;
    const { sealHash, persons } = this.#checkSealed(findings, draw);
    this.#checkBeacon(findings, draw);
    if (phrase !== null) {
      const rule = 'The phrase is composed text of 1 to 200 bytes';
      findings.compareText('phrase', rule, phrase, drawnPhrase);
    }
    const isPhrase = source.kind === 'phrase';
    findings.compare('phrase', 'Only a seal for a phrase has one', isPhrase, phrase !== null);
    for (const [winnerIndex, winner] of draw.winners.entries()) {
      this.#prizes.addWinner(number, winnerIndex, draw);
      const { nameHash } = lineAt(draw.roster, winner.index);
      checkName(findings, this.#eventId, winner, { index: winnerIndex, nameHash });
    }
    const added = addedOf(draw);
    if (added) {
      const input = inputOf(sealHash, added);
      const indexes = this.#winnersOf(draw, input);
      findings.compare(
        'winners',
        'The winners follow from the seal, the seed and the phrase or beacon',
        indexes.join(' '),
        draw.winners.map(({ index }) => index).join(' '),
      );
      for (const [winnerIndex, index] of indexes.entries()) {
        const { tickets, chances } = lineAt(draw.roster, index);
        const rule = "The winner's tickets and chances are those of the line";
        const winner = draw.winners[winnerIndex];
        const actual = winner && `${winner.tickets.join(' ')} ${winner.chances}`;
        const expected = `${hexesOf(tickets).join(' ')} ${chances}`;
        findings.compare(`winners[${winnerIndex}].tickets`, rule, expected, actual);
      }
      const winners = indexes.map((index) => ({ index, person: persons[index] as Uint8Array }));
      findings.compareRecord(drawRecordOf({ input, seed: hexToBytes(seed), winners }), draw);
    }
    if (source.kind === 'beacon') this.#round = Math.max(this.#round, source.round);
    // The tickets as published, so that one changed roster does not make later records fail.
    for (const { tickets } of draw.winners) this.#lists.addWinner(tickets);
  }

  #winnersOf({ seed, roster, count }: FullDraw | FullVoid, input: Uint8Array): number[] {
    return drawWinners(keyOf(hexToBytes(seed), input), roster.chances, count);
  }

  #checkBeacon(findings: Findings, { kind, beacon, source }: FullDraw | FullVoid): void {
    if (source.kind !== 'beacon') {
      findings.compare('beacon', 'Only a seal for a beacon has one', null, beacon);
      return;
    }
    // The beacon of a void draw may not be known yet.
    if (kind === 'void' && beacon === null) return;
    if (beacon !== null && !this.beacons) throw new Error('Nothing is loaded that checks beacons');
    const signed =
      beacon !== null && this.beacons?.isBeacon(this.beacons.chain, source.round, beacon);
    findings.compare('beacon', 'The beacon is signed by its chain', true, signed);
  }

  #checkVoid(findings: Findings, draw: FullVoid): void {
    const { beacon, roster, wouldHaveWon, reason, at, source } = draw;
    findings.compareReason(reason);
    findings.compare('source', 'A seal is for a phrase or a beacon', true, source.kind !== 'none');
    const { sealHash } = this.#checkSealed(findings, draw);
    this.#checkBeacon(findings, draw);
    const input =
      beacon === null ? undefined : inputOf(sealHash, { kind: 'beacon', signature: beacon });
    const indexes = input ? this.#winnersOf(draw, input) : [];
    findings.compare(
      'wouldHaveWon',
      'The tickets that would have won follow from the beacon',
      indexes.map((each) => [each, ...hexesOf(lineAt(roster, each).tickets)].join(' ')).join(),
      wouldHaveWon.map(({ index, tickets }) => [index, ...tickets].join(' ')).join(),
    );
    findings.compareRecord(voidRecordOf(sealHash, Date.parse(at), reason), draw);
  }

  #checkForfeit(findings: Findings, forfeit: ForfeitRecord): void {
    findings.compareReason(forfeit.reason);
    this.#prizes.checkForfeit(findings, forfeit, this.#kinds.get(forfeit.forfeits));
    const previousRecord = hexToBytes(forfeit.previousRecord);
    const record = forfeitRecordOf(this.#eventId, { ...forfeit, previousRecord });
    findings.compareRecord(record, forfeit);
  }

  #checkRestored(findings: Findings, restored: FullRestored): void {
    findings.compareReason(restored.reason);
    const limits = { maxChances: CHANCES_MAX, rollCall: 0 };
    const { registerHash } = this.#lists.check(findings, restored, limits);
    const previousRecord = hexToBytes(restored.previousRecord);
    const facts = { ...restored, registerHash, previousRecord };
    findings.compareRecord(restoredRecordOf(this.#eventId, facts), restored);
  }
}

/** The value added to a draw's seal; undefined if it is missing. */
function addedOf({ source, phrase, beacon }: FullDraw): Added | undefined {
  if (source.kind === 'none') return { kind: 'none' };
  if (source.kind === 'phrase') return phrase === null ? undefined : { kind: 'phrase', phrase };
  return beacon === null ? undefined : { kind: 'beacon', signature: beacon };
}

const isAfter = (before: RollCall | undefined, rollCall: number) =>
  !before || (before.rollCall < rollCall && before.closedAt !== null);

function checkAnnouncement(
  findings: Findings,
  record: ProofRecord,
  { commitment, sealed }: Announcement,
): void {
  // A restored server has another secret, and its record says so.
  if (record.kind !== 'restored') {
    const commitmentRule = 'The commitment is the one that was shown before';
    findings.compare('commitment', commitmentRule, commitment, record.commitment);
  }
  if (!sealed) return;
  const rule = 'The seal is the one that was shown before';
  const hash = record.kind === 'draw' || record.kind === 'void' ? record.sealHash : undefined;
  findings.compare('sealHash', rule, sealed.sealHash, hash);
}
