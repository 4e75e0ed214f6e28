import type { FromImportWorker, ImportCall, ImportCalls, ToImportWorker } from './messages.ts';

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
