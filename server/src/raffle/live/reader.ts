import type { ServerResponse } from 'node:http';
import type { LiveScreen } from '@drawbridge/contract/raffle/stage';

/** A reader with more unread data is dropped; it reconnects and catches up. */
const UNREAD_MAX_BYTES = 64 * 1024;

/** One open page. Writing to it never blocks. */
export class Reader {
  readonly screen: LiveScreen | undefined;
  readonly #response: ServerResponse;
  /** How many bytes of its catch-up a reader may still have to read. */
  #catchingUp = 0;

  constructor(response: ServerResponse, onClose: () => void, screen?: LiveScreen) {
    this.screen = screen;
    this.#response = response;
    response.on('close', onClose);
    // A broken connection also emits 'close'. Without this listener the error would end the process.
    response.on('error', () => {});
  }

  get closed(): boolean {
    return this.#response.destroyed;
  }

  /** Writes what the page needs first. However long it takes to read that, it is not dropped for its size. */
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

  /** A reader that is behind gets none: the server's limit for clients that take nothing must not begin anew. */
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
