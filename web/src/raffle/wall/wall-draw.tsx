import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import { REVEAL_AFTER_MS } from '@drawbridge/contract/raffle/scene';
import { Heart, PartyPopper, Timer } from 'lucide-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { formatCount } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { DrawScene } from '../scenes/draw-scene.tsx';
import { lastRecordOf, PeopleOf } from '../scenes/last-record.tsx';
import { useSecondsUntil } from '../scenes/pages.tsx';
import { useStage } from '../stage-context.tsx';

/** A draw that grows until its winner is shown and called to the stage, with the applause of the hall. */
export function WallDraw() {
  const { event, scene, draws } = useStage();
  const last = draws && lastRecordOf(draws);
  const lasts = scene.kind === 'drawing' ? scene.drawing.lasts : undefined;

  return (
    <div className="flex min-w-0 flex-1 flex-col gap-[0.6rem]">
      <h1 className="sr-only">{event.name}</h1>
      <div
        style={{ '--lasts': `${lasts}ms` } as CSSProperties}
        className={classNames(
          'wall-draw flex min-h-0 flex-1',
          lasts !== undefined && 'wall-growing',
        )}
      >
        <DrawScene wall />
      </div>
      {/* The space is reserved, so that the ticket does not jump. */}
      <div className="flex h-[2.6rem] shrink-0 items-center justify-center">
        {scene.kind === 'winner' &&
          scene.named &&
          scene.winners.some(({ handedOverAt }) => !handedOverAt) && <Call result={scene.result} />}
      </div>
      <p className="relative min-h-lh shrink-0 text-balance text-center text-ink-2">
        {scene.kind === 'winner' && last?.people && last.number === scene.result.number && (
          <PeopleOf draw={last.people} />
        )}
      </p>
      <Crowd />
    </div>
  );
}

/** Calls the winner, and says how much time is left if there is a limit. */
function Call({ result }: { result: RaffleResult }) {
  const { stage, now } = useStage();
  const until = Date.parse(result.conductedAt) + REVEAL_AFTER_MS + stage.claimMinutes * 60_000;
  const secondsLeft = useSecondsUntil(until, now);

  return (
    <p className="relative flex items-center gap-[1rem] font-bold font-display text-[2rem] leading-none narrow:text-[1.6rem]">
      {t('stage.comeToStage')}
      {stage.claimMinutes > 0 && (
        <span
          role="timer"
          dir="ltr"
          className={classNames(
            'inline-flex items-center gap-[0.35em] tabular-nums',
            secondsLeft <= 10 && 'text-wait',
          )}
        >
          <Timer aria-hidden className="size-[0.9em] text-accent-ink" />
          {Math.floor(secondsLeft / 60)}:{String(secondsLeft % 60).padStart(2, '0')}
        </span>
      )}
    </p>
  );
}

/** The maximum number of rising symbols for the applause of one second. */
const RISING_MAX = 14;
const KEPT = 3 * RISING_MAX;
/** Multiples of these fill the width and the second evenly, without lines. */
const STEP = 0.618_034;
const LATER = 0.754_878;

interface Cheer {
  id: number;
  heart: boolean;
}

/** The applause of the phones in the hall as rising symbols, and its sum since the draw began. */
function Crowd() {
  const { cheers } = useStage();
  /** The applause of the previous draw. */
  const [old] = useState(cheers);
  const [{ sum, risen }, setCrowd] = useState({ sum: 0, risen: [] as Cheer[] });

  useEffect(() => {
    if (!cheers || cheers === old) return;
    const { claps, hearts } = cheers;
    const count = Math.min(RISING_MAX, claps + hearts);
    setCrowd((before) => {
      const last = before.risen.at(-1)?.id ?? 0;
      const added = Array.from({ length: count }, (_, index) => ({
        id: last + index + 1,
        heart: index < Math.round((count * hearts) / (claps + hearts)),
      }));
      return {
        sum: before.sum + claps + hearts,
        risen: [...before.risen, ...added].slice(-KEPT),
      };
    });
  }, [cheers, old]);

  if (sum === 0) return null;
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-clip">
      {risen.map(({ id, heart }) => {
        const Icon = heart ? Heart : PartyPopper;
        const at = (id * STEP) % 1;
        const style = {
          insetInlineStart: `${4 + at * 90}%`,
          animationDelay: `${((id * LATER) % 1) * 900}ms`,
        };
        return (
          <Icon
            key={id}
            style={style}
            className={classNames(
              'wall-cheer absolute bottom-0 size-[2rem] motion-reduce:hidden',
              heart ? 'fill-current text-danger' : 'text-accent-ink',
            )}
          />
        );
      })}
      <p className="absolute end-[1.4rem] bottom-[1.4rem] flex h-[2.6rem] items-center gap-[0.4rem] font-display font-semibold text-[1.3rem] tabular-nums">
        <PartyPopper className="size-[1.4rem] text-accent-ink" />
        {formatCount(sum)}
      </p>
    </div>
  );
}
