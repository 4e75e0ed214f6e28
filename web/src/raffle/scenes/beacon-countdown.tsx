import { QUICKNET, roundTime } from '@drawbridge/contract/fair-draw/sealed/beacon';
import { formatCount } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { useStage } from '../stage-context.tsx';
import { useSecondsUntil } from './pages.tsx';

/** The seconds until the beacon of a round, in large digits; after that, a note that it is awaited. */
export function BeaconCountdown({ round }: { round: number }) {
  const { now } = useStage();
  const secondsLeft = useSecondsUntil(roundTime(QUICKNET, round), now);
  return secondsLeft > 0 ? (
    <span role="timer" className="font-bold font-display text-[2.5em] tabular-nums leading-none">
      {formatCount(secondsLeft)}
    </span>
  ) : (
    <span className="animate-pulse">{t('watched.waitingForBeacon')}</span>
  );
}
