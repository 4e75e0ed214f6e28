import type { SeenRollCall } from '@drawbridge/contract/fair-draw/sealed/seal-check';
import { HEARTBEAT_MS } from '@drawbridge/contract/raffle/stage';
import { readStored, writeStored } from './storage.ts';

const KEPT = 50;

const seenKey = (eventId: string) => `roll-calls ${eventId}`;

/** The second at which a roll call was opened, which names it. */
export const momentOfRollCall = (rollCall: number): string =>
  new Date(rollCall * 1000).toISOString();

/** The roll calls of an event that this device saw open, with their times. */
export function readSeenRollCalls(eventId: string): SeenRollCall[] {
  return JSON.parse(readStored(seenKey(eventId)) ?? '[]');
}

/** Records which roll calls of an event this device sees open, from the messages that reach it. */
export class RollCallWatch {
  readonly #eventId: string;
  #open: number | undefined;
  #lastMessageAt = 0;

  constructor(eventId: string) {
    this.#eventId = eventId;
  }

  /** Handles a message; `current` is undefined unless the message says whether a roll call is open. */
  hear(now: number, current?: { rollCall: number } | null): void {
    // After a longer silence, the time at which it was closed is unknown.
    const connected = now - this.#lastMessageAt <= 2 * HEARTBEAT_MS;
    if (this.#open && (connected || current?.rollCall === this.#open)) {
      this.#see(this.#open, now);
    }
    this.#lastMessageAt = now;
    if (current === undefined || current?.rollCall === this.#open) return;
    this.#open = current?.rollCall;
    if (this.#open) this.#see(this.#open, now);
  }

  #see(rollCall: number, now: number): void {
    const seen = readSeenRollCalls(this.#eventId);
    const { from } = seen.find((each) => each.rollCall === rollCall) ?? { from: now };
    const others = seen.filter((each) => each.rollCall !== rollCall);
    const next = [...others, { rollCall, from, to: now }].slice(-KEPT);
    writeStored(seenKey(this.#eventId), JSON.stringify(next));
  }
}
