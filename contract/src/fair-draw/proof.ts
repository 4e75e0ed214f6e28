import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import {
  type DrawList,
  type DrawRecord2,
  type DrawRecord3,
  drawList,
  type ForfeitRecord,
  fullRecords2,
  fullRecords3,
  lines2,
  lines3,
  listOf,
  type RaffleRecord,
  type RestoredRecord,
  type VoidRecord,
  type VoidRecord3,
} from '../draws.ts';
import { hash } from '../ids.ts';
import { outsideKinds, type Scheme, versions } from '../stage.ts';
import type { FindingText } from '../texts.ts';
import { HASH_BYTES } from './arithmetic.ts';
import { hexLine, type Roster, rosterFrom, ticketsFrom } from './roster.ts';

/** What a record has beside its facts, and what it has more since version 3. */
export interface Lines {
  roster: Roster;
}
export interface RegisterLines extends Lines {
  /** Whom each line names: 32 bytes each. */
  names: Uint8Array;
  /** All other tickets, by why they are not in the draw. */
  outside: Record<(typeof outsideKinds)[number], Uint8Array>;
}

/** A record with everything needed to check it. */
export type FullDraw = (DrawRecord2 & Lines) | (DrawRecord3 & RegisterLines);
export type FullVoid = (Exclude<VoidRecord, VoidRecord3> & Lines) | (VoidRecord3 & RegisterLines);
export type FullRestored = RestoredRecord & RegisterLines;
export type ProofRecord = FullDraw | FullVoid | ForfeitRecord | FullRestored;

/**
 * Everything needed to check an event's draws: the list of records with their rosters. The fields are in
 * the order of the schemas, because the text and the checksum depend on it. The checksum detects damage
 * and careless edits, also of fields that no record's hash covers (a time). It does not
 * protect against somebody who makes a whole new proof.
 */
export interface Proof extends Omit<DrawList, 'draws'> {
  draws: ProofRecord[];
  checksum?: string | undefined;
}

const kept2 = { roster: lines2.roster.transform(rosterFrom) };
const bytes = (list: typeof lines3.names) => list.transform(ticketsFrom);
const outside = lines3.outside.shape;
const kept3 = {
  ...kept2,
  names: bytes(lines3.names),
  outside: z.strictObject({
    removed: bytes(outside.removed),
    unverified: bytes(outside.unverified),
    promoted: bytes(outside.promoted),
    won: bytes(outside.won),
  }),
};
const proofFile = listOf(fullRecords2(kept2), fullRecords3(kept3), { checksum: hash.optional() });

type Read<Value> = { data: Value } | { problem: string };

/** Reads a proof. If the text is none, the result is its first problem. */
export const readProof = (text: string): Read<Proof> => readStrictly(proofFile, text);

/** Reads the server's list of records, which has no rosters. */
export const readList = (text: string): Read<DrawList> => readStrictly(drawList, text);

/** Reads the server's answer for one record and keeps only its lines; the list has the rest. */
export const readLines = (text: string, scheme: Scheme): Read<Lines | RegisterLines> =>
  readStrictly(z.object(scheme === versions[2] ? kept2 : kept3), text);

/** A record with its lines, as the server gives them. */
export const withLines = (record: RaffleRecord, lines: Lines | RegisterLines): ProofRecord =>
  ({ ...record, ...lines }) as ProofRecord;

/** The hash of a proof's JSON without whitespace and without the checksum itself. */
export function checksumOf(proof: Proof): string {
  const sum = startChecksum(proof);
  for (const piece of textOf(proof)) sum.update(utf8ToBytes(piece));
  return bytesToHex(sum.digest());
}

/** The text of a proof file in chunks: the text that is hashed, then the checksum. */
export function* writeProof(proof: Proof): Generator<string, void> {
  const sum = startChecksum(proof);
  for (const piece of textOf(proof)) {
    sum.update(utf8ToBytes(piece));
    if (piece !== END) yield piece;
  }
  yield `,"checksum":"${bytesToHex(sum.digest())}"${END}\n`;
}

const startChecksum = ({ scheme }: Proof) =>
  sha256.create().update(utf8ToBytes(`${scheme}/proof\0`));

const END = '}';
const LINES_STEP = 4096;

/** Relies on `draws` being a proof's last field, and the lines a record's. The last chunk is `END`. */
function* textOf({ checksum: _, draws, ...rest }: Proof): Generator<string, void> {
  yield JSON.stringify({ ...rest, draws: [] }).slice(0, -2);
  for (const [index, record] of draws.entries()) {
    const comma = index > 0 ? ',' : '';
    if (record.kind === 'forfeit') {
      yield comma + JSON.stringify(record);
      continue;
    }
    const { roster, ...facts } = { names: undefined, outside: undefined, ...record };
    const { names, outside, ...known } = facts;
    yield comma + JSON.stringify({ ...known, roster: [] }).slice(0, -2);
    for (let start = 0; start < roster.ends.length; start += LINES_STEP) {
      yield (start > 0 ? ',' : '') + textOfLines(roster, start);
    }
    if (!names || !outside) {
      yield ']}';
      continue;
    }
    yield ']';
    yield* textOfTickets(',"names":', names);
    for (const [place, kind] of outsideKinds.entries()) {
      yield* textOfTickets(`,${place === 0 ? '"outside":{' : ''}"${kind}":`, outside[kind]);
    }
    yield '}}';
  }
  yield ']';
  yield END;
}

function* textOfTickets(label: string, tickets: Uint8Array): Generator<string, void> {
  yield `${label}[`;
  const step = LINES_STEP * HASH_BYTES;
  for (let start = 0; start < tickets.length; start += step) {
    const some = JSON.stringify(hexLine(tickets.subarray(start, start + step))).slice(1, -1);
    yield (start > 0 ? ',' : '') + some;
  }
  yield ']';
}

function textOfLines({ tickets, ends }: Roster, start: number): string {
  let from = start === 0 ? 0 : (ends[start - 1] as number);
  let at = 0;
  const places = ends.subarray(start, start + LINES_STEP);
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
  if (isOther) return { problem: 'It is not a proof of version 2 or 3' };
  return { problem: path ? `${path}: ${issue?.message}` : String(issue?.message) };
}

/** Messages for problems that the schemas have no message for. */
const plainProblems: Record<string, FindingText> = {
  invalid_type: 'The value is missing or of the wrong kind',
  unrecognized_keys: 'There is a field that does not belong there',
};
