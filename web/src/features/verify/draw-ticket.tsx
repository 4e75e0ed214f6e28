import type { DrawRecord } from '@drawbridge/contract/draws';
import { type DrawVerdict, mismatchesIn } from '@drawbridge/contract/fair-draw/check';
import { MessageCircle } from 'lucide-react';
import { useId } from 'react';
import { countOf, formatCount, formatMoment } from '../../lib/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Ticket } from '../../ui/ticket.tsx';
import { TicketPerforation } from '../../ui/ticket-perforation.tsx';
import { BigMark } from './big-mark.tsx';
import { ComparisonList } from './comparison-list.tsx';
import { DrawDetails } from './draw-details.tsx';
import { prizeOf } from './prize-of.ts';

interface DrawTicketProps {
  draw: DrawRecord;
  /** Missing while the draw is still to be checked. */
  verdict: DrawVerdict | undefined;
}

/** One draw: the mark on the stub, what happened on the ticket, and everything else below. */
export function DrawTicket({ draw, verdict }: DrawTicketProps) {
  const titleId = useId();
  const state = verdict ? (verdict.ok ? 'ok' : 'wrong') : 'working';

  return (
    <Ticket aria-labelledby={titleId} className="flex">
      <div className="flex w-16 shrink-0 flex-col items-center gap-2 py-5 md:w-24">
        <BigMark state={state} />
        <span aria-hidden className="font-semibold text-ink-2 text-sm tabular-nums">
          Draw {draw.number}
        </span>
      </div>
      <TicketPerforation notches sideways="always" />
      <div className="flex min-w-0 flex-1 flex-col gap-3 py-5 pr-4 pl-4 md:pr-6 md:pl-6">
        <div className="flex flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id={titleId} className="min-w-0 break-words text-xl md:text-2xl">
              <span className="sr-only">Draw {draw.number}: </span>
              {prizeOf(draw)}
            </h2>
            {draw.voidReason !== null && <Badge tone="mute">void</Badge>}
          </div>
          <p className="text-ink-2">{outcomeOf(draw)}</p>
          <p className="text-ink-2 text-sm">
            {draw.voidReason === null ? 'Drawn' : 'Voided'} {timeOf(draw.drawnAt)}
          </p>
        </div>
        {draw.voidReason !== null && (
          <p className="break-words border-edge border-l-2 pl-3">
            <span className="block text-ink-2 text-sm">Reason on record</span>
            {draw.voidReason}
          </p>
        )}
        {draw.phrase !== '' && (
          <p className="flex items-start gap-2 break-words">
            <MessageCircle aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
            <span className="min-w-0">
              The hall called <strong className="font-semibold">“{draw.phrase}”</strong>
            </span>
          </p>
        )}
        <p className={state === 'wrong' ? 'font-semibold text-danger' : 'font-semibold text-ok'}>
          {verdict === undefined ? (
            <span className="text-ink-2">Not checked yet</span>
          ) : verdict.ok ? (
            `Checks out: ${countOf(verdict.comparisons.length, 'comparison')}, no difference`
          ) : (
            `Does not match: ${countOf(mismatchesIn(verdict).length, 'difference')}`
          )}
        </p>
        {verdict && !verdict.ok && <ComparisonList comparisons={mismatchesIn(verdict)} />}
        {verdict && <DrawDetails draw={draw} verdict={verdict} />}
      </div>
    </Ticket>
  );
}

function outcomeOf({ voidReason, winnerIndex, rosterSize }: DrawRecord): string {
  if (voidReason !== null)
    return `Sealed with ${countOf(rosterSize, 'person', 'people')}, then given up`;
  if (winnerIndex === null) return 'The record names no winner';
  return `Place ${formatCount(winnerIndex + 1)} of ${formatCount(rosterSize)} won`;
}

/** As it stands in the record where it is no time at all: the check tells. */
function timeOf(moment: string): string {
  return Number.isNaN(Date.parse(moment)) ? moment : formatMoment(moment);
}
