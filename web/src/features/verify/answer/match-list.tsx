import type { DrawList } from '@drawbridge/contract/draws';
import type { RosterMatch } from '@drawbridge/contract/fair-draw/find-entrant';
import { Check, Minus, Trophy } from 'lucide-react';
import { hasRoster, prizeOf } from '../verification.ts';
import { Disclosure } from '../winners.tsx';
import { matchText } from './answer-text.ts';

/** With more draws than this, the list is collapsed. */
const FEW = 5;

interface MatchListProps {
  list: DrawList;
  matches: readonly RosterMatch[];
}

/** For each draw, whether the entrant was on the list or won. */
export function MatchList({ list, matches }: MatchListProps) {
  const draws = list.draws.filter(hasRoster);
  const win = matches.find(({ won }) => won);
  return (
    <>
      <Disclosure label="Draw by draw" startsOpen={draws.length <= FEW}>
        <ul className="flex flex-col gap-2">
          {/* A placeholder for the first draw, so that nothing shifts when it appears. */}
          {draws.length === 0 && <Coming number={list.sealed?.number ?? list.nextNumber} />}
          {draws.map((draw, place) => {
            const match = matches[place];
            return (
              <li key={draw.number} className="flex items-start gap-2.5">
                <MatchIcon match={match} />
                <p className="min-w-0 break-words">
                  <span className="font-semibold">
                    Draw {draw.number} · {prizeOf(draw)}
                    {draw.kind === 'void' && ' (void)'}
                  </span>
                  <span className="block text-ink-2">
                    {match ? matchText(match, draw.rosterSize, win) : 'Looking…'}
                  </span>
                </p>
              </li>
            );
          })}
        </ul>
      </Disclosure>
      {matches.some(({ place }) => place === null) && (
        <Disclosure label="Why you may not be on a list">
          <ul className="list-disc pl-5 text-ink-2">
            <li>Your entry had not been verified when the list was made, or came after it.</li>
            <li>Somebody with your phone number or your e-mail had already won.</li>
            <li>The code is from another event.</li>
          </ul>
          <p className="mt-2">
            If none of this fits, show your code and this page to the organiser.
          </p>
        </Disclosure>
      )}
    </>
  );
}

function Coming({ number }: { number: number }) {
  return (
    <li className="flex items-start gap-2.5">
      <MatchIcon match={undefined} />
      <p>
        <span className="font-semibold">Draw {number}</span>
        <span className="block text-ink-2">Not held yet</span>
      </p>
    </li>
  );
}

function MatchIcon({ match }: { match: RosterMatch | undefined }) {
  const look = 'mt-0.5 size-5 shrink-0';
  if (match?.won) return <Trophy aria-hidden className={`${look} text-wait`} />;
  if (match && match.place !== null) {
    return <Check aria-hidden className={`${look} text-ok`} />;
  }
  return <Minus aria-hidden className={`${look} text-ink-2`} />;
}
