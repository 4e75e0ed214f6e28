import type { ServerResponse } from 'node:http';
import type { LiveScreen } from '@drawbridge/contract/raffle/stage';

/** The limit for unread data. A reader above it is dropped, reconnects and catches up. */
const UNREAD_MAX_BYTES = 64 * 1024;

/** One open page. Writing to it never blocks. */
export class Reader {
  readonly screen: LiveScreen | undefined;
  readonly #response: ServerResponse;
  /** The size of the catch-up while the reader has not read it. */
  #catchingUp = 0;

  constructor(response: ServerResponse, onClose: () => void, screen?: LiveScreen) {
    this.screen = screen;
    this.#response = response;
    response.on('close', onClose);
    // The 'close' listener handles a broken connection. Without this listener its error would end the process.
    response.on('error', () => {});
  }

  get closed(): boolean {
    return this.#response.destroyed;
  }

  /** Writes the data that the page needs first. Its size does not count towards the limit. */
  catchUp(text: Buffer): void {
    if (this.#response.destroyed) return;
    this.#catchingUp = text.length;
    this.#response.write(text, () => {
      this.#catchingUp = 0;
    });
  }

  write(text: Buffer): void {
    if (this.#response.destroyed) return;
    if (this.#response.writableLength > UNREAD_MAX_BYTES + this.#catchingUp) this.drop();
    else this.#response.write(text);
  }

  /**
   * Skips a reader with unread data: a heartbeat would restart the server's timeout for clients that do not read.
   */
  writeHeartbeat(text: Buffer): void {
    if (this.#response.writableLength === 0) this.write(text);
  }

  drop(): void {
    this.#response.destroy();
  }

  end(): void {
    this.#response.end();
  }
}
