import type { DrawRecord } from '@drawbridge/contract/draws';
import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check';
import { Trophy } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { forfeitOf, prizeOf } from './records.ts';
import type { Judged } from './verification.ts';

/** Who won what, as it was published; those who gave their prize up too. */
export function Winners({ judged: { list, verdicts } }: { judged: Judged }) {
  const draws = list.draws.flatMap((record, place) =>
    record.kind === 'draw' ? [{ draw: record, verdict: verdicts[place] }] : [],
  );
  if (draws.length === 0) return null;
  return (
    <Card aria-labelledby="winners" className="p-5 md:p-7">
      <h2 id="winners" className="text-2xl">
        {draws.length === 1 ? 'The winner' : 'The winners'}
      </h2>
      <ul className="mt-3 flex flex-col divide-y divide-line">
        {draws.map(({ draw, verdict }, place) => (
          // The place counts: a false record may give two draws the same number.
          // biome-ignore lint/suspicious/noArrayIndexKey: draws never change their place.
          <li key={place} className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
            <Winner draw={draw} verdict={verdict} givenUp={forfeitOf(list, draw.number)?.reason} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface WinnerProps {
  draw: DrawRecord;
  verdict: DrawVerdict | undefined;
  /** Why the prize was not taken. */
  givenUp: string | undefined;
}

function Winner({ draw, verdict, givenUp }: WinnerProps) {
  const { winner, winnerSalt, number } = draw;
  return (
    <>
      <Trophy
        aria-hidden
        className={`mt-1 size-5 shrink-0 ${givenUp === undefined ? 'text-wait' : 'text-ink-2'}`}
      />
      <div className="min-w-0 flex-1 break-words">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span
            className={classNames(
              'min-w-0 font-display font-semibold text-lg',
              givenUp !== undefined && 'text-ink-2 line-through',
            )}
          >
            {winner?.name ?? 'Not published'}
          </span>
          {winner && winnerSalt === null && <Badge tone="info">not published in full</Badge>}
          {verdict?.ok === false && (
            <span className="font-semibold text-danger text-sm">Does not check out</span>
          )}
        </p>
        {givenUp !== undefined && <p className="font-semibold">{`given up: ${givenUp}`}</p>}
        {winner?.email && <p className="text-ink-2">{winner.email}</p>}
        <p className="text-ink-2 text-sm">
          Draw {number} · {prizeOf(draw)}
        </p>
      </div>
    </>
  );
}
