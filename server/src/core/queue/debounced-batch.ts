/** Collects ids and passes them on together: some time after the first of them, or when the server stops. */
export class DebouncedBatch {
  readonly #waitMs: number;
  readonly #take: (ids: readonly string[]) => Promise<void>;
  #ids: string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(waitMs: number, take: (ids: readonly string[]) => Promise<void>) {
    this.#waitMs = waitMs;
    this.#take = take;
  }

  add(id: string): void {
    this.#ids.push(id);
    this.#timer ??= setTimeout(() => void this.finish(), this.#waitMs).unref();
  }

  /** Passes on the remaining ids. */
  async finish(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const ids = this.#ids;
    this.#ids = [];
    if (ids.length > 0) await this.#take(ids);
  }
}
