import { Worker } from 'node:worker_threads';
import type { BeaconChain } from '@drawbridge/contract/fair-draw/sealed/beacon';

const SIGNATURES = '@drawbridge/contract/fair-draw/sealed/beacon-signature';

/** The worker's code is a string that imports the contract's build, even in tests, which import its sources. */
const work = `
  const { createRequire } = require('node:module');
  const { pathToFileURL } = require('node:url');
  const { parentPort, workerData } = require('node:worker_threads');
  const loading = import(pathToFileURL(createRequire(workerData).resolve('${SIGNATURES}')).href);
  parentPort.on('message', async ({ chain, round, signature }) => {
    const { isBeacon } = await loading;
    parentPort.postMessage(isBeacon(chain, round, signature));
  });`;

/** The number of strangers' signatures that may wait. */
const STRANGERS_MAX = 4;

interface Check {
  chain: BeaconChain;
  round: number;
  signature: string;
  right: Promise<boolean>;
  settle(right: boolean): void;
}

/**
 * Checks signatures in a worker, one at a time, because each check would block the server for a tenth of a second.
 * Signatures from relays and organisers come before those of strangers.
 */
export class BeaconVerifier {
  #worker: Worker | undefined;
  #checking: Check | undefined;
  readonly #known: Check[] = [];
  readonly #strangers: Check[] = [];

  /**
   * True if this is the chain's signature of the round. Undefined if too many strangers' signatures are waiting.
   */
  async isBeacon(
    chain: BeaconChain,
    round: number,
    signature: string,
    { stranger = false } = {},
  ): Promise<boolean | undefined> {
    const all = [this.#checking, ...this.#known, ...this.#strangers];
    const same = all.find((each) => each?.round === round && each.signature === signature);
    if (same) return same.right;
    if (stranger && this.#strangers.length >= STRANGERS_MAX) return undefined;
    let settle = (_right: boolean) => {};
    const right = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    (stranger ? this.#strangers : this.#known).push({ chain, round, signature, right, settle });
    this.#next();
    return right;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #next(): void {
    if (this.#checking) return;
    this.#checking = this.#known.shift() ?? this.#strangers.shift();
    if (!this.#checking) return;
    const { chain, round, signature } = this.#checking;
    this.#start().postMessage({ chain, round, signature });
  }

  #settle(right: boolean): void {
    this.#checking?.settle(right);
    this.#checking = undefined;
    this.#next();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(work, { eval: true, execArgv: [], workerData: import.meta.url });
    worker.unref();
    worker.on('message', (right: boolean) => this.#settle(right));
    // A signature that crashes the worker counts as wrong. The next check starts a new worker.
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#settle(false);
    });
    worker.on('error', () => {});
    this.#worker = worker;
    return worker;
  }
}
