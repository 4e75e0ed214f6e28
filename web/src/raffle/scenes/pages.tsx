import { useEffect, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';

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

/** Dots that show the current page and the number of pages. */
export function PageDots({ pages, page }: { pages: number; page: number }) {
  if (pages < 2) return null;
  return (
    <div aria-hidden className="mt-[0.45rem] flex justify-center gap-[0.4rem]">
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
