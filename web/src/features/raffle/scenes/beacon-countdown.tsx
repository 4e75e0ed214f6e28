import type { SealedDraw } from '@drawbridge/contract/draws';
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

/** The round of the public beacon that decides a draw; undefined if a phrase does. */
export function roundOf({ seal }: SealedDraw): number | undefined {
  return seal?.source.kind === 'beacon' ? seal.source.round : undefined;
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
    <span className="animate-pulse">{t('workspace.waitingForBeacon')}</span>
  );
}
