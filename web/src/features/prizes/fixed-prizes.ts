import type { DrawList } from '@drawbridge/contract/draws';

/** The prizes that have a standing winner or are in a sealed draw. They can no longer be changed. */
export function fixedPrizes({ draws, sealed }: DrawList): Set<string> {
  const forfeited = new Set(
    draws.flatMap((record) => (record.kind === 'forfeit' ? [record.forfeits] : [])),
  );
  const ids = draws.flatMap((record) =>
    record.kind === 'draw' && record.prizeId && !forfeited.has(record.number)
      ? [record.prizeId]
      : [],
  );
  return new Set(sealed?.prizeId ? [...ids, sealed.prizeId] : ids);
}
