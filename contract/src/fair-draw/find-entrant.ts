import { HASH_BYTES } from './arithmetic.ts';
import type { Proof, ProofRecord } from './proof.ts';
import { findLine, lineAt } from './roster.ts';

export interface Sighting {
  number: number;
  /** The entrant's line in the roster, from 0; null when the ticket is in none. */
  place: number | null;
  /** How many tickets there are in that line. */
  entries: number;
  won: boolean;
}

/** Whether a ticket was in a draw. One is enough: it stands in its person's line with the others. */
export function findInRecord(record: ProofRecord, ticket: Uint8Array): Sighting | undefined {
  if (record.kind === 'forfeit') return undefined;
  const place = findLine(record.roster, ticket) ?? null;
  const won = record.kind === 'draw' && place === record.winnerIndex;
  const entries = place === null ? 0 : lineAt(record.roster, place).length / HASH_BYTES;
  return { number: record.number, place, entries, won };
}

/** Several people who were put onto one number share a line; they see it by its entries. */
export function sharedLineText(sightings: readonly Sighting[]): string | undefined {
  const entries = Math.max(0, ...sightings.map((sighting) => sighting.entries));
  if (entries < 2) return undefined;
  return `Your line holds ${entries} entries under one phone number. If you entered fewer times, ask the organiser.`;
}

/** In which of a proof's rosters the holder of this ticket was, void draws included. */
export function findEntrant(proof: Proof, ticket: Uint8Array): Sighting[] {
  return proof.draws.flatMap((record) => findInRecord(record, ticket) ?? []);
}
