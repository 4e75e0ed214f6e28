import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  Fragment,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Page } from '../../../lib/api/api-client.ts';
import { say } from '../../../lib/texts/say.ts';
import { Button } from '../../../ui/button.tsx';
import { leadPageQuery, PAGE_ROWS } from '../api.ts';

/** The distance from the visible area within which rows are rendered in advance. */
const MARGIN_PX = 400;
/** The height of the parts that cover the first rows: the top bar and the table's header, or a toolbar. */
const COVERED_PX = 96;

interface LeadPagesProps {
  /** The address of the first page. */
  url: string;
  role: 'rowgroup' | undefined;
  rowHeight: number;
  /** The scrolling element, unless the whole page scrolls. */
  scroller: HTMLElement | undefined;
  /** The index of the open lead. Its neighbours can be opened next at any scroll position. */
  openPlace?: number | undefined;
  children: (lead: AdminLead, index: number) => ReactNode;
}

/**
 * A list as long as it has been scrolled. Rows out of view are empty space, and pages out of view are fetched again
 * when they come back, so only the addresses of the pages stay.
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
  const list = useRef<HTMLDivElement>(null);
  const inSight = useRowsInSight(list, shared.rowHeight, shared.scroller);
  return (
    <div ref={list}>
      {urls.map((pageUrl, at) => (
        <LeadPage
          // biome-ignore lint/suspicious/noArrayIndexKey: a page keeps its place while its address changes.
          key={at}
          at={at}
          url={pageUrl}
          from={inSight.first - at * PAGE_ROWS}
          to={inSight.end - at * PAGE_ROWS}
          onLoad={onLoad}
          {...shared}
        />
      ))}
    </div>
  );
}

/** The visible rows and those near them, until `end`. A page of rows at once would take too long to render. */
function useRowsInSight(
  list: RefObject<HTMLDivElement | null>,
  rowHeight: number,
  scroller: HTMLElement | undefined,
) {
  const [rows, setRows] = useState({ first: 0, end: 0 });
  useLayoutEffect(() => {
    const look = () => {
      const above = scroller?.getBoundingClientRect().top ?? 0;
      const top = above - (list.current?.getBoundingClientRect().top ?? 0);
      const height = scroller?.clientHeight ?? innerHeight;
      const first = Math.floor((top - MARGIN_PX) / rowHeight);
      const end = Math.ceil((top + height + MARGIN_PX) / rowHeight);
      setRows((before) => (before.first === first && before.end === end ? before : { first, end }));
    };
    look();
    const target = scroller ?? window;
    target.addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    // The content above the list may become higher.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => {
      target.removeEventListener('scroll', look);
      removeEventListener('resize', look);
      observer.disconnect();
    };
  }, [list, rowHeight, scroller]);
  return rows;
}

interface LeadPageProps extends LeadPagesProps {
  at: number;
  /** The range of rows to render, counted from the first of this page. */
  from: number;
  to: number;
  onLoad: (at: number, page: Page<AdminLead[]>) => void;
}

function LeadPage({
  role,
  rowHeight,
  scroller,
  openPlace,
  from,
  to,
  onLoad,
  ...page
}: LeadPageProps) {
  const block = useRef<HTMLDivElement>(null);
  // The focused row and its neighbours stay rendered, however far they are scrolled away.
  const [focused, setFocused] = useState(false);
  const [rows, setRows] = useState(PAGE_ROWS);
  const fromOpen = openPlace === undefined ? Number.NaN : openPlace - page.at * PAGE_ROWS;
  const whole = focused || (fromOpen >= -1 && fromOpen <= PAGE_ROWS);
  const first = whole ? 0 : Math.min(Math.max(from, 0), rows);
  const end = whole ? rows : Math.min(Math.max(to, 0), rows);

  /** Keeps the rows on screen in place when rows above them arrive or are removed. */
  const stayInPlace = useCallback(
    (before: readonly AdminLead[], now: readonly AdminLead[]) => {
      const { top = 0 } = block.current?.getBoundingClientRect() ?? {};
      const edge = (scroller?.getBoundingClientRect().top ?? 0) + COVERED_PX;
      const moved = rowOffset(before, now, Math.floor((edge - top) / rowHeight));
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
      style={{
        minHeight: rows * rowHeight,
        paddingTop: first * rowHeight,
      }}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        setFocused(currentTarget.contains(relatedTarget))
      }
    >
      {first < end && (
        <LoadedPage
          {...page}
          first={first}
          end={end}
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
  /** The range of its rows that are rendered. */
  first: number;
  end: number;
  /** Called when the leads of the page have changed. */
  onChange: (before: readonly AdminLead[], now: readonly AdminLead[]) => void;
}

function LoadedPage({ url, at, first, end, onLoad, onChange, children }: LoadedPageProps) {
  // A change of the previous page shifts where this one begins, and most of its leads stay the same.
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
        {say('Could not load leads.')} <Button onClick={() => refetch()}>{say('Try again')}</Button>
      </p>
    );
  }
  return data?.rows
    .slice(first, end)
    .map((lead, row) => (
      <Fragment key={lead.id}>{children(lead, at * PAGE_ROWS + first + row)}</Fragment>
    ));
}

/** The number of rows by which the first row on screen has moved, or the next one that still exists. */
export function rowOffset(
  before: readonly { id: string }[],
  now: readonly { id: string }[],
  firstRow: number,
): number {
  // New rows come into view at the top of the list.
  if (firstRow <= 0) return 0;
  const places = new Map(now.map(({ id }, index) => [id, index]));
  for (let index = firstRow; index < before.length; index += 1) {
    const found = places.get(before[index]?.id ?? '');
    if (found !== undefined) return found - index;
  }
  return 0;
}
