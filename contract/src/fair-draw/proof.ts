import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import {
  type DrawList,
  type DrawRecord,
  drawList,
  drawRecord,
  type ForfeitRecord,
  forfeitRecord,
  type VoidRecord,
  voidRecord,
} from '../draws.ts';
import { hash } from '../ids.ts';
import { SCHEME } from '../stage.ts';
import type { FindingText } from '../texts.ts';
import { HASH_BYTES } from './arithmetic.ts';
import { type Roster, rosterFrom } from './roster.ts';

/** A record with everything needed to check it. */
export type ProofRecord =
  | (DrawRecord & { roster: Roster })
  | (VoidRecord & { roster: Roster })
  | ForfeitRecord;

/**
 * Everything needed to check an event's draws: the list of records with their rosters. The fields are in
 * the order of the schemas, because the text and the checksum depend on it. The checksum detects damage
 * and careless edits, also of fields that no record's hash covers (a prize's name, a time). It does not
 * protect against somebody who makes a whole new proof.
 */
export interface Proof extends Omit<DrawList, 'draws'> {
  draws: ProofRecord[];
  checksum?: string | undefined;
}

const line = z.array(hash, 'A line is a list of tickets').min(1, 'A line has at least one ticket');
const withRoster = { roster: z.array(line, 'A roster is a list of lines').transform(rosterFrom) };

const proofFile = drawList.extend({
  draws: z.array(
    z.discriminatedUnion('kind', [
      drawRecord.extend(withRoster),
      voidRecord.extend(withRoster),
      forfeitRecord,
    ]),
  ),
  checksum: hash.optional(),
});

type Read<Value> = { data: Value } | { problem: string };

/** Reads a proof. If the text is none, the result is its first problem. */
export const readProof = (text: string): Read<Proof> => readStrictly(proofFile, text);

/** Reads the server's list of records, which has no rosters. */
export const readList = (text: string): Read<DrawList> => readStrictly(drawList, text);

/** Reads the server's answer for one record and keeps only its roster; the list has the rest. */
export const readRoster = (text: string): Read<{ roster: Roster }> =>
  readStrictly(z.object(withRoster), text);

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

const startChecksum = () => sha256.create().update(utf8ToBytes(`${SCHEME}/proof\0`));

const END = '}';
const LINES_STEP = 4096;

/** Relies on `draws` being a proof's last field and `roster` a record's. The last chunk is `END`. */
function* textOf({ checksum: _, draws, ...rest }: Proof): Generator<string, void> {
  yield JSON.stringify({ ...rest, draws: [] }).slice(0, -2);
  for (const [index, record] of draws.entries()) {
    const comma = index > 0 ? ',' : '';
    if (record.kind === 'forfeit') {
      yield comma + JSON.stringify(record);
      continue;
    }
    const { roster, ...facts } = record;
    yield comma + JSON.stringify({ ...facts, roster: [] }).slice(0, -2);
    for (let start = 0; start < roster.ends.length; start += LINES_STEP) {
      yield (start > 0 ? ',' : '') + textOfLines(roster, start);
    }
    yield ']}';
  }
  yield ']';
  yield END;
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
  if (isOther) return { problem: 'It is not a proof of version 2' };
  return { problem: path ? `${path}: ${issue?.message}` : String(issue?.message) };
}

/** Messages for problems that the schemas have no message for. */
const plainProblems: Record<string, FindingText> = {
  invalid_type: 'The value is missing or of the wrong kind',
  unrecognized_keys: 'There is a field that does not belong there',
};
