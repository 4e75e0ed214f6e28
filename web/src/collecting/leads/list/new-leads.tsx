import type { LeadCounts } from '@drawbridge/contract/raffle/live';
import { ArrowUp } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { listen } from '../../../lib/queries/listen.ts';
import { followSessionStream } from '../../../lib/queries/live.ts';
import { newLeadsText } from '../../../lib/texts/figures.ts';
import { TOP_BAR_SPACE } from '../../../ui/frame/sidebar.tsx';

/** The interval within which new leads are fetched together. */
const READ_INTERVAL_MS = 5_000;
const RETRY_INTERVAL_MS = 500;
/** The time without pointing, typing or scrolling after which rows may be inserted. */
const IDLE_MS = 1_500;
/** No rows are inserted while one of these is open: the user is about to choose something. */
const OPEN_OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

export interface NewLeadsProps {
  /** The number of leads that are not on screen yet. */
  count: number;
  /** True if they may appear by themselves. */
  quietly: boolean;
  onRead: () => void;
  /** Shows the new leads on request. */
  onShow: () => void;
}

/**
 * Lets new leads appear by themselves while that does not disturb the user. Otherwise it shows their number in the top
 * bar, and inserts nothing until that is pressed.
 */
export function NewLeads({ count, quietly, onRead, onShow }: NewLeadsProps) {
  const readAt = useRef(0);
  const activeAt = useRef(0);
  const waiting = quietly && count > 0;
  const readIfIdle = useEffectEvent(() => {
    const now = Date.now();
    const early = now - readAt.current < READ_INTERVAL_MS || now - activeAt.current < IDLE_MS;
    if (early || document.hidden || document.querySelector(OPEN_OVERLAY)) return;
    readAt.current = now;
    onRead();
  });

  useEffect(() => {
    const recordActivity = () => {
      activeAt.current = Date.now();
    };
    const activity = {
      pointermove: recordActivity,
      pointerdown: recordActivity,
      keydown: recordActivity,
      wheel: recordActivity,
    };
    return listen(window, { ...activity, touchmove: recordActivity }, { passive: true });
  }, []);
  useEffect(() => {
    if (!waiting) return;
    readIfIdle();
    const timer = setInterval(readIfIdle, RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [waiting]);

  const space = document.getElementById(TOP_BAR_SPACE);
  if (quietly || !space) return null;

  return createPortal(
    <div role="status" className="flex justify-center">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="flex h-11 animate-appear items-center gap-2 rounded-full border border-accent bg-accent-soft px-4 font-semibold text-accent-ink text-sm tabular-nums hover:bg-card md:h-9"
        >
          <ArrowUp aria-hidden className="size-4" />
          {newLeadsText(count)}
        </button>
      )}
    </div>,
    space,
  );
}

/** The number of leads of each event, which the server sends at every change; undefined until it is known. */
export function useLeadCounts(): Counts | undefined {
  const [counts, setCounts] = useState<Counts>();

  useEffect(
    () =>
      followSessionStream('/api/events/live', ({ kind, data }) => {
        if (kind === 'leads') setCounts((before) => mergeCounts(before, data as LeadCounts));
      }),
    [],
  );
  return counts;
}

/** The number of leads of each event, by the event's id. */
type Counts = ReadonlyMap<string, number>;

/** The counts after a message, which contains all of them or only the changed ones. */
export function mergeCounts(before: Counts | undefined, message: LeadCounts): Counts {
  const counts = message.counts.map(({ eventId, leads }) => [eventId, leads] as const);
  return new Map(message.complete ? counts : [...(before ?? []), ...counts]);
}

/** The number of leads of an event, or of all events. */
export function countedLeads(counts: Counts, eventId?: string): number {
  if (eventId !== undefined) return counts.get(eventId) ?? 0;
  return [...counts.values()].reduce((sum, leads) => sum + leads, 0);
}
