import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ConnectionTarget } from './db/connection.ts';
import { WorkerFailed } from './failure.ts';
import type { Serving } from './serve.ts';

/** What a worker has to know that is not in its settings. */
export interface Orders {
  database: ConnectionTarget;
  /** The size of its pool. */
  connections: number;
}

/** How the orders get to the worker: part of its environment, and of nobody's settings. */
const ORDERS = 'DRAWBRIDGE_WORKER_ORDERS';

/** A worker that lives this long was no failed attempt. */
const STEADY_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;
/** Longer than a worker takes to let its answers finish. */
const CLOSE_MS = 20_000;

/** Orders in the environment of this process, if it is a worker. */
export function readOrders(): Orders | undefined {
  const text = process.env[ORDERS];
  return cluster.isWorker && text ? JSON.parse(text) : undefined;
}

/** For a worker that cannot begin: tells why, and ends. */
export function reportFailure(line: string): void {
  process.send?.(line, () => process.exit(1));
}

/** Runs so many processes of `entry`, and replaces each that dies. Ready when all of them listen. */
export async function startWorkers(
  count: number,
  entry: string,
  orders: Orders,
  log: FastifyBaseLogger,
): Promise<Serving> {
  cluster.setupPrimary({ exec: entry, args: [] });
  const ending = new AbortController();
  const ready: Promise<number>[] = [];
  const ended: Promise<void>[] = [];
  for (let slot = 0; slot < count; slot++) {
    const { first, over } = keepRunning(orders, ending.signal, log);
    ready.push(first);
    ended.push(over);
  }
  const close = async () => {
    ending.abort();
    const impatience = setTimeout(() => signalAll('SIGKILL'), CLOSE_MS);
    signalAll('SIGTERM');
    await Promise.all(ended);
    clearTimeout(impatience);
  };
  try {
    const [port = 0] = await Promise.all(ready);
    return { port, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function signalAll(signal: NodeJS.Signals): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
}

/** One worker after the other, until `ending`. `first` is the port at which the first one listens. */
function keepRunning(
  orders: Orders,
  ending: AbortSignal,
  log: FastifyBaseLogger,
): { first: Promise<number>; over: Promise<void> } {
  let listening = (_port: number) => {};
  let failed = (_error: Error) => {};
  const first = new Promise<number>((resolve, reject) => {
    listening = resolve;
    failed = reject;
  });

  async function run(): Promise<void> {
    for (let failures = 0; !ending.aborted; ) {
      const began = performance.now();
      const worker = cluster.fork({ [ORDERS]: JSON.stringify(orders) });
      worker.once('listening', ({ port }) => listening(port));
      worker.once('message', (line: string) => {
        log.warn(`a server process could not begin: ${line}`);
        failed(new WorkerFailed(line));
      });
      const end = await endOf(worker);
      if (ending.aborted) return;
      log.warn(`server process ${worker.process.pid} ended with ${end} and is replaced`);
      failures = performance.now() - began > STEADY_MS ? 0 : failures + 1;
      await delay(pauseAfter(failures), undefined, { signal: ending }).catch(() => {});
    }
  }
  return { first, over: run() };
}

function endOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    worker.once('error', (error) => resolve(error.message));
  });
}

/** The first early death may be an accident; what dies again and again must not keep a core busy. */
export function pauseAfter(failures: number): number {
  return failures < 2 ? 0 : Math.min(1_000 * 2 ** (failures - 2), LONGEST_PAUSE_MS);
}
