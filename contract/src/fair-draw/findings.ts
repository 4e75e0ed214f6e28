import { bytesToHex } from '@noble/hashes/utils.js';
import { forfeitInput } from '../draws.ts';
import type { Comparison } from './comparison.ts';

/** The result of checking one part of a proof. */
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

/** Collects the comparisons made in one part of a proof. */
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

  /** The same text has several Unicode forms; only NFC is hashed. */
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

  /** A rule for every line; `exception` is the first line that breaks it. */
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
