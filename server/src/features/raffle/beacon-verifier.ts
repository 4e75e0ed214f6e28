import { Worker } from 'node:worker_threads';
import type { BeaconChain } from '@drawbridge/contract/fair-draw/beacon';

const SIGNATURES = '@drawbridge/contract/fair-draw/beacon-signature';

/** What the worker does. Its code is text, because it takes the contract's build, also where tests take its sources. */
const work = `
  const { createRequire } = require('node:module');
  const { pathToFileURL } = require('node:url');
  const { parentPort, workerData } = require('node:worker_threads');
  const loading = import(pathToFileURL(createRequire(workerData).resolve('${SIGNATURES}')).href);
  parentPort.on('message', async ({ id, chain, round, signature }) => {
    const { isBeacon } = await loading;
    parentPort.postMessage({ id, right: isBeacon(chain, round, signature) });
  });`;

/** Checks signatures in a worker, one after the other: each would stop the server for a tenth of a second. */
export class BeaconVerifier {
  #worker: Worker | undefined;
  readonly #waiting = new Map<string, { right: Promise<boolean>; answer(right: boolean): void }>();

  /** Whether this is the chain's own signature for the round. Asked for again meanwhile, it is checked once. */
  isBeacon(chain: BeaconChain, round: number, signature: string): Promise<boolean> {
    const id = `${round} ${signature}`;
    const asked = this.#waiting.get(id);
    if (asked) return asked.right;
    let answer = (_right: boolean) => {};
    const right = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    this.#waiting.set(id, { right, answer });
    this.#start().postMessage({ id, chain, round, signature });
    return right;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(work, { eval: true, execArgv: [], workerData: import.meta.url });
    worker.unref();
    worker.on('message', ({ id, right }: { id: string; right: boolean }) =>
      this.#settle(id, right),
    );
    // What cannot be checked is not right; the next one starts a new worker.
    worker.on('exit', () => {
      this.#worker = undefined;
      for (const id of this.#waiting.keys()) this.#settle(id, false);
    });
    worker.on('error', () => {});
    this.#worker = worker;
    return worker;
  }

  #settle(id: string, right: boolean): void {
    this.#waiting.get(id)?.answer(right);
    this.#waiting.delete(id);
  }
}
