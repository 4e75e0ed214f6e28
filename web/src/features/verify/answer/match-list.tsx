import type { DrawList } from '@drawbridge/contract/draws';
import type { RosterMatch } from '@drawbridge/contract/fair-draw/find-entrant';
import { Check, Minus, Trophy } from 'lucide-react';
import { t } from '../../../lib/texts.ts';
import { hasRoster, prizeOf } from '../verification.ts';
import { Disclosure } from '../winners.tsx';
import { matchText } from './answer-text.ts';

/** With more draws than this, the list is collapsed. */
const FEW = 5;

interface MatchListProps {
  list: DrawList;
  matches: readonly RosterMatch[];
  /** When this device has entered; empty if it does not know. */
  enteredAt: string;
}

/** For each draw, whether the entrant was on the list or won. */
export function MatchList({ list, matches, enteredAt }: MatchListProps) {
  const draws = list.draws.filter(hasRoster);
  const win = matches.find(({ won }) => won);
  return (
    <>
      <Disclosure label={t('verify.drawByDraw')} startsOpen={draws.length <= FEW}>
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
                    {t(draw.kind === 'void' ? 'verify.drawOfVoid' : 'verify.drawOf', {
                      number: String(draw.number),
                      prize: prizeOf(draw),
                    })}
                  </span>
                  <span className="block text-ink-2">
                    {match ? matchText(match, draw, win, enteredAt) : t('verify.looking')}
                  </span>
                </p>
              </li>
            );
          })}
        </ul>
      </Disclosure>
      {matches.some(({ place }) => place === null) && (
        <Disclosure label={t('verify.whyNotListed')}>
          <ul className="list-disc ps-5 text-ink-2">
            <li>{t('verify.notListedLate')}</li>
            <li>{t('verify.notListedShared')}</li>
            <li>{t('verify.notListedOther')}</li>
          </ul>
          <p className="mt-2">{t('verify.notListedHelp')}</p>
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
        <span className="font-semibold">{t('verify.drawNumber', { number: String(number) })}</span>
        <span className="block text-ink-2">{t('verify.notHeld')}</span>
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
