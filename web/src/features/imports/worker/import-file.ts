import { BYTE_ORDER_MARK, csvLines } from '@drawbridge/contract/files/csv';
import {
  IMPORT_CHUNK_MAX,
  IMPORT_ROWS_MAX,
  type ImportDuplicates,
  type ImportRow,
} from '@drawbridge/contract/files/imports';
import type { Question } from '@drawbridge/contract/questions/kinds';
import { formatCount } from '../../../lib/formats.ts';
import { answersIn, type CheckedRow, checkerFor, contactIn } from '../check-rows.ts';
import type { Matching } from '../matching/fields.ts';
import { openFile } from '../reading/read-file.ts';
import type { Workbook } from '../reading/read-xlsx.ts';
import { type Table, UnreadableFile } from '../reading/table.ts';
import type { Checked, CheckPlan, ListedRow, OpenedSheet } from './file-reader.ts';

const SAMPLE = 20;
/** More rows than anybody reads; the result file has all of them. */
export const LISTED_MAX = 200;
/** Rows that are checked between two messages about the progress. */
const STRIDE = 2000;

const leftOutReasons: Record<keyof ImportDuplicates, string> = {
  event: 'Left out: duplicate, this phone number or email is already in the event',
  file: 'Left out: duplicate, same phone number or email as an earlier row',
};

/** One file on its way into an event: read, matched, checked, and written again with the results. */
export class ImportFile {
  readonly #book: Workbook;
  #sheet = 0;
  #table: Table = { rows: [], numbers: [] };
  #matching: Matching = {};
  #questions: Question[] = [];
  /** The index of the first lead's row. */
  #first = 0;
  #checked: CheckedRow[] = [];
  /** The indexes of the rows that can be sent. */
  #ready: number[] = [];

  constructor(bytes: Uint8Array) {
    this.#book = openFile(bytes);
    this.#readFirstSheetWithRows();
  }

  describeSheet(): OpenedSheet {
    const { sheets } = this.#book;
    const { rows } = this.#table;
    return { sheets, sheet: this.#sheet, rows: rows.length, sample: rows.slice(0, SAMPLE) };
  }

  chooseSheet(sheet: number): void {
    this.#sheet = sheet;
    this.#table = this.#book.read(sheet);
    // One of them may be a header.
    refuseMoreThan(IMPORT_ROWS_MAX + 1, this.#table);
  }

  check(
    { matching, leadsFrom, country, questions }: CheckPlan,
    onProgress: (share: number) => void,
  ): Checked {
    const check = checkerFor(country, questions);
    const { rows } = this.#table;
    this.#matching = matching;
    this.#questions = questions;
    this.#first = leadsFrom;
    refuseMoreThan(IMPORT_ROWS_MAX + this.#first, this.#table);
    this.#checked = [];
    this.#ready = [];
    const wrong: number[] = [];
    for (const [index, cells] of rows.entries()) {
      if (index < this.#first) continue;
      const checked = check(contactIn(cells, matching), answersIn(cells, matching, questions));
      (checked.ok ? this.#ready : wrong).push(index);
      this.#checked[index] = checked;
      if (index % STRIDE === 0) onProgress(index / rows.length);
    }
    const problems = wrong.slice(0, LISTED_MAX).map((index) => {
      const { problems } = this.#checked[index] as CheckedRow & { ok: false };
      return { ...this.#list(index), problems };
    });
    return { ready: this.#ready.length, wrong: wrong.length, problems };
  }

  /** The server counts rows from 1, without the header. */
  nextRows(sent: number): ImportRow[] {
    return this.#ready.slice(sent, sent + IMPORT_CHUNK_MAX).map((index) => {
      const { contact } = this.#checked[index] as CheckedRow & { ok: true };
      return { row: index - this.#first + 1, ...contact };
    });
  }

  describe(rows: readonly number[]): ListedRow[] {
    return rows.slice(0, LISTED_MAX).map((row) => this.#list(row - 1 + this.#first));
  }

  /** All rows as they were, with one more column that says what became of them. */
  writeResult(leftOut: ImportDuplicates): Blob {
    const reasons = new Map<number, string>();
    for (const kind of ['event', 'file'] as const) {
      for (const row of leftOut[kind]) reasons.set(row - 1 + this.#first, leftOutReasons[kind]);
    }
    const { rows } = this.#table;
    const width = Math.max(...rows.map((cells) => cells.length));
    const lines = rows.map((cells, index) => {
      const checked = this.#checked[index];
      const result = !checked
        ? index === this.#first - 1
          ? 'Result'
          : ''
        : checked.ok
          ? (reasons.get(index) ?? 'Imported')
          : `Left out: with errors, ${checked.problems.join('; ')}`;
      return [...cells, ...Array<string>(width - cells.length).fill(''), result];
    });
    return new Blob([BYTE_ORDER_MARK, csvLines(lines)], { type: 'text/csv;charset=utf-8' });
  }

  #readFirstSheetWithRows(): void {
    for (const sheet of this.#book.sheets.keys()) {
      this.chooseSheet(sheet);
      if (this.#table.rows.length > 0) return;
    }
    throw new UnreadableFile('This file has no rows.');
  }

  #list(index: number): ListedRow {
    const cells = this.#table.rows[index] ?? [];
    return {
      number: this.#table.numbers[index] ?? 0,
      contact: contactIn(cells, this.#matching),
      answers: answersIn(cells, this.#matching, this.#questions),
    };
  }
}

function refuseMoreThan(most: number, { rows }: Table): void {
  if (rows.length <= most) return;
  throw new UnreadableFile(
    `This file has more than ${formatCount(IMPORT_ROWS_MAX)} rows, which is the most that can be ` +
      'imported at once. Split it and try again.',
  );
}
