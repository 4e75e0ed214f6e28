import { bytesToHex } from '@noble/hashes/utils.js';
import { personOf } from './arithmetic.ts';
import type { Proof } from './proof.ts';
import type { Steps } from './steps.ts';

/** Each more doubles the work: all combinations are tried. */
export const CODES_MAX = 10;

export interface Sighting {
  number: number;
  /** The entrant's place in the roster, from 0; null when these tickets are nobody there. */
  place: number | null;
  won: boolean;
}

const STEP = 16_384;

/**
 * In which of a proof's rosters the holder of these tickets stood. Somebody who entered more than once
 * is in the roster by all leads that were verified at that time, so any of them may have counted.
 */
export function* findEntrant(proof: Proof, tickets: readonly Uint8Array[]): Steps<Sighting[]> {
  if (tickets.length > CODES_MAX) throw new RangeError(`More than ${CODES_MAX} entry codes`);
  const selves = new Set<string>();
  for (const some of combinations(tickets)) selves.add(bytesToHex(personOf(proof.eventId, some)));
  yield;
  const sightings: Sighting[] = [];
  for (const { number, roster, winnerIndex } of proof.draws) {
    // Somebody may give the codes of a whole family: that one of them won is what to tell first.
    const won = winnerIndex !== null && selves.has(roster[winnerIndex] ?? '');
    let found = won ? winnerIndex : null;
    for (let place = 0; found === null && place < roster.length; place += 1) {
      if (place % STEP === STEP - 1) yield;
      if (selves.has(roster[place] as string)) found = place;
    }
    sightings.push({ number, place: found, won });
    yield;
  }
  return sightings;
}

/** All selections of at least one. */
function combinations<Item>(items: readonly Item[]): Item[][] {
  const found: Item[][] = [];
  for (const item of items) {
    found.push([item], ...found.map((selection) => [...selection, item]));
  }
  return found;
}
