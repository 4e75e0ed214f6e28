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
    <li className="projector-row flex min-w-0 flex-wrap items-center gap-3 border-line border-b border-dashed py-2">
      <span className="w-6 shrink-0 font-display font-semibold text-accent-ink text-xl tabular-nums">
        {number}
      </span>
      <span className="texts flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 text-lg">
        <h3 id={nameId} className="min-w-0 break-words font-normal font-text tracking-normal">
          {prize.name}
        </h3>
        {prize.value && (
          <span title={prize.value} className="value min-w-0 break-words text-ink-2">
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
        >
          Draw Winner
        </Button>
      )}
    </li>
  );
}
