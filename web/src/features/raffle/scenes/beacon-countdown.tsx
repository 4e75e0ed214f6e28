import { QUICKNET, roundTime } from '@drawbridge/contract/fair-draw/beacon';
import { useEffect, useState } from 'react';
import { formatCount } from '../../../lib/formats.ts';
import { t } from '../../../lib/texts.ts';
import { useStage } from '../stage-context.tsx';

/** Whole seconds, which never become negative. */
export function useSecondsUntil(until: number, now: () => number): number {
  const read = () => Math.max(0, Math.ceil((until - now()) / 1000));
  const [left, setLeft] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setLeft(read()), 250);
    return () => clearInterval(timer);
  });
  return left;
}

/** The seconds until the beacon of a round, in large digits; after that, that everybody waits for it. */
export function BeaconCountdown({ round }: { round: number }) {
  const { now } = useStage();
  const left = useSecondsUntil(roundTime(QUICKNET, round), now);
  return left > 0 ? (
    <span role="timer" className="font-bold font-display text-[2.5em] tabular-nums leading-none">
      {formatCount(left)}
    </span>
  ) : (
    <span className="animate-pulse">{t('watched.waitingForBeacon')}</span>
  );
}

/** On a phone: what is waited for, and that nobody can know it. */
export function BeaconNotice({ round }: { round: number }) {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2 text-lg">
      <BeaconCountdown round={round} />
      <p className="min-w-0 flex-[1_1_14rem]">
        <strong className="block">
          {t('watched.beaconDecides', { round: formatCount(round) })}
        </strong>
        {t('watched.beaconUnknown')}
      </p>
    </div>
  );
}
