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
  hash,
  type VoidRecord,
  voidRecord,
} from '../draws.ts';
import { SCHEME } from '../stage.ts';
import { HASH_BYTES } from './arithmetic.ts';
import { JsonScanner } from './json-scanner.ts';
import type { Roster } from './roster.ts';

/** A record with everything that is needed to check it. */
export type ProofRecord =
  | (DrawRecord & { roster: Roster })
  | (VoidRecord & { roster: Roster })
  | ForfeitRecord;

/**
 * Everything that is needed to check an event's draws: the list of records, with their rosters. Its
 * fields are in the order of the schemas, which its text and checksum depend on. The checksum is there
 * for damage and careless edits, also of what no record covers (a prize's name, a time); whoever makes a
 * proof makes its checksum.
 */
export interface Proof extends Omit<DrawList, 'draws'> {
  draws: ProofRecord[];
  checksum?: string | undefined;
}

const scanned = { roster: z.custom<Roster>(isRoster, 'The roster is missing') };

/** Made by the scanner, as nothing in JSON is. */
function isRoster(value: unknown): boolean {
  return (value as Partial<Roster> | undefined)?.tickets instanceof Uint8Array;
}

const scannedProof = drawList.extend({
  draws: z.array(
    z.discriminatedUnion('kind', [
      drawRecord.extend(scanned),
      voidRecord.extend(scanned),
      forfeitRecord,
    ]),
  ),
  checksum: hash.optional(),
});

/** Reads a proof file in pieces; what is no proof comes back with the first thing wrong with it. */
export class ProofReader {
  readonly #scanner = new JsonScanner();

  /** Whether it makes sense to go on. */
  push(piece: Uint8Array): boolean {
    return this.#scanner.push(piece);
  }

  end(): { proof: Proof } | { problem: string } {
    const scan = this.#scanner.end();
    if ('problem' in scan) return scan;
    const read = readStrictly(scannedProof, scan.value);
    return 'problem' in read ? read : { proof: read.data };
  }
}

/** Reads the answer for one record in pieces. Only its roster counts: all else is in the list. */
export class RosterReader {
  readonly #scanner = new JsonScanner();

  push(piece: Uint8Array): boolean {
    return this.#scanner.push(piece);
  }

  end(): { roster: Roster } | { problem: string } {
    const scan = this.#scanner.end();
    if ('problem' in scan) return scan;
    const read = readStrictly(z.object(scanned), scan.value);
    return 'problem' in read ? read : { roster: read.data.roster };
  }
}

/** Reads a proof of which the whole text is there. */
export function readProofFile(text: string): { proof: Proof } | { problem: string } {
  const reader = new ProofReader();
  reader.push(utf8ToBytes(text));
  return reader.end();
}

/** The hash of a proof's JSON, without spaces and without the checksum itself. */
export function checksumOf(proof: Proof): string {
  const sum = startChecksum();
  for (const piece of textOf(proof)) sum.update(utf8ToBytes(piece));
  return bytesToHex(sum.digest());
}

/** The text of a proof file in pieces: what the checksum is made of, with the checksum at its end. */
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

/** `draws` is the last field of a proof, and `roster` the last of a record. The last piece is `END`. */
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

/** What was read, or the first thing wrong with it: `draws[0].seed: A hash is 64 hexadecimal digits`. */
export function readStrictly<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
): { data: Output } | { problem: string } {
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

/** Where a schema has no words of its own. */
const plainProblems: Record<string, string> = {
  invalid_type: 'The value is missing or of the wrong kind',
  unrecognized_keys: 'There is a field that does not belong there',
};
