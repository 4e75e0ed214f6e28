import { bytesToHex } from '@noble/hashes/utils.js';
import { type FindingText, readTexts, type TextValues } from '../../languages/texts.ts';
import { reason as reasonText } from '../draws.ts';
import type { Comparison, Words } from './comparison.ts';

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

/** A text that is compared instead of a value. */
export const findingText = (text: FindingText, values: TextValues = {}): Words => ({
  text,
  values,
});

const isWords = (value: unknown): value is Words => typeof value === 'object' && value !== null;

const valueText = (value: unknown) =>
  isWords(value) ? readTexts('en', {}).sentence(value.text, value.values) : value;

/** Collects the comparisons made in one part of a proof. */
export class Findings {
  readonly #comparisons: Comparison[];
  readonly #prefix: string;

  /** Starts a collection. With `others`, the comparisons are added to theirs. */
  constructor(prefix = '', others?: Findings) {
    this.#prefix = prefix;
    this.#comparisons = others ? others.#comparisons : [];
  }

  /** Compares two values. Values are primitives, or texts made by `findingText`. */
  compare(field: string, rule: FindingText, expected: unknown, actual: unknown): void {
    const [first, second] = [valueText(expected), valueText(actual)];
    this.#comparisons.push({
      field: this.#prefix + field,
      what: rule,
      expected: String(first),
      found: String(second),
      matches: isWords(expected) === isWords(actual) && first === second,
      ...(isWords(expected) && { expectedWords: expected }),
      ...(isWords(actual) && { foundWords: actual }),
    });
  }

  /** Compares a text with its NFC form. A text has several Unicode forms, of which only NFC is hashed. */
  compareText(field: string, rule: FindingText, text: string, schema: TextSchema): void {
    const read = schema.safeParse(text);
    const expected = read.success ? read.data : { text: read.error.issues[0]?.message };
    this.compare(field, rule, expected, text);
  }

  compareReason(reason: string): void {
    const rule = 'The reason is composed text of 1 to 200 characters';
    this.compareText('reason', rule, reason, reasonText);
  }

  compareRecord(expected: Uint8Array, { record }: { record: string }): void {
    this.compare(
      'record',
      'The hash of the record covers all of its facts',
      bytesToHex(expected),
      record,
    );
  }

  /** Compares a rule for every line; `exception` is the first line that breaks it. */
  compareLines(rule: FindingText, exception: number | undefined): void {
    const all = findingText('true of every line');
    const line = `roster.tickets[${exception}]`;
    this.compare(
      'roster',
      rule,
      all,
      exception === undefined ? all : findingText('not of {line}', { line }),
    );
  }

  verdict(): PartVerdict {
    return {
      ok: this.#comparisons.every(({ matches }) => matches),
      comparisons: this.#comparisons,
    };
  }
}
