import type { DrawRecord2 } from '@drawbridge/contract/draws';
import {
  commitmentOf,
  forfeitRecordOf,
  HASH_BYTES,
  inputOf,
  NO_RECORD,
  personOf,
  recordOf,
  rosterHasher,
  SALT_BYTES,
  voidRecordOf,
  winnerHashOf,
  winnerIndexesOf,
} from '@drawbridge/contract/fair-draw/arithmetic';
import type { Proof, ProofRecord } from '@drawbridge/contract/fair-draw/proof';
import { compareHashes, hexLine, type Roster } from '@drawbridge/contract/fair-draw/roster';
import { versions } from '@drawbridge/contract/stage';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

interface Prize {
  prizeId?: string | null;
  prizeName?: string | null;
}

interface DrawPlan extends Prize {
  phrase?: string;
  sealedAt?: string | null;
  winner?: { name: string; email: string | null };
  /** Publishes the lines in the given order instead of sorting them. */
  unsorted?: boolean;
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/**
 * For tests: makes records whose hashes are all right, even if their rosters or winners break the rules.
 * A dishonest operator could publish such records.
 */
export class EventFixture {
  readonly eventId = crypto.randomUUID();
  readonly #chain = { eventId: this.eventId, version: 2 } as const;
  readonly #records: ProofRecord[] = [];

  /** Returns the winner's line, so that a test can leave it out of the next draw. */
  draw(lines: readonly Uint8Array[], plan: DrawPlan = {}): Uint8Array {
    const { prizeId = null, prizeName = null, phrase = '', sealedAt = null } = plan;
    const winner = plan.winner ?? { name: 'Amara Okafor', email: 'amara@example.com' };
    const { common, seed, previousRecord } = this.#start();
    const { number } = common;
    const sorted = plan.unsorted ? [...lines] : this.#sort(lines);
    const { roster, hash, size } = this.#roster(sorted);
    const sealed = sealedAt !== null;
    const input = inputOf(this.#chain, {
      number,
      prizeId,
      sealed,
      rosterHash: hash,
      phrase,
      previousRecord,
    });
    const [winnerIndex = -1] = winnerIndexesOf(seed, input, size);
    const line = sorted[winnerIndex] as Uint8Array;
    const salt = random(SALT_BYTES);
    const winnerHash = winnerHashOf(this.#chain, { number, salt, ...winner });
    const person = personOf(this.#chain, line);
    const record = recordOf(this.#chain, {
      input,
      seed,
      winners: [{ index: winnerIndex, person }],
      winnerHash,
    });
    const draw: DrawRecord2 = {
      kind: 'draw',
      ...common,
      record: bytesToHex(record),
      at: AT,
      prizeId,
      prizeName,
      sealed,
      sealedAt,
      rosterSize: size,
      rosterHash: bytesToHex(hash),
      phrase,
      winnerIndex,
      winnerTickets: hexLine(line),
      winnerHash: bytesToHex(winnerHash),
      winnerSalt: bytesToHex(salt),
      winner,
    };
    this.#records.push({ ...draw, roster });
    return line;
  }

  void(lines: readonly Uint8Array[], reason: string, prize: Prize = {}): void {
    const { prizeId = null, prizeName = null } = prize;
    const { common, previousRecord } = this.#start();
    const { roster, hash, size } = this.#roster(this.#sort(lines));
    const facts = { number: common.number, prizeId, previousRecord };
    this.#records.push({
      kind: 'void',
      ...common,
      record: bytesToHex(voidRecordOf(this.#chain, { ...facts, rosterHash: hash, reason })),
      at: AT,
      prizeId,
      prizeName,
      rosterSize: size,
      rosterHash: bytesToHex(hash),
      reason,
      roster,
    });
  }

  forfeit(forfeits: number, reason = 'Not present'): void {
    const { common, previousRecord } = this.#start();
    const facts = { number: common.number, forfeits, reason, previousRecord };
    const record = bytesToHex(forfeitRecordOf(this.#chain, facts));
    this.#records.push({ kind: 'forfeit', ...common, record, at: AT, forfeits, reason });
  }

  proof(): Proof {
    const nextNumber = this.#records.length + 1;
    return {
      scheme: versions[2],
      eventId: this.eventId,
      nextNumber,
      nextCommitment: bytesToHex(commitmentOf(this.#chain, nextNumber, random(HASH_BYTES))),
      sealed: null,
      draws: [...this.#records],
    };
  }

  #start() {
    const number = this.#records.length + 1;
    const seed = random(HASH_BYTES);
    const previous = this.#records.at(-1)?.record ?? bytesToHex(NO_RECORD);
    const common = {
      number,
      commitment: bytesToHex(commitmentOf(this.#chain, number, seed)),
      seed: bytesToHex(seed),
      previousRecord: previous,
    };
    return { common, seed, previousRecord: hexToBytes(previous) };
  }

  #sort(lines: readonly Uint8Array[]): Uint8Array[] {
    return lines
      .map((line) => ({ line, person: personOf(this.#chain, line) }))
      .sort((one, other) => compareHashes(one.person, other.person))
      .map(({ line }) => line);
  }

  #roster(lines: readonly Uint8Array[]): { roster: Roster; hash: Uint8Array; size: number } {
    const hasher = rosterHasher(this.#chain, lines.length);
    const ends = new Uint32Array(lines.length);
    let length = 0;
    for (const [place, line] of lines.entries()) {
      hasher.update(personOf(this.#chain, line));
      length += line.length;
      ends[place] = length / HASH_BYTES;
    }
    const tickets = new Uint8Array(length);
    for (const [place, line] of lines.entries()) {
      tickets.set(line, (ends[place] as number) * HASH_BYTES - line.length);
    }
    return { roster: { tickets, ends }, hash: hasher.digest(), size: lines.length };
  }
}

const AT = '2026-12-05T18:00:00+00:00';
