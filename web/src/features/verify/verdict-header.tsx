import { Search, Ticket as TicketIcon } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { BigMark } from './big-mark.tsx';
import type { Verification } from './use-verification.ts';
import { verdictText } from './verdict-text.ts';

interface VerdictHeaderProps {
  verification: Extract<Verification, { state: 'working' | 'done' }>;
  eventName: string | undefined;
  fromFile: boolean;
  /** Takes an entrant past all the draws to the search for themselves. */
  onLookForMe: () => void;
}

/** The one sentence for everybody. */
export function VerdictHeader({
  verification,
  eventName,
  fromFile,
  onLookForMe,
}: VerdictHeaderProps) {
  const { mark, sentence, explanation } = verdictText(verification, fromFile);

  return (
    <header className="flex flex-col items-center gap-5 pt-6 pb-2 text-center md:pt-10">
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
      <div className="min-w-0 max-w-full">
        {eventName && <p className="break-words font-semibold text-ink-2">{eventName}</p>}
        <h1 className="mt-1 text-3xl md:text-4xl">{sentence}</h1>
        <p className="mx-auto mt-3 max-w-xl text-pretty text-ink-2 text-lg">{explanation}</p>
      </div>
      {/* Who cannot see the mark hears how it ended, and not each of a hundred steps. */}
      <p role="status" className="sr-only">
        {verification.state === 'done' && sentence}
      </p>
      {verification.state === 'working' && <Progress verification={verification} />}
      {verification.state === 'done' && verification.proof.draws.length > 0 && (
        <Button onClick={onLookForMe}>
          <Search aria-hidden />
          Were you in it?
        </Button>
      )}
    </header>
  );
}

function Progress({
  verification: { list, loaded, verdicts },
}: {
  verification: Extract<Verification, { state: 'working' }>;
}) {
  const all = Math.max(list.draws.length, 1);
  const percent = Math.round((50 * loaded + 50 * verdicts.length) / all);
  return (
    <div
      role="progressbar"
      aria-label="Checking the draws"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 w-64 max-w-full overflow-hidden rounded-full bg-mute-soft"
    >
      <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
    </div>
  );
}
