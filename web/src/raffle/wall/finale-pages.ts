import type { PrizeGroup } from '../scenes/board.tsx';

/** The most winners and cards on a page that several prizes share. */
const SHARED_MAX = 9;

/**
 * The cards of each page, with at most `most` winners. Prizes with few winners share a page; one with many has pages of
 * its own, with about as many winners each.
 */
export function packPages(groups: readonly PrizeGroup[], max: number): PrizeGroup[][] {
  const shared = Math.min(SHARED_MAX, max);
  let best = packWith(groups, shared, max);
  // A lower limit that needs no more pages fills them evenly.
  for (let limit = shared - 1; limit > 0; limit -= 1) {
    const pages = packWith(groups, limit, max);
    if (pages.length > best.length) break;
    best = pages;
  }
  return best;
}

function packWith(groups: readonly PrizeGroup[], shared: number, max: number): PrizeGroup[][] {
  const pages: PrizeGroup[][] = [];
  let [page, count] = [[] as PrizeGroup[], 0];
  const close = () => {
    if (page.length > 0) pages.push(page);
    [page, count] = [[], 0];
  };
  for (const group of groups) {
    const { length } = group.winners;
    if (count + length > shared) close();
    if (length > shared) {
      pages.push(...splitEvenly(group, max));
      continue;
    }
    page.push(group);
    count += length;
  }
  close();
  return pages;
}

function splitEvenly(group: PrizeGroup, max: number): PrizeGroup[][] {
  const pages = Math.ceil(group.winners.length / max);
  const perPage = Math.ceil(group.winners.length / pages);
  return Array.from({ length: pages }, (_, index) => [
    { ...group, winners: group.winners.slice(index * perPage, (index + 1) * perPage) },
  ]);
}
