import type { Prize } from '@drawbridge/contract/prizes';
import type { CSSProperties } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import type { StagePhase } from '../stage-phase.ts';
import { useFit } from '../use-fit.ts';
import type { Grid } from './board-layout.ts';
import { GeneralDraw } from './general-draw.tsx';
import { PrizeHero } from './prize-hero.tsx';
import { PrizeRow } from './prize-row.tsx';
import type { NextPrize } from './use-next-prize.ts';

interface PrizeBoardProps extends Pick<NextPrize, 'next' | 'undrawn' | 'focus'> {
  prizes: Prize[];
  /** Set while a draw is sealed, whose prize has a ticket of its own. */
  sealed: { prizeId: string | null } | undefined;
  phase: StagePhase & { kind: 'idle' };
  list: Grid;
  /** For everybody else the buttons only explain who can draw. */
  mayDraw: boolean;
  /** Why nobody can be drawn now. */
  obstacle: string | undefined;
  /** Undefined while a sealed draw has to be finished first. */
  onDraw: ((prizeId: string | null) => void) | undefined;
}

const ROW_SIZES = [1.25, 1.125, 1, 0.9375, 0.875, 0.8125, 0.75, 0.6875, 0.625, 0.5625, 0.5];

/** The prizes that can still be won: the next one large, the others in a list. */
export function PrizeBoard(props: PrizeBoardProps) {
  const { prizes, next, undrawn, focus, sealed, phase, list, mayDraw, obstacle, onDraw } = props;
  /** The draw props of a prize, or of the general draw. */
  const drawOf = (prizeId: string | null) => ({
    pending: phase.asking?.prizeId === prizeId,
    mayDraw,
    onDraw: onDraw && (() => onDraw(prizeId)),
  });
  const hero = sealed ? undefined : next;
  const listed = undrawn.filter(({ id }) => id !== (sealed?.prizeId ?? hero?.id));
  const box = useFit<HTMLOListElement>(
    ROW_SIZES,
    JSON.stringify([listed.map(({ name, value }) => [name, value]), list, hero !== undefined]),
  );

  if (prizes.length === 0) {
    // After a sealed draw has failed, its own ticket takes the focus.
    return <GeneralDraw focus={onDraw && focus} obstacle={obstacle} {...drawOf(null)} />;
  }
  const space = sealed ? '100cqh - 19rem' : '46cqh';

  return (
    <section aria-labelledby="prizes" className="min-w-0">
      <h2 id="prizes" className="projector-sr-only mb-4 text-2xl">
        Prizes
      </h2>
      <ol
        ref={box}
        style={
          {
            '--columns': list.columns,
            '--row': `max(1.2rem, min(3.25rem, (${space}) / ${list.rows}))`,
          } as CSSProperties
        }
        className={classNames(
          'projector-list grid grid-cols-1 gap-y-3',
          list.columns > 1 && 'several',
        )}
      >
        {hero && onDraw && (
          <PrizeHero
            prize={hero}
            number={prizes.indexOf(hero) + 1}
            count={prizes.length}
            left={undrawn.length}
            focus={focus}
            obstacle={obstacle}
            {...drawOf(hero.id)}
            onDraw={() => onDraw(hero.id)}
          />
        )}
        {listed.map((prize) => (
          <PrizeRow
            key={prize.id}
            prize={prize}
            number={prizes.indexOf(prize) + 1}
            {...drawOf(prize.id)}
          />
        ))}
      </ol>
    </section>
  );
}
