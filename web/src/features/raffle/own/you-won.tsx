import type { PublicEvent } from '@drawbridge/contract/events';
import { verifyPath } from '@drawbridge/contract/pages';
import type { Prize } from '@drawbridge/contract/prizes';
import { CircleCheck, CircleDashed, Ticket } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Link } from 'wouter';
import { EntryCodeText } from '../../../shared/entry-code-text.tsx';
import type { OwnWin } from '../../../shared/own-wins.ts';
import { Button } from '../../../ui/button.tsx';
import { useReturnFocus } from '../../../ui/focus.ts';
import type { TicketNews } from './use-own-tickets.ts';

interface YouWonProps {
  event: PublicEvent;
  win: OwnWin;
  prize: Prize | undefined;
  onClose: () => void;
}

/** Fills the screen of a device that holds the winning ticket. */
export function YouWon({ event, win, prize, onClose }: YouWonProps) {
  const { result, tickets } = win;
  const returnFocus = useReturnFocus();

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          onCloseAutoFocus={returnFocus}
          className="stage-light fixed inset-0 z-40 flex animate-appear flex-col items-center justify-between gap-6 overflow-y-auto p-5 text-center text-ink"
        >
          <p className="w-full break-words pt-2 font-display font-semibold text-xl">{event.name}</p>
          <div className="ticket-glow relative w-full max-w-xl">
            <div className="light flex flex-col items-center rounded-l bg-paper px-6 py-9 text-ink">
              <p className="font-bold text-accent-ink text-sm uppercase tracking-widest">
                {tickets.length === 1 ? 'Your ticket' : 'Your tickets'}
              </p>
              <Dialog.Title className="mt-3 font-bold text-5xl leading-none">You won.</Dialog.Title>
              <Dialog.Description className="mt-5 text-pretty">
                {prize && (
                  <span className="block break-words font-display font-semibold text-2xl">
                    {prize.name}
                    {prize.value && (
                      <span className="ml-2 font-medium text-ink-2">{prize.value}</span>
                    )}
                  </span>
                )}
                <span className="mt-3 block text-ink-2 text-lg">
                  Go to the stage and show this screen.
                </span>
              </Dialog.Description>
              {tickets.map(({ code, name }) => (
                <div key={code} className="mt-5 w-full text-lg">
                  {name && <p className="break-words font-semibold">{name}</p>}
                  <p className="mt-1">
                    <EntryCodeText code={code} />
                  </p>
                </div>
              ))}
            </div>
          </div>
          <div className="flex flex-col items-center gap-4">
            <p className="text-ink-2 text-sm">Draw {result.number} · checked on this device</p>
            <Button size="large" onClick={onClose}>
              Close
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

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
