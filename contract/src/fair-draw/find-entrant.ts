import type { Proof, ProofRecord } from './proof.ts';
import { findLine } from './roster.ts';

export interface Sighting {
  number: number;
  /** The entrant's line in the roster, from 0; null when the ticket is in none. */
  place: number | null;
  won: boolean;
}

/** Whether a ticket was in a draw. One is enough: it stands in its person's line with the others. */
export function findInRecord(record: ProofRecord, ticket: Uint8Array): Sighting | undefined {
  if (record.kind === 'forfeit') return undefined;
  const place = findLine(record.roster, ticket) ?? null;
  const won = record.kind === 'draw' && place === record.winnerIndex;
  return { number: record.number, place, won };
}

/** In which of a proof's rosters the holder of this ticket was, void draws included. */
export function findEntrant(proof: Proof, ticket: Uint8Array): Sighting[] {
  return proof.draws.flatMap((record) => findInRecord(record, ticket) ?? []);
}
