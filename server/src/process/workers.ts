import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ConnectionTarget } from '../db/connection.ts';
import type { OsUser } from '../db/embedded/process.ts';
import { exitCodeOf, explainFailure, WorkerFailed } from '../failure.ts';
import type { RunningServer } from './other-ports.ts';

/** What a worker needs to know that is not in its settings. */
export interface WorkerConfig {
  database: ConnectionTarget;
  /** The size of its pool. */
  connections: number;
  /** What a worker that was started by root becomes. */
  account?: OsUser | undefined;
  /** Settings that the main process has read from files. */
  secrets: Record<string, string>;
}

/** The environment variable that carries the configuration to a worker. It is not a setting. */
const CONFIG_VARIABLE = 'DRAWBRIDGE_WORKER_CONFIG';

/** A worker that has run this long counts as having started successfully. */
const STABLE_AFTER_MS = 10_000;
const MAX_RESTART_DELAY_MS = 30_000;
/** Longer than a worker takes to finish its responses. */
const CLOSE_TIMEOUT_MS = 20_000;

/** The configuration of this process, if it is a worker. */
export function readWorkerConfig(): WorkerConfig | undefined {
  const text = process.env[CONFIG_VARIABLE];
  return cluster.isWorker && text ? JSON.parse(text) : undefined;
}

/** Reports to the main process why this worker cannot start, and exits. */
export function reportFailure(error: unknown): void {
  const exitCode = exitCodeOf(error);
  const message: FailureMessage = { failure: explainFailure(error), exitCode };
  process.send?.(message, () => process.exit(exitCode));
}

interface FailureMessage {
  failure: string;
  exitCode: number;
}

/** Runs `count` processes of `entry` and replaces each one that dies. Resolves when all are listening. */
export async function startWorkers(
  count: number,
  entry: string,
  config: WorkerConfig,
  log: FastifyBaseLogger,
): Promise<RunningServer> {
  cluster.setupPrimary({ exec: entry, args: [] });
  const ending = new AbortController();
  const ready: Promise<number>[] = [];
  const ended: Promise<void>[] = [];
  for (let slot = 0; slot < count; slot++) {
    const { first, over } = superviseWorker(config, ending.signal, log);
    ready.push(first);
    ended.push(over);
  }
  const close = async () => {
    ending.abort();
    const killTimer = setTimeout(() => signalAll('SIGKILL'), CLOSE_TIMEOUT_MS);
    signalAll('SIGTERM');
    await Promise.all(ended);
    clearTimeout(killTimer);
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

/** Restarts one worker until `ending` is aborted. `first` resolves to the port once it is listening. */
function superviseWorker(
  config: WorkerConfig,
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
      const worker = cluster.fork({ [CONFIG_VARIABLE]: JSON.stringify(config) });
      worker.once('listening', ({ port }) => listening(port));
      worker.on('message', ({ failure, exitCode = 1 }: Partial<FailureMessage>) => {
        if (failure === undefined) return;
        log.warn(`a server process could not begin: ${failure}`);
        failed(new WorkerFailed(failure, exitCode));
      });
      const end = await endOf(worker);
      if (ending.aborted) return;
      log.warn(`server process ${worker.process.pid} ended with ${end} and is replaced`);
      failures = performance.now() - began > STABLE_AFTER_MS ? 0 : failures + 1;
      await delay(restartDelay(failures), undefined, { signal: ending }).catch(() => {});
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

/** The first failure is retried at once; repeated failures back off, to keep the CPU free. */
export function restartDelay(failures: number): number {
  return failures < 2 ? 0 : Math.min(1_000 * 2 ** (failures - 2), MAX_RESTART_DELAY_MS);
}
