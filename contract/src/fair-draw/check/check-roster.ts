import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { areSorted, compareHashes, HASH_BYTES } from '../bytes.ts';
import { CHANCES_MAX, type ListFacts } from '../draws.ts';
import { includesAll, registerOf } from '../register.ts';
import {
  chanceFactsOf,
  includesHash,
  lineAt,
  personHasher,
  rosterHasher,
  TicketIndex,
} from '../roster.ts';
import { exclusionReasons } from '../scheme.ts';
import type { Findings } from './findings.ts';
import type { RecordLists } from './proof.ts';

/** The hashes of a record's lists, computed from what is published. */
interface CheckedLists {
  rosterHash: Uint8Array;
  registerHash: Uint8Array;
  /** The hash of each line. */
  persons: Uint8Array[];
}

/** Checks the rosters and registers of an event's records, each against those before. */
export class ListsChecker {
  readonly #eventId: string;
  /** The tickets of all winners, including those who have forfeited. */
  readonly #won: Uint8Array[] = [];
  /** The tickets of the last register. */
  #known: Uint8Array = new Uint8Array(0);

  constructor(eventId: string) {
    this.#eventId = eventId;
  }

  addWinner(tickets: readonly string[]): void {
    this.#won.push(...tickets.map((ticket) => hexToBytes(ticket)));
  }

  check(
    findings: Findings,
    record: RecordLists & ListFacts & { rosterHash?: string },
    { maxChances, rollCall }: { maxChances: number; rollCall: number },
  ): CheckedLists {
    const index = new TicketIndex(record.roster);
    const { rosterHash, persons } = this.#checkRoster(findings, record, index, maxChances);
    const registerHash = this.#checkRegister(findings, record, index, rollCall);
    return { rosterHash, registerHash, persons };
  }

  #checkRoster(
    findings: Findings,
    record: RecordLists & ListFacts & { rosterHash?: string },
    index: TicketIndex,
    maxChances: number,
  ) {
    const { roster, rosterSize, totalChances, mostChances, withMostChances } = record;
    const size = roster.ends.length;
    findings.compare('rosterSize', 'The roster is complete', size, rosterSize);
    const facts = chanceFactsOf(roster.chances);
    findings.compare(
      'totalChances',
      'The sum of the chances is right',
      `${facts.totalChances} ${facts.mostChances} ${facts.withMostChances}`,
      `${totalChances} ${mostChances} ${withMostChances}`,
    );
    const hasher = rosterHasher(this.#eventId, size, facts.totalChances);
    const hashPerson = personHasher(this.#eventId);
    const persons: Uint8Array[] = [];
    let misplaced: number | undefined;
    let unsorted: number | undefined;
    let impossible: number | undefined;
    for (let lineIndex = 0; lineIndex < size; lineIndex += 1) {
      const line = lineAt(roster, lineIndex);
      const person = hashPerson(line);
      const before = persons.at(-1);
      hasher.update(person);
      if (before && compareHashes(before, person) >= 0) misplaced ??= lineIndex;
      if (!areSorted(line.tickets)) unsorted ??= lineIndex;
      if (line.chances < 1 || line.chances > maxChances) impossible ??= lineIndex;
      persons.push(person);
    }
    findings.compareLines('The lines are sorted', misplaced);
    findings.compareLines('The tickets of each line are sorted', unsorted);
    findings.compareLines('Everybody has 1 chance or more, up to the most allowed', impossible);
    findings.compareLines('No ticket is in two lines', index.findRepeated());
    const winner = this.#won.map((ticket) => index.findLine(ticket)).find(isFound);
    findings.compareLines('Nobody in it has won before', winner);
    const rosterHash = hasher.digest();
    if (record.rosterHash !== undefined) {
      const rule = 'The roster is the one that was sealed';
      findings.compare('rosterHash', rule, bytesToHex(rosterHash), record.rosterHash);
    }
    return { rosterHash, persons };
  }

  #checkRegister(
    findings: Findings,
    record: RecordLists & ListFacts,
    index: TicketIndex,
    rollCall: number,
  ): Uint8Array {
    const { roster, register, registerCounts, registerHash } = record;
    const count = (tickets: Uint8Array) => tickets.length / HASH_BYTES;
    const published = [
      registerCounts.inDraw,
      ...exclusionReasons.map((each) => registerCounts[each]),
    ];
    const counts = [roster.tickets, ...exclusionReasons.map((each) => register[each])].map(count);
    findings.compare(
      'registerCounts',
      'The register is complete',
      counts.join(' '),
      published.join(' '),
    );
    const { tickets, hash, sorted } = registerOf(this.#eventId, record, index);
    const isTrue = (rule: Parameters<Findings['compare']>[1], holds: boolean) =>
      findings.compare('register', rule, true, holds);
    isTrue('The tickets of the register are sorted, each once', sorted);
    isTrue('Every ticket of the previous register is in it', includesAll(this.#known, tickets));
    const { removed, won, related, absent } = register;
    const marked = this.#won.filter((ticket) => includesHash(won, ticket));
    const isMarked =
      count(won) === marked.length &&
      this.#won.every((ticket) => includesHash(won, ticket) || includesHash(removed, ticket));
    isTrue('The tickets of earlier winners are marked, and no others', isMarked);
    const isPossible = this.#won.length > 0 || count(related) === 0;
    isTrue('Nobody is excluded for a win before there is one', isPossible);
    const isAsked = rollCall > 0 || count(absent) === 0;
    isTrue('Nobody is excluded for a roll call that was not required', isAsked);
    const rule = 'The register is the one that was sealed';
    findings.compare('registerHash', rule, bytesToHex(hash), registerHash);
    this.#known = tickets;
    return hash;
  }
}

const isFound = (index: number | undefined) => index !== undefined;

export const isChancesLimit = (chances: number): boolean => chances >= 1 && chances <= CHANCES_MAX;
