import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { hash } from '../../core/ids.ts';
import type { FindingText } from '../../languages/texts.ts';
import { HASH_BYTES, hashesFrom, hexesOf, tag } from '../bytes.ts';
import {
  type DrawList,
  type DrawRecord,
  drawList,
  type ForfeitRecord,
  fullRecords,
  listOf,
  publishedRegister,
  publishedRoster,
  type RaffleRecord,
  type RestoredRecord,
  type VoidRecord,
} from '../draws.ts';
import type { Exclusions } from '../register.ts';
import { type Roster, rosterFrom } from '../roster.ts';
import { exclusionReasons } from '../scheme.ts';

/** The roster and the register of a record. */
export interface RecordLists {
  roster: Roster;
  register: Exclusions;
}

/** A record with everything needed to check it. */
export type FullDraw = DrawRecord & RecordLists;
export type FullVoid = VoidRecord & RecordLists;
export type FullRestored = RestoredRecord & RecordLists;
export type ProofRecord = FullDraw | FullVoid | ForfeitRecord | FullRestored;

/**
 * Everything needed to check an event's draws: the list of records with their rosters and registers. The fields are in
 * the order of the schemas, because the text and the checksum depend on it. The checksum detects damage and careless
 * edits, also of fields that no record's hash covers (a time). It does not protect against somebody who makes a whole
 * new proof.
 */
export interface Proof extends Omit<DrawList, 'draws'> {
  draws: ProofRecord[];
  checksum?: string | undefined;
}

const listsAsBytes = {
  roster: publishedRoster.transform(rosterFrom),
  register: publishedRegister.transform(
    (lists) =>
      Object.fromEntries(
        exclusionReasons.map((reason) => [reason, hashesFrom(lists[reason])]),
      ) as Exclusions,
  ),
};
const proofFile = listOf(fullRecords(listsAsBytes), { checksum: hash.optional() });

type Read<Value> = { data: Value } | { problem: string };

/** Reads a proof, or returns the first problem of a text that is none. */
export const readProof = (text: string): Read<Proof> => readStrictly(proofFile, text);

/** Reads the server's list of records, which has no rosters. */
export const readList = (text: string): Read<DrawList> => readStrictly(drawList, text);

/** Reads the server's response for one record and returns only its roster and register; the list has the rest. */
export const readRecordLists = (text: string): Read<RecordLists> =>
  readStrictly(z.object(listsAsBytes), text);

/** True if a record has a roster and a register. */
export const hasLists = <Some extends RaffleRecord>(
  record: Some,
): record is Exclude<Some, { kind: 'forfeit' }> => record.kind !== 'forfeit';

/** A record with its lists, as the server gives them. */
export const withLists = (record: RaffleRecord, lists: RecordLists): ProofRecord =>
  hasLists(record) ? { ...record, ...lists } : record;

/** A record as in the list, without its roster and register. */
export function withoutLists(record: ProofRecord): RaffleRecord {
  if (!hasLists(record)) return record;
  const { roster: _, register: __, ...published } = record;
  return published;
}

/** The hash of a proof's JSON without whitespace and without the checksum itself. */
export function checksumOf(proof: Proof): string {
  const sum = startChecksum();
  for (const piece of textOf(proof)) sum.update(utf8ToBytes(piece));
  return bytesToHex(sum.digest());
}

/** The text of a proof file in chunks: the text that is hashed, then the checksum. */
export function* writeProof(proof: Proof): Generator<string, void> {
  const sum = startChecksum();
  for (const piece of textOf(proof)) {
    sum.update(utf8ToBytes(piece));
    if (piece !== END) yield piece;
  }
  yield `,"checksum":"${bytesToHex(sum.digest())}"${END}\n`;
}

const startChecksum = () => sha256.create().update(concatBytes(tag('proof')));

const END = '}';
const CHUNK = 4096;

/**
 * Relies on `draws` being a proof's last field, and the roster and the register a record's. The last chunk is `END`.
 */
function* textOf({ checksum: _, draws, ...rest }: Proof): Generator<string, void> {
  yield JSON.stringify({ ...rest, draws: [] }).slice(0, -2);
  for (const [index, record] of draws.entries()) {
    const known = JSON.stringify(withoutLists(record));
    yield (index > 0 ? ',' : '') + (hasLists(record) ? known.slice(0, -1) : known);
    if (!hasLists(record)) continue;
    const { roster, register } = record;
    yield ',"roster":{"tickets":[';
    for (let start = 0; start < roster.ends.length; start += CHUNK) {
      yield (start > 0 ? ',' : '') + textOfLines(roster, start);
    }
    yield ']';
    yield* textOfHashes(',"nameHashes":', roster.nameHashes);
    yield `,"chances":${JSON.stringify([...roster.chances])}}`;
    for (const [reasonIndex, reason] of exclusionReasons.entries()) {
      yield* textOfHashes(
        `,${reasonIndex === 0 ? '"register":{' : ''}"${reason}":`,
        register[reason],
      );
    }
    yield '}}';
  }
  yield ']';
  yield END;
}

function* textOfHashes(label: string, hashes: Uint8Array): Generator<string, void> {
  yield `${label}[`;
  const step = CHUNK * HASH_BYTES;
  for (let start = 0; start < hashes.length; start += step) {
    const some = JSON.stringify(hexesOf(hashes.subarray(start, start + step))).slice(1, -1);
    yield (start > 0 ? ',' : '') + some;
  }
  yield ']';
}

function textOfLines({ tickets, ends }: Roster, start: number): string {
  let from = start === 0 ? 0 : (ends[start - 1] as number);
  let at = 0;
  const places = ends.subarray(start, start + CHUNK);
  const hex = bytesToHex(
    tickets.subarray(from * HASH_BYTES, (places.at(-1) as number) * HASH_BYTES),
  );
  let text = '';
  for (const to of places) {
    text += text === '' ? '["' : '"],["';
    for (; from < to; from += 1) {
      const end = at + 2 * HASH_BYTES;
      text += hex.slice(at, end);
      if (from + 1 < to) text += '","';
      at = end;
    }
  }
  return `${text}"]`;
}

/** The value, or its first problem: `draws[0].seed: A hash is 64 hexadecimal digits`. */
function readStrictly<Output>(schema: z.ZodType<Output>, text: string): Read<Output> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'It is not JSON' satisfies FindingText };
  }
  const read = schema.safeParse(value, {
    error: ({ code }) => plainProblems[code] ?? 'The value is not possible',
  });
  if (read.success) return { data: read.data };
  const [issue] = read.error.issues;
  const path = (issue?.path ?? [])
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
  const isOther = path === 'scheme' || (path === '' && issue?.code === 'invalid_type');
  if (isOther) return { problem: 'It is not a proof of draws' satisfies FindingText };
  return { problem: path ? `${path}: ${issue?.message}` : String(issue?.message) };
}

/** Messages for problems that the schemas have no message for. */
const plainProblems: Record<string, FindingText> = {
  invalid_type: 'The value is missing or of the wrong kind',
  unrecognized_keys: 'There is a field that does not belong there',
};
