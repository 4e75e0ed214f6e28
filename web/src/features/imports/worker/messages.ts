import type { TypedContact } from '@drawbridge/contract/contact';
import type { ImportDuplicates, ImportRow } from '@drawbridge/contract/imports';
import type { Matching } from '../matching/fields.ts';

/** The file as the page needs to know it; the rows stay in the worker. */
export interface OpenedSheet {
  sheets: string[];
  sheet: number;
  rows: number;
  /** Enough rows to show and to guess by. */
  sample: string[][];
}

export interface CheckPlan {
  matching: Matching;
  /** The index of the first lead's row, below the header if there is one. */
  leadsFrom: number;
  country: string;
}

/** A row as people find it in their file. */
export interface ListedRow {
  number: number;
  contact: TypedContact;
}

export interface Checked {
  ready: number;
  /** How many rows have problems, and the first of them. */
  wrong: number;
  problems: (ListedRow & { problems: string[] })[];
}

/** What can be asked of the worker, with its answers. */
export interface ImportCalls {
  open: { ask: { file: File }; answer: OpenedSheet };
  chooseSheet: { ask: { sheet: number }; answer: OpenedSheet };
  check: { ask: CheckPlan; answer: Checked };
  /** The next rows to send; empty at the end. */
  nextRows: { ask: { sent: number }; answer: ImportRow[] };
  describe: { ask: { rows: number[] }; answer: ListedRow[] };
  result: { ask: { leftOut: ImportDuplicates }; answer: Blob };
}
export type ImportCall = keyof ImportCalls;

export type ToImportWorker = {
  [Call in ImportCall]: { id: number; call: Call; ask: ImportCalls[Call]['ask'] };
}[ImportCall];

/** An answer, a sentence about a file that cannot be read, or how much of the work is done. */
export type FromImportWorker =
  | { id: number; kind: 'answer'; answer: ImportCalls[ImportCall]['answer'] }
  | { id: number; kind: 'unreadable'; sentence: string }
  | { id: number; kind: 'progress'; share: number };
