import type { Prize } from '@drawbridge/contract/prizes';
import { Trophy } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useFocusOn } from '../use-focus-on.ts';

interface PrizeTicketProps {
  number: number;
  prize: Prize;
  winnerName: string | undefined;
  /** A new value whenever this prize's draw has ended. */
  ended: object | undefined;
  mayDraw: boolean;
  pending: boolean;
  onDraw: (() => void) | undefined;
}

/** A ticket with the prize, and its number on the stub. */
export function PrizeTicket(props: PrizeTicketProps) {
  const { number, prize, winnerName, ended, mayDraw, pending, onDraw } = props;
  const nameId = useId();
  // Focus the ticket instead of its button, so that a key still held down cannot start another draw.
  const ticket = useFocusOn<HTMLLIElement>(ended);

  return (
    <li ref={ticket} tabIndex={-1} className="flex rounded-l">
      <div className="ticket-stub flex min-w-0 flex-1 rounded-l bg-card">
        <div className="flex w-(--stub) shrink-0 items-center justify-center font-display font-semibold text-3xl text-accent-ink tabular-nums">
          {number}
        </div>
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-l border-dashed px-5 py-4">
          <div className="min-w-0 flex-[1_1_12rem]">
            <h3 id={nameId} className="break-words text-xl md:text-2xl">
              {prize.name}
            </h3>
            {prize.value && <p className="break-words text-ink-2 text-lg">{prize.value}</p>}
          </div>
          {winnerName === undefined && onDraw && (
            <Button
              variant={mayDraw ? 'primary' : 'quiet'}
              pending={pending}
              aria-describedby={nameId}
              onClick={onDraw}
              className={mayDraw ? 'max-sm:w-full' : '-mx-4'}
            >
              Draw Winner
            </Button>
          )}
          {winnerName !== undefined && (
            <p className="flex min-w-0 items-center gap-2 font-semibold text-lg md:text-xl">
              <Trophy aria-hidden className="size-4.5 shrink-0 text-wait" />
              <span className="sr-only">Won by </span>
              <span className="min-w-0 break-words">{winnerName}</span>
            </p>
          )}
        </div>
      </div>
    </li>
  );
}
