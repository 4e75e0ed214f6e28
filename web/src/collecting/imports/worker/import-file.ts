import type { TypedContact } from '@drawbridge/contract/collecting/contact';
import {
  IMPORT_CHUNK_MAX,
  IMPORT_ROWS_MAX,
  type ImportDuplicates,
  type ImportRow,
} from '@drawbridge/contract/collecting/imports';
import { BYTE_ORDER_MARK, csvLines } from '@drawbridge/contract/core/files/csv';
import type { Question } from '@drawbridge/contract/events/questions/kinds';
import { english } from '@drawbridge/contract/languages/english';
import { formatCount } from '../../../lib/texts/formats.ts';
import { translate } from '../../../lib/texts/texts.ts';
import {
  answersIn,
  type CheckedRow,
  chancesIn,
  checkerFor,
  contactIn,
  type RowProblem,
} from '../check-rows.ts';
import type { Matching } from '../columns.ts';
import { openFile } from '../reading/read-file.ts';
import type { Workbook } from '../reading/read-xlsx.ts';
import { type Table, UnreadableFile } from '../reading/table.ts';

const SAMPLE = 20;
/** The maximum number of rows shown; the result file has all of them. */
export const LISTED_MAX = 200;
/** The number of rows checked between two progress messages. */
const STRIDE = 2000;

const leftOutReasons: Record<keyof ImportDuplicates, string> = {
  event: 'Left out: duplicate, this phone number or email is already in the event',
  file: 'Left out: duplicate, same phone number or email as an earlier row',
};

/** The facts of the file that the page needs; the rows stay in the worker. */
export interface OpenedSheet {
  sheets: string[];
  sheet: number;
  rows: number;
  /** The first rows, for the preview and for guessing the columns. */
  sample: string[][];
}

interface CheckPlan {
  matching: Matching;
  /** The index of the first lead's row, below the header if there is one. */
  leadsFrom: number;
  country: string;
  /** The questions with a column in the sheet. */
  questions: Question[];
  /** The most chances that count in the event. */
  maxChances: number;
}

/** A row with its position in the user's file. */
export interface ListedRow {
  number: number;
  contact: TypedContact;
  answers: string[];
}

export interface Checked {
  ready: number;
  /** The number of rows with problems, and the first of those rows. */
  wrong: number;
  problems: (ListedRow & { problems: RowProblem[] })[];
  /** The chances of the rows that are ready; undefined if the file has no column for them. */
  chances: { total: number; most: number; above: number } | undefined;
}

/**
 * A file that is being imported into an event: read, matched, checked, and written again with the results, in a worker.
 */
export class ImportFile {
  #book: Workbook = { sheets: [], read: () => this.#table };
  #table: Table = { rows: [], numbers: [] };
  #matching: Matching = {};
  #questions: Question[] = [];
  /** The index of the first lead's row. */
  #first = 0;
  #checked: CheckedRow[] = [];
  /** The indexes of the rows that can be sent. */
  #ready: number[] = [];

  /** Reads the first sheet with rows. */
  async open(file: Blob): Promise<OpenedSheet> {
    this.#book = openFile(new Uint8Array(await file.arrayBuffer()));
    for (const sheet of this.#book.sheets.keys()) {
      const opened = this.chooseSheet(sheet);
      if (opened.rows > 0) return opened;
    }
    throw new UnreadableFile(english('This file has no rows.'));
  }

  chooseSheet(sheet: number): OpenedSheet {
    const { sheets } = this.#book;
    this.#table = this.#book.read(sheet);
    const { rows } = this.#table;
    // One of the rows may be a header.
    refuseMoreThan(IMPORT_ROWS_MAX + 1, this.#table);
    return { sheets, sheet, rows: rows.length, sample: rows.slice(0, SAMPLE) };
  }

  check(
    { matching, leadsFrom, country, questions, maxChances }: CheckPlan,
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
      const checked = check(
        contactIn(cells, matching),
        answersIn(cells, matching, questions),
        chancesIn(cells, matching),
      );
      (checked.ok ? this.#ready : wrong).push(index);
      this.#checked[index] = checked;
      if (index % STRIDE === 0) onProgress(index / rows.length);
    }
    const problems = wrong.slice(0, LISTED_MAX).map((index) => {
      const { problems } = this.#checked[index] as CheckedRow & { ok: false };
      return { ...this.#list(index), problems };
    });
    return {
      ready: this.#ready.length,
      wrong: wrong.length,
      problems,
      chances: matching.chances === undefined ? undefined : this.#countChances(maxChances),
    };
  }

  #countChances(maxChances: number) {
    let [total, most, above] = [0, 0, 0];
    for (const index of this.#ready) {
      const { contact } = this.#checked[index] as CheckedRow & { ok: true };
      const { chances = 1 } = contact;
      total += Math.min(chances, maxChances);
      most = Math.max(most, Math.min(chances, maxChances));
      if (chances > maxChances) above += 1;
    }
    return { total, most, above };
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

  /** All rows of the original file, with an additional column for their result. */
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
          : `Left out: with errors, ${checked.problems
              .map(({ message, values }) => translate(message, values))
              .join('; ')}`;
      return [...cells, ...Array<string>(width - cells.length).fill(''), result];
    });
    return new Blob([BYTE_ORDER_MARK, csvLines(lines)], { type: 'text/csv;charset=utf-8' });
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

function refuseMoreThan(limit: number, { rows }: Table): void {
  if (rows.length <= limit) return;
  throw new UnreadableFile(
    `This file has more than ${formatCount(IMPORT_ROWS_MAX)} rows, the most that can be ` +
      'imported at once. Split it and try again.',
  );
}
