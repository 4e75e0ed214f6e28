import type { Win } from './use-wins.ts';

interface WonPrizesProps {
  wins: readonly Win[];
  /** Whether the device holds several tickets, so that the winner has to be named. */
  several: boolean;
}

/** Says what tickets of this device have won, in the words of the raffle page. */
export function WonPrizes({ wins, several }: WonPrizesProps) {
  return (
    <div role="status" className="text-pretty">
      {wins.length > 0 && (
        <p className="mt-3 font-bold font-display text-5xl leading-none">You won.</p>
      )}
      {wins.map(({ id, names, prize }) => (
        <p key={id} className="mt-4 break-words">
          {prize && (
            <span className="block font-display font-semibold text-2xl">
              {prize.name}
              {prize.value && <span className="ml-2 font-medium text-ink-2">{prize.value}</span>}
            </span>
          )}
          {several && <span className="block font-semibold">{names.join(', ')}</span>}
        </p>
      ))}
      {wins.length > 0 && (
        <p className="mt-3 text-ink-2 text-lg">Go to the stage and show this screen.</p>
      )}
    </div>
  );
}
