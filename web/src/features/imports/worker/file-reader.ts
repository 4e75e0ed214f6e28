import type { TypedContact } from '@drawbridge/contract/contact';
import type { ImportDuplicates, ImportRow } from '@drawbridge/contract/files/imports';
import type { Question } from '@drawbridge/contract/questions/kinds';
import type { Matching } from '../matching/fields.ts';

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
  onProgress: (share: number) => void;
}

/** Thrown in the page when the worker could not read a file, with the message of its `UnreadableFile`. */
export class FileProblem extends Error {}

/** Reads, checks and writes files in a worker, so that the page stays responsive. */
export class ImportFileReader {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;

  ask<Call extends ImportCall>(
    call: Call,
    ask: ImportCalls[Call]['ask'],
    onProgress: (share: number) => void = () => {},
  ): Promise<ImportCalls[Call]['answer']> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, call, ask } as ToImportWorker);
    });
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#waiting.clear();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromImportWorker>) => {
      const waiting = this.#waiting.get(data.id);
      if (data.kind === 'progress') return waiting?.onProgress(data.share);
      this.#waiting.delete(data.id);
      if (data.kind === 'answer') waiting?.resolve(data.answer as never);
      else waiting?.reject(new FileProblem(data.sentence));
    };
    worker.onerror = () => {
      for (const { reject } of this.#waiting.values()) {
        reject(new FileProblem('This file cannot be read.'));
      }
      this.#waiting.clear();
    };
    return worker;
  }
}

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
  /** The questions that have a column. */
  questions: Question[];
}

/** A row as people find it in their file. */
export interface ListedRow {
  number: number;
  contact: TypedContact;
  answers: string[];
}

export interface Checked {
  ready: number;
  /** How many rows have problems, and the first of them. */
  wrong: number;
  problems: (ListedRow & { problems: string[] })[];
}

/** What can be asked of the worker, with its answers. */
interface ImportCalls {
  open: { ask: { file: File }; answer: OpenedSheet };
  chooseSheet: { ask: { sheet: number }; answer: OpenedSheet };
  check: { ask: CheckPlan; answer: Checked };
  /** The next rows to send; empty at the end. */
  nextRows: { ask: { sent: number }; answer: ImportRow[] };
  describe: { ask: { rows: number[] }; answer: ListedRow[] };
  result: { ask: { leftOut: ImportDuplicates }; answer: Blob };
}
type ImportCall = keyof ImportCalls;

export type ToImportWorker = {
  [Call in ImportCall]: { id: number; call: Call; ask: ImportCalls[Call]['ask'] };
}[ImportCall];

/** An answer, a sentence about a file that cannot be read, or how much of the work is done. */
export type FromImportWorker =
  | { id: number; kind: 'answer'; answer: ImportCalls[ImportCall]['answer'] }
  | { id: number; kind: 'unreadable'; sentence: string }
  | { id: number; kind: 'progress'; share: number };
