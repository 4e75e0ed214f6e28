import type { AdminLead } from '@drawbridge/contract/leads';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  Fragment,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Page } from '../../lib/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { leadPageQuery, PAGE_ROWS } from './api.ts';

/** Pages within this distance of what is in sight are rendered in advance. */
const MARGIN_PX = 600;
/** What covers the first rows: the top bar and the table's header, or a toolbar. */
const COVERED_PX = 96;

interface LeadPagesProps {
  /** The address of the first page. */
  url: string;
  /** Of each page. */
  role: 'rowgroup' | undefined;
  rowHeight: number;
  /** What scrolls, unless the whole page does. */
  scroller: HTMLElement | undefined;
  children: (lead: AdminLead, index: number) => ReactNode;
}

/**
 * A list as long as it has been scrolled. Pages out of sight are empty spaces of the same height and are
 * read again when they come back, so only the addresses of the pages stay.
 */
export function LeadPages({ url, ...shared }: LeadPagesProps) {
  const [known, setKnown] = useState([url]);
  const urls = known[0] === url ? known : [url];
  const onLoad = useCallback(
    (at: number, { next }: Page<AdminLead[]>) =>
      setKnown((before) => {
        const pages = before[0] === url ? before : [url];
        if (pages[at + 1] === next) return before;
        return [...pages.slice(0, at + 1), ...(next ? [next, ...pages.slice(at + 2)] : [])];
      }),
    [url],
  );
  return urls.map((pageUrl, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page keeps its place while its address changes.
    <LeadPage key={at} at={at} url={pageUrl} onLoad={onLoad} {...shared} />
  ));
}

interface LeadPageProps extends LeadPagesProps {
  at: number;
  onLoad: (at: number, page: Page<AdminLead[]>) => void;
}

function LeadPage({ role, rowHeight, scroller, onLoad, ...page }: LeadPageProps) {
  const block = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(page.at === 0);
  // The row that has the focus stays, however far it is scrolled away.
  const [focused, setFocused] = useState(false);
  const [rows, setRows] = useState(PAGE_ROWS);

  useEffect(() => {
    if (!block.current) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting ?? false),
      { root: scroller ?? null, rootMargin: `${MARGIN_PX}px 0px` },
    );
    observer.observe(block.current);
    return () => observer.disconnect();
  }, [scroller]);

  /** Keeps the rows on screen in their place when others arrive or go above them. */
  const stayInPlace = useCallback(
    (before: readonly AdminLead[], now: readonly AdminLead[]) => {
      const { top = 0 } = block.current?.getBoundingClientRect() ?? {};
      const edge = (scroller?.getBoundingClientRect().top ?? 0) + COVERED_PX;
      const moved = rowsMoved(before, now, Math.floor((edge - top) / rowHeight));
      const by = { top: moved * rowHeight, behavior: 'instant' } as const;
      if (moved !== 0) (scroller ?? window).scrollBy(by);
    },
    [scroller, rowHeight],
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the focus is.
    <div
      ref={block}
      role={role}
      style={{ minHeight: rows * rowHeight }}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        setFocused(currentTarget.contains(relatedTarget))
      }
    >
      {(near || focused) && (
        <LoadedPage
          {...page}
          onChange={stayInPlace}
          onLoad={(at, loaded) => {
            onLoad(at, loaded);
            setRows(loaded.rows.length);
          }}
        />
      )}
    </div>
  );
}

interface LoadedPageProps extends Pick<LeadPageProps, 'url' | 'at' | 'onLoad' | 'children'> {
  /** Called when the page has other leads than before. */
  onChange: (before: readonly AdminLead[], now: readonly AdminLead[]) => void;
}

function LoadedPage({ url, at, onLoad, onChange, children }: LoadedPageProps) {
  // When the page before it has changed, it begins elsewhere, and most of its leads are the same.
  const { data, isPlaceholderData, isLoadingError, refetch } = useQuery({
    ...leadPageQuery(url),
    placeholderData: keepPreviousData,
  });
  const before = useRef(data?.rows);
  const load = useEffectEvent(onLoad);
  useLayoutEffect(() => {
    if (before.current && data) onChange(before.current, data.rows);
    before.current = data?.rows;
  }, [data, onChange]);
  useLayoutEffect(() => {
    if (data && !isPlaceholderData) load(at, data);
  }, [data, isPlaceholderData, at]);

  if (isLoadingError) {
    return (
      <p>
        Could not load leads. <Button onClick={() => refetch()}>Try again</Button>
      </p>
    );
  }
  return data?.rows.map((lead, row) => (
    <Fragment key={lead.id}>{children(lead, at * PAGE_ROWS + row)}</Fragment>
  ));
}

/** By how many rows the first row on screen, or the next one that is still there, has moved. */
export function rowsMoved(
  before: readonly { id: string }[],
  now: readonly { id: string }[],
  firstRow: number,
): number {
  // At the top of the list, new rows come into sight.
  if (firstRow <= 0) return 0;
  const places = new Map(now.map(({ id }, place) => [id, place]));
  for (let place = firstRow; place < before.length; place += 1) {
    const found = places.get(before[place]?.id ?? '');
    if (found !== undefined) return found - place;
  }
  return 0;
}
