import { Ticket as TicketIcon } from 'lucide-react';
import type { CheckedRecords } from '../verification.ts';
import { BigMark } from './big-mark.tsx';
import { verdictText } from './verdict-text.ts';

interface VerdictHeaderProps {
  checked: CheckedRecords;
  fromFile: boolean;
}

/** The verdict in one sentence. Its height stays the same while the draws are checked. */
export function VerdictHeader({ checked, fromFile }: VerdictHeaderProps) {
  const { mark, sentence, explanation } = verdictText(checked, fromFile);
  const all = Math.max(checked.list.draws.length, 1);
  const percent = Math.round((100 * checked.verdicts.length) / all);

  return (
    <div className="flex flex-col items-center gap-5 pt-6 pb-2 text-center">
      {mark === 'none' ? (
        <span
          aria-hidden
          className="flex size-18 items-center justify-center rounded-full bg-accent-soft text-accent-ink"
        >
          <TicketIcon className="size-9" />
        </span>
      ) : (
        <BigMark state={mark} size="large" />
      )}
      <div className="w-full">
        <h2 id="verdict" className="text-3xl md:text-4xl">
          {sentence}
        </h2>
        <p className="mx-auto mt-3 min-h-21 max-w-xl text-pretty text-ink-2 text-lg md:min-h-14">
          {explanation}
        </p>
      </div>
      {/* Screen readers announce only the result, not each step. */}
      <p role="status" className="sr-only">
        {checked.verdict && sentence}
      </p>
      <div className="h-1.5 w-64 max-w-full">
        {mark === 'working' && (
          <div
            role="progressbar"
            aria-label="Checking the draws"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            className="h-full overflow-hidden rounded-full bg-mute-soft"
          >
            <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
          </div>
        )}
      </div>
    </div>
  );
}
