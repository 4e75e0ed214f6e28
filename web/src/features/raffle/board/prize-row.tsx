import type { Prize } from '@drawbridge/contract/prizes';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';

interface PrizeRowProps {
  prize: Prize;
  number: number;
  mayDraw: boolean;
  pending: boolean;
  /** Undefined while a sealed draw has to be finished first. */
  onDraw: (() => void) | undefined;
}

/** A prize that waits for its turn: one line on a projector, as high as the board's layout allows. */
export function PrizeRow({ prize, number, mayDraw, pending, onDraw }: PrizeRowProps) {
  const nameId = useId();

  return (
    <li className="flex min-w-0 items-center gap-3 border-line border-b border-dashed flow:flex-wrap flow:py-2 fit:h-(--row) fit:text-[length:min(1rem,calc(var(--row)*0.62))] fit:leading-none">
      <span className="w-6 shrink-0 font-display font-semibold text-accent-ink tabular-nums flow:text-xl">
        {number}
      </span>
      <span className="flex min-w-0 flex-1 items-baseline gap-x-3 flow:flex-wrap flow:text-lg">
        <h3
          id={nameId}
          title={prize.name}
          className="min-w-0 break-words font-normal font-text tracking-normal fit:truncate fit:py-0.5"
        >
          {prize.name}
        </h3>
        {prize.value && (
          <span
            title={prize.value}
            className="min-w-0 break-words text-ink-2 fit:ml-auto fit:max-w-1/3 fit:shrink-0 fit:truncate fit:py-0.5"
          >
            {prize.value}
          </span>
        )}
      </span>
      {onDraw && (
        <Button
          variant={mayDraw ? 'secondary' : 'quiet'}
          size="small"
          pending={pending}
          aria-describedby={nameId}
          onClick={onDraw}
          className="fit:h-[calc(var(--row)-0.25rem)] fit:max-h-8 fit:border-transparent fit:bg-transparent fit:px-2 fit:text-ink-2 fit:text-[length:min(0.8125rem,calc(var(--row)*0.55))] fit:hover:bg-card fit:hover:text-ink"
        >
          Draw Winner
        </Button>
      )}
    </li>
  );
}
