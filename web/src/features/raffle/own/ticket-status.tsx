import { verifyPath } from '@drawbridge/contract/pages';
import { CircleCheck, CircleDashed, Ticket } from 'lucide-react';
import { Link } from 'wouter';
import type { OwnWin } from '../../../shared/own-wins.ts';
import type { TicketNews } from './ticket-news.ts';

interface TicketStatusProps {
  eventId: string;
  news: TicketNews | undefined;
  wins: OwnWin[];
  onShowWin: (win: OwnWin) => void;
}

const box =
  'own-ticket mt-6 flex min-w-0 items-center gap-3 rounded-m border bg-card px-4 py-3 text-sm';

/** What the draws mean for the tickets on this device. */
export function TicketStatus({ eventId, news, wins, onShowWin }: TicketStatusProps) {
  const [win] = wins;
  if (win) {
    return (
      <p className={box}>
        <Ticket aria-hidden className="size-5 shrink-0 text-accent" />
        <button
          type="button"
          onClick={() => onShowWin(win)}
          className="min-h-11 font-semibold underline md:min-h-0"
        >
          You won: show your ticket
        </button>
      </p>
    );
  }
  if (!news) return null;
  const Icon = news.present === undefined ? Ticket : news.present ? CircleCheck : CircleDashed;
  return (
    <div className={box}>
      <Icon
        aria-hidden
        className={news.present ? 'size-5 shrink-0 text-ok' : 'size-5 shrink-0 text-ink-2'}
      />
      <div role="status" className="min-w-0">
        <p className="font-semibold">{news.title}</p>
        <p className="text-ink-2">
          {news.detail}{' '}
          <Link href={verifyPath(eventId)} className="underline">
            Check the draws
          </Link>
        </p>
      </div>
    </div>
  );
}
