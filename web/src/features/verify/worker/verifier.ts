import type { DrawList, RaffleRecord } from '@drawbridge/contract/draws';
import { ticketOf } from '@drawbridge/contract/fair-draw/arithmetic';
import { type Announcement, checkList, RecordChecker } from '@drawbridge/contract/fair-draw/check';
import { readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { findInRecord } from '@drawbridge/contract/fair-draw/find-entrant';
import {
  type Proof,
  type ProofRecord,
  readProof,
  writeProof,
} from '@drawbridge/contract/fair-draw/proof';
import type { Roster } from '@drawbridge/contract/fair-draw/roster';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Finding } from './findings.ts';
import {
  LoadError,
  loadList,
  loadRoster,
  readable,
  UnreadableRecordError,
} from './load-records.ts';

/** The command `verify` checks larger events, and reads them record by record. */
const PEOPLE_MAX = 100_000;
/** Ten draws among so many people take a third of it. */
const FILE_BYTES_MAX = 250 * 1024 * 1024;

/**
 * Loads, checks, searches and saves the records of one event or one file, in a worker. Rosters are stored
 * compactly, with 36 bytes for most people: 36 MB for ten draws among 100,000.
 */
export class Verifier {
  #tell: (finding: Finding) => void = () => {};
  #eventId: string | undefined;
  #list: DrawList | undefined;
  #checker: RecordChecker | undefined;
  /** The checked records, as they were published at that time. */
  readonly #checked: { published: string; record: ProofRecord }[] = [];
  readonly #rosters = new Map<string, Roster>();
  readonly #announced = new Map<number, Announcement>();
  #codes: readonly string[] = [];
  #busy = false;
  #again = false;

  checkEvent(eventId: string, tell: (finding: Finding) => void): void {
    this.#tell = tell;
    this.#eventId = eventId;
    this.#update();
  }

  async checkFile(file: File, tell: (finding: Finding) => void): Promise<void> {
    this.#tell = tell;
    try {
      if (file.size > FILE_BYTES_MAX) tell({ kind: 'too large' });
      else this.#checkProof(readable(readProof(await file.text())));
    } catch (error) {
      this.#tellProblem(error);
    }
  }

  /** Loads new records; with `unless`, only if it does not have them yet. */
  refresh(unless?: { nextNumber: number; sealedNumber: number | undefined }): void {
    const known =
      unless &&
      this.#list?.nextNumber === unless.nextNumber &&
      this.#list.sealed?.number === unless.sealedNumber;
    if (!known) this.#update();
  }

  lookFor(codes: readonly string[]): void {
    this.#codes = codes;
    this.#answer();
  }

  /** Loads and checks what is new, and repeats if a refresh is requested meanwhile. */
  async #update(): Promise<void> {
    this.#again = true;
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (this.#again) {
        this.#again = false;
        await this.#checkRecords(this.#eventId as string);
      }
    } catch (error) {
      this.#tellProblem(error);
    } finally {
      this.#busy = false;
    }
  }

  #tellProblem(error: unknown): void {
    if (error instanceof UnreadableRecordError) {
      const { message: sentence, number } = error;
      this.#tell({ kind: 'unreadable', problem: { sentence, ...(number && { number }) } });
      return;
    }
    const failure = error instanceof LoadError ? error.failure : null;
    if (this.#list) this.#tell({ kind: 'outdated', gone: failure?.status === 404 });
    else this.#tell({ kind: 'failed', failure });
  }

  async #checkRecords(eventId: string): Promise<void> {
    const list = await loadList(eventId);
    if (list.draws.some((record) => 'rosterSize' in record && record.rosterSize > PEOPLE_MAX)) {
      return this.#tell({ kind: 'too large' });
    }
    const known = this.#begin(list);
    for (const [place, record] of list.draws.entries()) {
      if (place < known) continue;
      if (record.kind === 'forfeit') {
        this.#check(record, record);
        continue;
      }
      const roster = await this.#rosterOf(eventId, record, place);
      this.#check({ ...record, roster }, record);
    }
    this.#end({ ...list, draws: this.#checked.map(({ record }) => record) });
  }

  #checkProof(proof: Proof): void {
    const draws = proof.draws.map(withoutRoster);
    const { checksum: _, ...list } = proof;
    this.#begin({ ...list, draws });
    for (const [place, record] of proof.draws.entries()) {
      this.#check(record, draws[place] as RaffleRecord);
    }
    this.#end(proof);
  }

  /** The number of records already checked; 0 if one of them has changed, so that all are checked again. */
  #begin(list: DrawList): number {
    const kept = this.#checked.every(
      ({ published }, place) => published === JSON.stringify(list.draws[place]),
    );
    if (!this.#checker || !kept) {
      this.#checker = new RecordChecker(list.eventId);
      this.#checked.length = 0;
    }
    this.#list = list;
    this.#tell({ kind: 'list', list, checked: this.#checked.length });
    // The names of the tickets do not depend on any draw.
    this.#answer();
    return this.#checked.length;
  }

  async #rosterOf(
    eventId: string,
    { number, rosterHash }: Exclude<RaffleRecord, { kind: 'forfeit' }>,
    place: number,
  ): Promise<Roster> {
    const key = `${number} ${rosterHash}`;
    let roster = this.#rosters.get(key);
    if (!roster) {
      this.#tell({ kind: 'step', step: 'loading', place });
      roster = await loadRoster(eventId, number);
      this.#rosters.set(key, roster);
    }
    return roster;
  }

  #check(record: ProofRecord, published: RaffleRecord): void {
    const place = this.#checked.length;
    this.#tell({ kind: 'step', step: 'computing', place });
    const announced = this.#announced.get(record.number);
    const verdict = (this.#checker as RecordChecker).check(record, announced);
    this.#checked.push({ published: JSON.stringify(published), record });
    this.#tell({ kind: 'checked', place, verdict });
    this.#answer();
  }

  #end(proof: Proof): void {
    this.#tell({ kind: 'done', verdict: checkList(proof) });
    this.#keepAnnouncements(proof);
  }

  /** Remembers what is published about future records, to check them against it later. */
  #keepAnnouncements({ nextNumber, nextCommitment, sealed }: Proof): void {
    const keep = (number: number, announced: Announcement) => {
      const { commitment, sealed: seal } = this.#announced.get(number) ?? announced;
      this.#announced.set(number, { commitment, sealed: seal ?? announced.sealed });
    };
    keep(nextNumber, { commitment: nextCommitment, sealed: null });
    if (sealed) keep(sealed.number, { commitment: sealed.commitment, sealed });
  }

  #answer(): void {
    const eventId = this.#list?.eventId;
    if (this.#codes.length === 0 || eventId === undefined) return;
    const answers = this.#codes.map((code) => {
      const ticket = ticketOf(eventId, readEntryCode(code) ?? new Uint8Array());
      const matches = this.#checked.flatMap(({ record }) => findInRecord(record, ticket) ?? []);
      return { code, ticket: bytesToHex(ticket), matches };
    });
    this.#tell({ kind: 'answers', answers });
  }

  /** The proof as a file. */
  save(): Blob {
    const list = this.#list as DrawList;
    const draws = this.#checked.map(({ record }) => record);
    const parts: Blob[] = [];
    // Blobs, because the browser may keep them outside of memory.
    for (const piece of writeProof({ ...list, draws })) parts.push(new Blob([piece]));
    return new Blob(parts, { type: 'application/json' });
  }
}

function withoutRoster(record: ProofRecord): RaffleRecord {
  if (record.kind === 'forfeit') return record;
  const { roster: _, ...published } = record;
  return published;
}
