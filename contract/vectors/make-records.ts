import { hexesOf, NO_RECORD } from '@drawbridge/contract/fair-draw/bytes';
import type { Proof, ProofRecord, RecordLists } from '@drawbridge/contract/fair-draw/check/proof';
import type {
  DrawnWinner,
  ListFacts,
  Seal,
  SealedDraw,
} from '@drawbridge/contract/fair-draw/draws';
import {
  commitmentOf,
  drawRecordOf,
  forfeitRecordOf,
  restoredRecordOf,
  voidRecordOf,
} from '@drawbridge/contract/fair-draw/records';
import { registerOf } from '@drawbridge/contract/fair-draw/register';
import {
  chanceFactsOf,
  lineAt,
  personHasher,
  rosterHasher,
  TicketIndex,
} from '@drawbridge/contract/fair-draw/roster';
import { exclusionReasons, SCHEME } from '@drawbridge/contract/fair-draw/scheme';
import {
  type Added,
  inputOf,
  type Source,
  sealHashOf,
} from '@drawbridge/contract/fair-draw/sealed/seal';
import { drawWinners, keyOf } from '@drawbridge/contract/fair-draw/winners';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

export interface SealPlan {
  prizeId: string | null;
  prizeName: string | null;
  quantity: number;
  count: number;
  rollCall: number;
  maxChances: number;
  sealedAt: string;
  source: Source;
}

/**
 * Creates the records of an event with the contract's own functions, one after the other. It checks nothing, so that
 * tests can also create records that break the rules, as a dishonest operator could.
 */
export class RecordMaker {
  readonly eventId: string;
  readonly #seedOf: (number: number) => Uint8Array;
  readonly records: ProofRecord[] = [];

  constructor(eventId: string, seed: (number: number) => Uint8Array) {
    this.eventId = eventId;
    this.#seedOf = seed;
  }

  get number(): number {
    return this.records.length + 1;
  }

  commitmentFor(number: number): string {
    return bytesToHex(commitmentOf(this.eventId, number, this.#seedOf(number)));
  }

  /** The seal of the next draw, and the values that follow from it and a phrase or beacon. */
  seal(plan: SealPlan, lists: RecordLists, added?: Added) {
    const { common, previousRecord, seed } = this.#start();
    const { roster } = lists;
    const facts = factsOf(this.eventId, lists);
    const hashPerson = personHasher(this.eventId);
    const persons = [...roster.ends].map((_, index) => hashPerson(lineAt(roster, index)));
    const hasher = rosterHasher(this.eventId, persons.length, facts.totalChances);
    for (const person of persons) hasher.update(person);
    const rosterHash = hasher.digest();
    const sealHash = sealHashOf(this.eventId, {
      ...plan,
      number: this.number,
      commitment: hexToBytes(common.commitment),
      rosterHash,
      registerHash: hexToBytes(facts.registerHash),
      sealedAt: Date.parse(plan.sealedAt),
      previousRecord,
    });
    const { prizeId, prizeName, quantity, count, rollCall, maxChances, sealedAt, source } = plan;
    const seal: Seal = {
      ...{ prizeId, prizeName, quantity, count, rollCall, maxChances },
      rosterHash: bytesToHex(rosterHash),
      ...facts,
      ...{ sealedAt, source, sealHash: bytesToHex(sealHash) },
    };
    const input = added && inputOf(sealHash, added);
    const key = input && keyOf(seed, input);
    const indexes = key ? drawWinners(key, roster.chances, count) : [];
    return { common, seal, sealHash, seed, persons, input, key, indexes };
  }

  draw(
    plan: SealPlan,
    lists: RecordLists,
    added: Added,
    more: {
      at: string;
      name: (index: number) => Omit<DrawnWinner, 'index' | 'tickets' | 'chances'>;
    },
  ) {
    const { common, seal, seed, persons, indexes, ...made } = this.seal(plan, lists, added);
    const input = made.input as Uint8Array;
    const key = made.key as Uint8Array;
    const winners = indexes.map((index) => ({ index, person: persons[index] as Uint8Array }));
    const hash = drawRecordOf({ input, seed, winners });
    this.records.push({
      kind: 'draw',
      ...common,
      record: bytesToHex(hash),
      at: more.at,
      ...seal,
      phrase: added.kind === 'phrase' ? added.phrase : null,
      beacon: added.kind === 'beacon' ? added.signature : null,
      winners: indexes.map((index) => {
        const { tickets, chances } = lineAt(lists.roster, index);
        return { index, tickets: hexesOf(tickets), chances, ...more.name(index) };
      }),
      ...lists,
    });
    return { input, key, indexes, winners };
  }

  void(
    plan: SealPlan,
    lists: RecordLists,
    more: { at: string; reason: string; signature?: string | undefined },
  ): void {
    const { at, reason, signature } = more;
    const added = signature === undefined ? undefined : { kind: 'beacon' as const, signature };
    const { common, seal, sealHash, indexes } = this.seal(plan, lists, added);
    this.records.push({
      kind: 'void',
      ...common,
      record: bytesToHex(voidRecordOf(sealHash, Date.parse(at), reason)),
      at,
      ...seal,
      beacon: signature ?? null,
      wouldHaveWon: indexes.map((index) => ({
        index,
        tickets: hexesOf(lineAt(lists.roster, index).tickets),
      })),
      reason,
      ...lists,
    });
  }

  forfeit(forfeits: number, index: number, more: { at: string; reason: string }): void {
    const { common, previousRecord } = this.#start();
    const { number } = common;
    const { at, reason } = more;
    const facts = { number, forfeits, place: index, reason, previousRecord };
    const record = bytesToHex(forfeitRecordOf(this.eventId, facts));
    this.records.push({ kind: 'forfeit', ...common, record, at, forfeits, place: index, reason });
  }

  restored(lists: RecordLists, more: { at: string; reason: string }): void {
    const { common, previousRecord } = this.#start();
    const { at, reason } = more;
    const facts = factsOf(this.eventId, lists);
    const registerHash = hexToBytes(facts.registerHash);
    const record = bytesToHex(
      restoredRecordOf(this.eventId, { ...common, registerHash, reason, previousRecord }),
    );
    this.records.push({ kind: 'restored', ...common, record, at, ...facts, reason, ...lists });
  }

  /** The published seal of a draw that waits for a beacon. */
  sealed(plan: SealPlan, lists: RecordLists): SealedDraw {
    const { common, seal } = this.seal(plan, lists);
    return { ...common, ...seal };
  }

  proof(more: Partial<Pick<Proof, 'sealed' | 'rollCalls'>> = {}): Proof {
    const { sealed = null, rollCalls = [] } = more;
    const nextNumber = this.number + (sealed ? 1 : 0);
    return {
      scheme: SCHEME,
      eventId: this.eventId,
      nextNumber,
      nextCommitment: this.commitmentFor(nextNumber),
      sealed,
      rollCalls,
      draws: [...this.records],
    };
  }

  #start() {
    const { number } = this;
    const seed = this.#seedOf(number);
    const previousRecord = this.records.at(-1)?.record ?? bytesToHex(NO_RECORD);
    const commitment = this.commitmentFor(number);
    const common = { number, commitment, seed: bytesToHex(seed), previousRecord };
    return { common, seed, previousRecord: hexToBytes(previousRecord) };
  }
}

function factsOf(eventId: string, { roster, register }: RecordLists): ListFacts {
  const count = (hashes: Uint8Array) => hashes.length / 32;
  const { hash } = registerOf(eventId, { roster, register }, new TicketIndex(roster));
  const excluded = Object.fromEntries(
    exclusionReasons.map((reason) => [reason, count(register[reason])]),
  ) as Omit<ListFacts['registerCounts'], 'inDraw'>;
  return {
    rosterSize: roster.ends.length,
    ...chanceFactsOf(roster.chances),
    registerCounts: { inDraw: count(roster.tickets), ...excluded },
    registerHash: bytesToHex(hash),
  };
}
