import type { DrawList, DrawRecord, RaffleRecord } from '@drawbridge/contract/draws';
import { formatMomentDay } from '../../lib/formats.ts';

/** Whether a record has a roster; a forfeit has none. */
export function hasRoster(
  record: RaffleRecord,
): record is Exclude<RaffleRecord, { kind: 'forfeit' }> {
  return record.kind !== 'forfeit';
}

/** The forfeit of a draw, if its winner has forfeited. */
export function forfeitOf({ draws }: DrawList, number: number) {
  return draws.find((record) => record.kind === 'forfeit' && record.forfeits === number) as
    | Extract<RaffleRecord, { kind: 'forfeit' }>
    | undefined;
}

/** Whether a winner is shown in a short form, which cannot be checked. */
export function isShort(record: RaffleRecord): boolean {
  return record.kind === 'draw' && record.winner !== null && record.winnerSalt === null;
}

/** The prize of a draw, according to its record. */
export function prizeOf(draw: { prizeId: string | null; prizeName: string | null }): string {
  return draw.prizeName ?? (draw.prizeId === null ? 'General draw' : 'A prize');
}

/** When and why a winner's name was erased. */
export function erasedText({ at, because }: NonNullable<DrawRecord['erased']>): string {
  const why =
    because === 'request'
      ? `The name was erased at the person’s request on ${formatMomentDay(at)}.`
      : `The name was erased on ${formatMomentDay(at)}, because the organiser keeps entries only for a limited time.`;
  return `${why} The proof still holds: it is about the tickets.`;
}
