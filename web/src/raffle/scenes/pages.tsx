import { useEffect, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { listen } from '../../lib/queries/listen.ts';
import { useFit } from './use-fit.ts';

/** The time that a page of a list stays. */
const PAGE_MS = 8000;

/** The index of the page that is shown now; the pages take turns. */
export function useTurningPage(pages: number): number {
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    if (pages < 2) return;
    const timer = setInterval(() => setTurns((before) => before + 1), PAGE_MS);
    return () => clearInterval(timer);
  }, [pages]);
  return pages > 0 ? turns % pages : 0;
}

/** The rows of the current page. All pages have about as many rows, and never more than can be read. */
export function usePages<Row>(rows: readonly Row[], atMost: number) {
  const pages = Math.ceil(rows.length / atMost);
  const page = useTurningPage(pages);
  const perPage = Math.ceil(rows.length / pages);
  return { pages, page, perPage, shown: rows.slice(page * perPage, (page + 1) * perPage) };
}

/**
 * The most rows that a page may have. `reduce` makes it smaller when a page with that many rows did not fit even in the
 * smallest letters, so that nothing is cut; another content or another screen starts again.
 */
export function usePageLimit(content: string, atMost: number) {
  const [limit, setLimit] = useState({ content, atMost, most: atMost });
  const { most } = limit;
  if (limit.content !== content || limit.atMost !== atMost) {
    setLimit({ content, atMost, most: atMost });
  }
  useEffect(
    () => listen(window, { resize: () => setLimit((before) => ({ ...before, most: atMost })) }),
    [atMost],
  );
  const reduce = (rows: number) =>
    setLimit((before) => ({
      ...before,
      most: Math.max(1, Math.min(rows, before.most) - Math.ceil(rows / 4)),
    }));
  return { most, reduce };
}

/** The rows of the current page, and the box that is fitted to them. */
export function useFittedPages<Row, Box extends HTMLElement>(
  rows: readonly Row[],
  atMost: number,
  sizes: readonly number[],
) {
  const content = JSON.stringify(rows);
  const { most, reduce } = usePageLimit(content, atMost);
  const paged = usePages(rows, most);
  const { page, perPage } = paged;
  const box = useFit<Box>(sizes, `${content} ${page} ${most}`, Math.min(...sizes), () => {
    if (perPage > 1) reduce(perPage);
  });
  return { ...paged, box };
}

/** The most pages that are shown as dots. */
const DOTS_MAX = 12;

/** Dots that show the current page and the number of pages; many pages are counted. */
export function PageDots({ pages, page }: { pages: number; page: number }) {
  if (pages < 2) return null;
  if (pages > DOTS_MAX) {
    return (
      <p data-pages={pages} dir="ltr" className="text-center text-ink-2 tabular-nums">
        {page + 1} / {pages}
      </p>
    );
  }
  return (
    <div data-pages={pages} aria-hidden className="mt-[0.45rem] flex justify-center gap-[0.4rem]">
      {Array.from({ length: pages }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a page has no other identity.
          key={index}
          className={classNames(
            'h-[0.4rem] rounded-full transition-[width] duration-400',
            index === page ? 'w-[1.2rem] bg-accent' : 'w-[0.4rem] bg-line',
          )}
        />
      ))}
    </div>
  );
}

/** The remaining whole seconds, never negative. */
export function useSecondsUntil(until: number, now: () => number): number {
  const read = () => Math.max(0, Math.ceil((until - now()) / 1000));
  const [left, setLeft] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setLeft(read()), 250);
    return () => clearInterval(timer);
  });
  return left;
}
