import { bytesToHex } from '@noble/hashes/utils.js';
import { forfeitInput } from '../draws.ts';

/** One thing that has to be so: what it has to be, and what the proof says. */
export interface Comparison {
  /** Where in the proof, as its file calls it: `draws[0].seed`. */
  field: string;
  what: string;
  expected: string;
  found: string;
  matches: boolean;
}

/** What was found about one part of a proof. */
export interface PartVerdict {
  ok: boolean;
  comparisons: Comparison[];
}

interface TextSchema {
  safeParse: (
    text: string,
  ) =>
    | { success: true; data: string }
    | { success: false; error: { issues: { message: string }[] } };
}

/** Collects what is compared in one part of a proof. */
export class Findings {
  readonly #comparisons: Comparison[] = [];
  readonly #prefix: string;

  constructor(prefix = '') {
    this.#prefix = prefix;
  }

  compare(field: string, what: string, expected: unknown, found: unknown): void {
    this.#comparisons.push({
      field: this.#prefix + field,
      what,
      expected: String(expected),
      found: String(found),
      matches: expected === found,
    });
  }

  /** The same letters can be written in several ways; only one of them is hashed (NFC). */
  compareText(field: string, what: string, text: string, schema: TextSchema): void {
    const read = schema.safeParse(text);
    const expected = read.success ? read.data : read.error.issues[0]?.message;
    this.compare(field, what, expected, text);
  }

  compareReason(reason: string): void {
    const what = 'The reason is composed text of 1 to 200 characters';
    this.compareText('reason', what, reason, forfeitInput.shape.reason);
  }

  compareRecord(expected: Uint8Array, { record }: { record: string }): void {
    this.compare('record', 'The record sums everything up', bytesToHex(expected), record);
  }

  /** Something that has to be true of every line; `exception` is the first of which it is not. */
  compareLines(what: string, exception: number | undefined): void {
    const all = 'true of every line';
    this.compare(
      'roster',
      what,
      all,
      exception === undefined ? all : `not of roster[${exception}]`,
    );
  }

  verdict(): PartVerdict {
    return {
      ok: this.#comparisons.every(({ matches }) => matches),
      comparisons: this.#comparisons,
    };
  }
}
