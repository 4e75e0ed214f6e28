/** Everything that is sent to many readers: one copy of each, and the least recently used go first. */
export class SharedBuffers<Entry extends { bytes: Buffer }> {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  readonly #building = new Map<string, Promise<Entry | undefined>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** All callers that ask for the same key at once wait for one `build`. */
  async get(key: string, build: () => Promise<Entry | undefined>): Promise<Entry | undefined> {
    const known = this.#entries.get(key);
    if (known) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    let building = this.#building.get(key);
    if (!building) {
      building = build()
        .then((entry) => this.#keep(key, entry))
        .finally(() => this.#building.delete(key));
      this.#building.set(key, building);
    }
    return building;
  }

  #keep(key: string, entry: Entry | undefined): Entry | undefined {
    if (!entry) return undefined;
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes.length;
    for (const [oldest, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes || oldest === key) break;
      this.#entries.delete(oldest);
      this.#bytes -= bytes.length;
    }
    return entry;
  }
}
