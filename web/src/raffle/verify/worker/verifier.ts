import {
  type Announcement,
  loadBeaconCheck,
  RecordChecker,
} from '@drawbridge/contract/fair-draw/check/check';
import { findInRecord } from '@drawbridge/contract/fair-draw/check/find-entrant';
import {
  hasLists,
  type Proof,
  type ProofRecord,
  readProof,
  withLists,
  withoutLists,
  writeProof,
} from '@drawbridge/contract/fair-draw/check/proof';
import type { DrawList, RaffleRecord, SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import { readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { ticketOf } from '@drawbridge/contract/fair-draw/tickets';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Finding } from './findings.ts';
import { LoadError, loadList, loadLists, readable, UnreadableRecordError } from './load-records.ts';

/**
 * The maximum number of people per check. The command `verify` checks larger events, and reads them record by record.
 */
const PEOPLE_MAX = 100_000;
/** The maximum file size. Ten draws among 100,000 people take a third of it. */
const FILE_BYTES_MAX = 250 * 1024 * 1024;

/**
 * Loads, checks, searches and saves the records of one event or one file, in a worker. Rosters are stored
 * compactly, with 72 bytes for most people: 72 MB for ten draws among 100,000.
 */
export class Verifier {
  #tell: (finding: Finding) => void = () => {};
  #eventId: string | undefined;
  #list: DrawList | undefined;
  #checker: RecordChecker | undefined;
  /** The checked records, as they were published at that time. */
  readonly #checked: { published: string; record: ProofRecord }[] = [];
  readonly #lists = new Map<string, Awaited<ReturnType<typeof loadLists>>>();
  readonly #announced = new Map<number, Announcement>();
  #codes: readonly string[] = [];
  #busy = false;
  #again = false;

  /** Checks an event; `seen` is the seal that this device saved before anybody could know its winners. */
  checkEvent(eventId: string, tell: (finding: Finding) => void, seen?: SealedDraw): void {
    this.#tell = tell;
    this.#eventId = eventId;
    if (seen) this.#announced.set(seen.number, { commitment: seen.commitment, sealed: seen });
    this.#update();
  }

  async checkFile(file: File, tell: (finding: Finding) => void): Promise<void> {
    this.#tell = tell;
    try {
      if (file.size > FILE_BYTES_MAX) tell({ kind: 'too large' });
      else await this.#checkProof(readable(readProof(await file.text())));
    } catch (error) {
      this.#reportProblem(error);
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
    this.#postAnswer();
  }

  /** Loads and checks new records, and repeats if a refresh is requested meanwhile. */
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
      this.#reportProblem(error);
    } finally {
      this.#busy = false;
    }
  }

  #reportProblem(error: unknown): void {
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
    const known = await this.#begin(list);
    for (const [index, record] of list.draws.entries()) {
      if (index < known) continue;
      const full = hasLists(record)
        ? withLists(record, await this.#listsOf(list, record, index))
        : record;
      this.#check(full, record);
    }
    this.#end(list);
  }

  async #checkProof(proof: Proof): Promise<void> {
    const draws = proof.draws.map(withoutLists);
    const { checksum: _, ...list } = proof;
    await this.#begin({ ...list, draws });
    for (const [index, record] of proof.draws.entries()) {
      this.#check(record, draws[index] as RaffleRecord);
    }
    this.#end(proof);
  }

  /** Returns the number of records already checked; 0 if one of them has changed, so that all are checked again. */
  async #begin(list: DrawList): Promise<number> {
    const unchanged = this.#checked.every(
      ({ published }, index) => published === JSON.stringify(list.draws[index]),
    );
    if (!this.#checker || !unchanged) {
      this.#checked.length = 0;
      this.#checker = undefined;
    }
    // The check of beacons is loaded for the first record that has one, which may come after others were checked.
    const beacons = await loadBeaconCheck(list.draws);
    this.#checker ??= new RecordChecker(list);
    if (beacons) this.#checker.beacons = beacons;
    this.#list = list;
    this.#tell({ kind: 'list', list, checked: this.#checked.length });
    // The names of the tickets do not depend on any draw.
    this.#postAnswer();
    return this.#checked.length;
  }

  async #listsOf({ eventId }: DrawList, record: RaffleRecord, index: number) {
    const { number } = record;
    const key = `${number} ${'rosterHash' in record ? record.rosterHash : record.record}`;
    let lists = this.#lists.get(key);
    if (!lists) {
      this.#tell({ kind: 'step', step: 'loading', index });
      lists = await loadLists(eventId, number);
      this.#lists.set(key, lists);
    }
    return lists;
  }

  #check(record: ProofRecord, published: RaffleRecord): void {
    const index = this.#checked.length;
    this.#tell({ kind: 'step', step: 'computing', index });
    const announced = this.#announced.get(record.number);
    const verdict = (this.#checker as RecordChecker).check(record, announced);
    this.#checked.push({ published: JSON.stringify(published), record });
    this.#tell({ kind: 'checked', index, verdict });
    this.#postAnswer();
  }

  #end(list: DrawList | Proof): void {
    this.#tell({ kind: 'done', verdict: (this.#checker as RecordChecker).checkList(list) });
    this.#keepAnnouncements(list);
  }

  /** Stores the published facts about future records, to check the records against them later. */
  #keepAnnouncements({ nextNumber, nextCommitment, sealed }: DrawList | Proof): void {
    const keep = (number: number, announced: Announcement) => {
      const { commitment, sealed: seal } = this.#announced.get(number) ?? announced;
      this.#announced.set(number, { commitment, sealed: seal ?? announced.sealed });
    };
    keep(nextNumber, { commitment: nextCommitment, sealed: null });
    if (sealed) keep(sealed.number, { commitment: sealed.commitment, sealed });
  }

  #postAnswer(): void {
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
    // The pieces are blobs, because the browser may keep those outside of memory.
    for (const piece of writeProof({ ...list, draws })) parts.push(new Blob([piece]));
    return new Blob(parts, { type: 'application/json' });
  }
}
