import type { ServerResponse } from 'node:http';

export interface Watching {
  /** The address of the reader's network. */
  address: string;
  signedIn: boolean;
}

/**
 * The open live streams. While there is room, every reader gets one. When it is full, the address with the most streams
 * makes room for other addresses, and for walls, remotes and organisers until these have half of all streams.
 */
export class Streams {
  readonly #limit: number;
  /** The streams of readers who have not logged in, by address, the oldest first. */
  readonly #anonymous = new Map<string, Set<ServerResponse>>();
  readonly #signedIn = new Set<ServerResponse>();
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a stream until it is closed; returns false if there is no room for it. */
  add(stream: ServerResponse, { address, signedIn }: Watching): boolean {
    // Its client has disconnected meanwhile.
    if (stream.destroyed) return true;
    if (this.#size >= this.#limit && !this.#makeRoom({ address, signedIn })) return false;
    const streams = signedIn ? this.#signedIn : (this.#anonymous.get(address) ?? new Set());
    if (!signedIn) this.#anonymous.set(address, streams);
    streams.add(stream);
    this.#size += 1;
    stream.once('close', () => this.#remove(stream, streams, address));
    return true;
  }

  #makeRoom({ address, signedIn }: Watching): boolean {
    let largest: [address: string, streams: Set<ServerResponse>] | undefined;
    for (const entry of this.#anonymous) {
      if (entry[1].size > (largest?.[1].size ?? 0)) largest = entry;
    }
    const [oldest] = largest?.[1] ?? [];
    if (!largest || !oldest) return false;
    const mayTake = signedIn
      ? this.#signedIn.size < this.#limit / 2
      : // With as many afterwards, the two addresses would take the stream from each other for ever.
        largest[1].size > (this.#anonymous.get(address)?.size ?? 0) + 1;
    if (!mayTake) return false;
    this.#remove(oldest, largest[1], largest[0]);
    oldest.destroy();
    return true;
  }

  #remove(stream: ServerResponse, streams: Set<ServerResponse>, address: string): void {
    if (!streams.delete(stream)) return;
    this.#size -= 1;
    if (streams.size === 0 && streams !== this.#signedIn) this.#anonymous.delete(address);
  }
}
