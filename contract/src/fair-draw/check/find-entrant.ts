import { HASH_BYTES } from '../bytes.ts';
import { findLine, lineAt } from '../roster.ts';
import type { Proof, ProofRecord } from './proof.ts';

export interface RosterMatch {
  number: number;
  /** The index of the entrant's line in the roster; null if the ticket is not in the roster. */
  lineIndex: number | null;
  /** The line's numbers of tickets and of chances. */
  entries: number;
  chances: number;
  won: boolean;
}

/** Finds a ticket in the roster of a record. One ticket is enough, because a line holds all tickets of a person. */
export function findInRecord(record: ProofRecord, ticket: Uint8Array): RosterMatch | undefined {
  if (record.kind === 'forfeit' || record.kind === 'restored') return undefined;
  const { number, roster } = record;
  const lineIndex = findLine(roster, ticket);
  if (lineIndex === undefined)
    return { number, lineIndex: null, entries: 0, chances: 0, won: false };
  const { tickets, chances } = lineAt(roster, lineIndex);
  const won = record.kind === 'draw' && record.winners.some(({ index }) => index === lineIndex);
  return { number, lineIndex, entries: tickets.length / HASH_BYTES, chances, won };
}

/**
 * The largest number of entries in the found lines, if it is more than one. People who entered with the same phone
 * number share a line, and can tell by this number.
 */
export function sharedEntries(matches: readonly RosterMatch[]): number | undefined {
  const entries = Math.max(0, ...matches.map((match) => match.entries));
  return entries < 2 ? undefined : entries;
}

/** Finds a ticket in every roster of a proof, including those of void draws. */
export function findEntrant(proof: Proof, ticket: Uint8Array): RosterMatch[] {
  return proof.draws.flatMap((record) => findInRecord(record, ticket) ?? []);
}
