import type { RaffleRecord, SealedDraw } from '../draws.ts';
import { HASH_BYTES } from './arithmetic.ts';
import { QUICKNET, roundTime } from './beacon.ts';
import { winnersOf } from './comparison.ts';
import type { Proof, ProofRecord } from './proof.ts';
import { findLine, lineAt } from './roster.ts';
import { winnersByBeacon } from './watched.ts';

export interface RosterMatch {
  number: number;
  /** The index of the entrant's line in the roster; null if the ticket is not in the roster. */
  place: number | null;
  /** The number of tickets in that line. */
  entries: number;
  won: boolean;
}

/** Whether a ticket was in a draw. One ticket is enough, because a line holds all tickets of a person. */
export function findInRecord(record: ProofRecord, ticket: Uint8Array): RosterMatch | undefined {
  if (record.kind === 'forfeit' || record.kind === 'restored') return undefined;
  const place = findLine(record.roster, ticket) ?? null;
  const won = record.kind === 'draw' && winnersOf(record).some(({ index }) => index === place);
  const entries = place === null ? 0 : lineAt(record.roster, place).length / HASH_BYTES;
  return { number: record.number, place, entries, won };
}

/** The lines that would have won a draw that was voided, once the beacon that it was sealed for is known. */
export function wouldHaveWon(record: RaffleRecord): number[] {
  if (record.kind !== 'void' || !('seal' in record) || record.beacon === null) return [];
  return winnersByBeacon(record, record.beacon);
}

/** Whether since the last draw one was voided that a beacon was to decide, whatever came between. */
export function isRepeated(draws: readonly RaffleRecord[], record: RaffleRecord): boolean {
  if (record.kind !== 'draw') return false;
  const before = draws.filter(({ number }) => number < record.number);
  const last = before.findLastIndex(({ kind }) => kind === 'draw');
  return before
    .slice(last + 1)
    .some((each) => each.kind === 'void' && 'seal' in each && each.seal.source.kind === 'beacon');
}

/** What a prize was called in an earlier draw, if that was another name. */
export function earlierPrizeName(
  draws: readonly RaffleRecord[],
  record: RaffleRecord,
): string | undefined {
  if (!('prizeId' in record) || record.prizeId === null) return undefined;
  const { number, prizeId, prizeName } = record;
  const names = draws.flatMap((each) =>
    'prizeId' in each && each.number < number && each.prizeId === prizeId ? each.prizeName : [],
  );
  return names.findLast((name) => name !== null && name !== prizeName) ?? undefined;
}

/** The round of a seal that has passed, although the record has no beacon of it. */
export function missedRound(sealed: RaffleRecord | SealedDraw): number | undefined {
  const source = 'seal' in sealed ? sealed.seal?.source : undefined;
  if (source?.kind !== 'beacon' || ('beacon' in sealed && sealed.beacon)) return undefined;
  return roundTime(QUICKNET, source.round) < Date.now() ? source.round : undefined;
}

/** People entered under the same phone number share a line, and can tell by its number of entries. */
export function sharedEntries(matches: readonly RosterMatch[]): number | undefined {
  const entries = Math.max(0, ...matches.map((match) => match.entries));
  return entries < 2 ? undefined : entries;
}

/** Finds a ticket in every roster of a proof, including those of void draws. */
export function findEntrant(proof: Proof, ticket: Uint8Array): RosterMatch[] {
  return proof.draws.flatMap((record) => findInRecord(record, ticket) ?? []);
}
