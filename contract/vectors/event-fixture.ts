import { compareHashes, HASH_BYTES } from '@drawbridge/contract/fair-draw/bytes';
import type { Proof, ProofRecord, RecordLists } from '@drawbridge/contract/fair-draw/check/proof';
import type { DrawnWinner } from '@drawbridge/contract/fair-draw/draws';
import type { Exclusions } from '@drawbridge/contract/fair-draw/register';
import { type Line, personOf } from '@drawbridge/contract/fair-draw/roster';
import type { Added } from '@drawbridge/contract/fair-draw/sealed/seal';
import { nameHashOf, SALT_BYTES } from '@drawbridge/contract/fair-draw/tickets';
import { bytesToHex } from '@noble/hashes/utils.js';
import { RecordMaker, type SealPlan } from './make-records.ts';
import { joined, rosterOf } from './people.ts';

interface DrawPlan extends Partial<Omit<SealPlan, 'source'>> {
  phrase?: string;
  beacon?: { round: number; signature: string; chain?: string };
  /** The name of every line, and of the winner. */
  winner?: { name: string; email: string | null };
  /** Replaces fields of the published winners. */
  published?: Partial<DrawnWinner>;
  /** The chances of each line in the order given; 1 each if missing. */
  chances?: readonly number[];
  /** Publishes the lines in the given order instead of sorting them. */
  unsorted?: boolean;
  /** Replaces lists of the register. */
  register?: Partial<Exclusions>;
}

interface VoidPlan extends Omit<DrawPlan, 'beacon'> {
  /** The beacon; without a signature it is not known yet. */
  beacon?: { round: number; signature?: string; chain?: string };
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

type NamedLine = Line & { ticket: Uint8Array; salt: Uint8Array };

/**
 * Creates records for tests whose hashes are all right, even if their lists or winners break the rules. A dishonest
 * operator could publish such records.
 */
export class EventFixture {
  readonly eventId = crypto.randomUUID();
  readonly #seeds = new Map<number, Uint8Array>();
  readonly #maker = new RecordMaker(this.eventId, (number) => {
    const seed = this.#seeds.get(number) ?? random(HASH_BYTES);
    this.#seeds.set(number, seed);
    return seed;
  });
  /** All tickets so far, by their hex, and whether they have won. */
  readonly #tickets = new Map<string, { ticket: Uint8Array; won: boolean }>();

  get records(): ProofRecord[] {
    return this.#maker.records;
  }

  /** Returns the winners' lines, so that a test can leave them out of the next draw. */
  draw(lines: readonly Uint8Array[], plan: DrawPlan = {}): Uint8Array[] {
    const { lists, named } = this.#lists(lines, plan);
    const { winner = AMARA, published = {} } = plan;
    const { indexes } = this.#maker.draw(sealPlan(plan), lists, addedOf(plan), {
      at: AT,
      name: (index) => {
        const { ticket, salt } = named[index] as NamedLine;
        return { ticket: bytesToHex(ticket), salt: bytesToHex(salt), winner, ...published };
      },
    });
    const won = indexes.map((index) => (named[index] as NamedLine).tickets);
    for (const line of won) this.#remember(line, true);
    return won;
  }

  void(lines: readonly Uint8Array[], reason: string, plan: VoidPlan = {}): void {
    const { lists } = this.#lists(lines, plan);
    const seal = sealPlan({ phrase: '', ...plan });
    this.#maker.void(seal, lists, { at: AT, reason, signature: plan.beacon?.signature });
  }

  forfeit(forfeits: number, reason = 'Not present', index = 0): void {
    this.#maker.forfeit(forfeits, index, { at: AT, reason });
  }

  restored(lines: readonly Uint8Array[], reason = 'Restored from a backup', plan: DrawPlan = {}) {
    this.#maker.restored(this.#lists(lines, plan).lists, { at: AT, reason });
  }

  /** The proof with one more draw that is sealed: for a phrase unless a round is given. */
  sealed(lines: readonly Uint8Array[], plan: VoidPlan = {}): Proof {
    const sealed = this.#maker.sealed(
      sealPlan({ phrase: '', ...plan }),
      this.#lists(lines, plan).lists,
    );
    return this.proof({ sealed: plan.beacon ? sealed : { ...sealed, seed: null } });
  }

  proof(more: Partial<Pick<Proof, 'sealed' | 'rollCalls'>> = {}): Proof {
    return this.#maker.proof(more);
  }

  #remember(tickets: Uint8Array, won: boolean): void {
    for (let at = 0; at < tickets.length; at += HASH_BYTES) {
      const ticket = tickets.subarray(at, at + HASH_BYTES);
      const hex = bytesToHex(ticket);
      this.#tickets.set(hex, { ticket, won: won || this.#tickets.get(hex)?.won === true });
    }
  }

  /** Every person outside the roster has won before or is not verified. */
  #lists(
    lines: readonly Uint8Array[],
    { winner = AMARA, chances = [], unsorted = false, register }: VoidPlan,
  ): { lists: RecordLists; named: NamedLine[] } {
    const named = lines.map((tickets, index): NamedLine => {
      const ticket = tickets.subarray(0, HASH_BYTES);
      const salt = random(SALT_BYTES);
      const nameHash = nameHashOf(this.eventId, { ticket, salt, ...winner });
      return { tickets, ticket, salt, nameHash, chances: chances[index] ?? 1 };
    });
    if (!unsorted) {
      const hashes = new Map(named.map((line) => [line, personOf(this.eventId, line)]));
      const hashOf = (line: NamedLine) => hashes.get(line) as Uint8Array;
      named.sort((one, other) => compareHashes(hashOf(one), hashOf(other)));
    }
    const roster = rosterOf(named);
    for (const line of lines) this.#remember(line, false);
    const inRoster = new Set(lines.flatMap((line) => hexesIn(line)));
    const outside = [...this.#tickets].filter(([hex]) => !inRoster.has(hex));
    const listOf = (isInRoster: boolean) =>
      joined(outside.flatMap(([, { ticket, won }]) => (won === isInRoster ? [ticket] : [])));
    const none = new Uint8Array(0);
    const lists = {
      ...{ removed: none, won: listOf(true), unverified: listOf(false) },
      ...{ promoted: none, related: none, absent: none },
      ...register,
    };
    return { lists: { roster, register: lists }, named };
  }
}

const hexesIn = (line: Uint8Array) =>
  Array.from({ length: line.length / HASH_BYTES }, (_, at) =>
    bytesToHex(line.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)),
  );

function sealPlan({ phrase, beacon, ...plan }: VoidPlan): SealPlan {
  const {
    prizeId = null,
    prizeName = prizeId && 'City bicycle',
    quantity = prizeId ? 1 : 0,
  } = plan;
  const { count = 1, rollCall = 0, maxChances = 1, sealedAt = AT } = plan;
  const facts = { prizeId, prizeName, quantity, count, rollCall, maxChances, sealedAt };
  if (beacon) {
    const { round, chain = 'a'.repeat(64) } = beacon;
    return { ...facts, source: { kind: 'beacon', chain, round } };
  }
  return { ...facts, source: { kind: phrase === undefined ? 'none' : 'phrase' } };
}

function addedOf({ phrase, beacon }: DrawPlan): Added {
  if (beacon) return { kind: 'beacon', signature: beacon.signature };
  return phrase === undefined ? { kind: 'none' } : { kind: 'phrase', phrase };
}

const AMARA = { name: 'Amara Okafor', email: 'amara@example.com' };
const AT = '2026-12-05T18:00:00+00:00';
