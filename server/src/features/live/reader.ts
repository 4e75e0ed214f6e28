import type { ServerResponse } from 'node:http';

/** More than this unread, and a reader is dropped: it comes back and catches up when it can. */
const BEHIND_MAX_BYTES = 64 * 1024;

/** One page that watches. Writing to it never waits. */
export class Reader {
  readonly #response: ServerResponse;
  #stuck = false;

  constructor(response: ServerResponse, onClose: () => void) {
    this.#response = response;
    response.on('close', onClose);
    // A connection that breaks says 'close' as well; without this the error would end the process.
    response.on('error', () => {});
  }

  get closed(): boolean {
    return this.#response.destroyed;
  }

  write(text: string | Buffer): void {
    if (this.#response.destroyed) return;
    if (this.#response.writableLength > BEHIND_MAX_BYTES) this.drop();
    else this.#response.write(text);
  }

  /** Writes a heartbeat; a reader that has taken nothing since the last one is dropped. */
  writeHeartbeat(text: Buffer): void {
    const behind = this.#response.writableLength > 0;
    if (behind && this.#stuck) this.drop();
    else this.write(text);
    this.#stuck = behind;
  }

  drop(): void {
    this.#response.destroy();
  }

  end(): void {
    this.#response.end();
  }
}
