import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { ProcessMetrics } from './process-metrics.ts';

type Numbers = MetricObjectWithValues<MetricValue<string>>[];

const REQUEST = 'metrics';
/** A worker that is busy for longer is reported with its previous values. */
const ANSWER_WITHIN_MS = 3_000;

const answerOf = (message: unknown): Numbers | undefined =>
  (message as { metrics?: Numbers } | null)?.metrics;

/** In a worker: sends its numbers to the main process when asked. */
export function answerMainProcess(metrics: ProcessMetrics): void {
  process.on('message', async (message) => {
    if (message !== REQUEST) return;
    process.send?.({ metrics: await metrics.readAsJson() });
  });
}

/**
 * In the main process: adds up the numbers of all workers. What a worker had counted when it died stays in
 * the sums, because a counter that falls looks to Prometheus like one that began again from zero.
 */
export class WorkerMetrics {
  readonly #latest = new Map<number, Numbers>();
  #ofDeadWorkers: Numbers = [];

  constructor() {
    cluster.on('message', (worker, message) => {
      const numbers = answerOf(message);
      if (numbers) this.#latest.set(worker.id, numbers);
    });
    cluster.on('exit', ({ id }) => {
      const numbers = this.#latest.get(id);
      this.#latest.delete(id);
      if (numbers) this.#keep(numbers);
    });
  }

  async read(): Promise<string> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map(ask));
    return AggregatorRegistry.aggregate([...this.#latest.values(), this.#ofDeadWorkers]).metrics();
  }

  #keep(numbers: Numbers): void {
    const counted = numbers.filter(({ type }) => isCounted(String(type)));
    const sum = AggregatorRegistry.aggregate([this.#ofDeadWorkers, counted]);
    // Aggregated metrics hold their values, so nothing has to be waited for.
    this.#ofDeadWorkers = sum.getMetricsAsArray() as unknown as Numbers;
  }
}

const isCounted = (type: string) => type === 'counter' || type === 'histogram';

/** Resolves when the worker has answered, is gone or has taken too long. */
function ask(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('exit', done);
      resolve();
    };
    const onMessage = (message: unknown) => {
      if (answerOf(message)) done();
    };
    const timer = setTimeout(done, ANSWER_WITHIN_MS);
    worker.on('message', onMessage);
    worker.once('exit', done);
    if (worker.isConnected()) worker.send(REQUEST, () => {});
    else done();
  });
}
