/** Limits the number of concurrent tasks; the others wait in order of arrival. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  async acquire(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}

/**
 * Limits the number of concurrent tasks, in total and per client, so that one client with many does not block the
 * others.
 */
export class FairSemaphore {
  readonly #all: Semaphore;
  readonly #perClient: number;
  readonly #clients = new Map<string, { semaphore: Semaphore; tasks: number }>();

  constructor(limit: number, perClient: number) {
    this.#all = new Semaphore(limit);
    this.#perClient = perClient;
  }

  /** Waits for a free slot, and returns the function that releases it. */
  async acquire(clientId: string): Promise<() => void> {
    const client = this.#clients.get(clientId) ?? {
      semaphore: new Semaphore(this.#perClient),
      tasks: 0,
    };
    this.#clients.set(clientId, client);
    client.tasks += 1;
    await client.semaphore.acquire();
    await this.#all.acquire();
    return () => {
      this.#all.release();
      client.semaphore.release();
      client.tasks -= 1;
      if (client.tasks === 0) this.#clients.delete(clientId);
    };
  }

  async run<T>(clientId: string, task: () => Promise<T>): Promise<T> {
    const release = await this.acquire(clientId);
    try {
      return await task();
    } finally {
      release();
    }
  }
}
