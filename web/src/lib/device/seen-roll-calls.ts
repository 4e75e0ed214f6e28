import type { SeenRollCall } from '@drawbridge/contract/fair-draw/sealed/seal-check';
import { HEARTBEAT_MS } from '@drawbridge/contract/raffle/stage';
import { readStored, writeStored } from './storage.ts';

const KEPT = 50;

const seenKey = (eventId: string) => `roll-calls ${eventId}`;

/** When a roll call was opened: it is named by that second. */
export const momentOfRollCall = (rollCall: number): string =>
  new Date(rollCall * 1000).toISOString();

/** The roll calls of an event that this device saw open, and when. */
export function readSeenRollCalls(eventId: string): SeenRollCall[] {
  return JSON.parse(readStored(seenKey(eventId)) ?? '[]');
}

/** Keeps which roll calls of an event this device sees open, by the messages that reach it. */
export class RollCallWatch {
  readonly #eventId: string;
  #open: number | undefined;
  #heardAt = 0;

  constructor(eventId: string) {
    this.#eventId = eventId;
  }

  /** Takes a message; `current` is undefined unless it says whether a roll call is open. */
  hear(now: number, current?: { rollCall: number } | null): void {
    // After a longer silence nobody knows when it was closed.
    const connected = now - this.#heardAt <= 2 * HEARTBEAT_MS;
    if (this.#open && (connected || current?.rollCall === this.#open)) {
      this.#see(this.#open, now);
    }
    this.#heardAt = now;
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
