import type { ServerResponse } from 'node:http';

/** A reader with more unread data is dropped; it reconnects and catches up. */
const UNREAD_MAX_BYTES = 64 * 1024;

/** One open page. Writing to it never blocks. */
export class Reader {
  readonly #response: ServerResponse;
  #stuck = false;

  constructor(response: ServerResponse, onClose: () => void) {
    this.#response = response;
    response.on('close', onClose);
    // A broken connection also emits 'close'. Without this listener the error would end the process.
    response.on('error', () => {});
  }

  get closed(): boolean {
    return this.#response.destroyed;
  }

  write(text: string | Buffer): void {
    if (this.#response.destroyed) return;
    if (this.#response.writableLength > UNREAD_MAX_BYTES) this.drop();
    else this.#response.write(text);
  }

  /** Writes a heartbeat, or drops a reader that has read nothing since the last one. */
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
