import { bytesToHex } from '@noble/hashes/utils.js';
import { personOf } from './arithmetic.ts';
import type { Proof } from './proof.ts';
import type { Steps } from './steps.ts';

/** Each more doubles the work: all combinations are tried. */
export const CODES_MAX = 8;

export interface Sighting {
  number: number;
  /** The entrant's place in the roster, from 0; null when these tickets are nobody there. */
  place: number | null;
  won: boolean;
}

/**
 * In which of a proof's rosters the holder of these tickets stood. Somebody who entered more than once
 * is in the roster by all leads that were verified at that time, so any of them may have counted.
 */
export function* findEntrant(proof: Proof, tickets: readonly Uint8Array[]): Steps<Sighting[]> {
  const selves = combinations(tickets.slice(0, CODES_MAX)).map((some) =>
    bytesToHex(personOf(proof.eventId, some)),
  );
  const sightings: Sighting[] = [];
  for (const { number, roster, winnerIndex } of proof.draws) {
    const places = new Map(roster.map((person, place) => [person, place]));
    const self = selves.find((person) => places.has(person));
    const place = self === undefined ? null : (places.get(self) ?? null);
    sightings.push({ number, place, won: place !== null && place === winnerIndex });
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
