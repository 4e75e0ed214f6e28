import type { DrawList, RaffleRecord } from '@drawbridge/contract/draws';

/** Records with a roster; a forfeit has none. */
export function hasRoster(
  record: RaffleRecord,
): record is Exclude<RaffleRecord, { kind: 'forfeit' }> {
  return record.kind !== 'forfeit';
}

/** The forfeit of a draw, if its winner did not take the prize. */
export function forfeitOf({ draws }: DrawList, number: number) {
  return draws.find((record) => record.kind === 'forfeit' && record.forfeits === number) as
    | Extract<RaffleRecord, { kind: 'forfeit' }>
    | undefined;
}

/** A winner in a short form, whose name cannot be checked. */
export function isShort(record: RaffleRecord): boolean {
  return record.kind === 'draw' && record.winner !== null && record.winnerSalt === null;
}

/** What a draw was for, as its record says. */
export function prizeOf(draw: { prizeId: string | null; prizeName: string | null }): string {
  return draw.prizeName ?? (draw.prizeId === null ? 'General draw' : 'A prize');
}
