import type { Prize } from '@drawbridge/contract/prizes';
import type { CSSProperties } from 'react';
import type { StagePhase } from '../stage-phase.ts';
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
  /** Undefined while a sealed draw has to be finished first. */
  onDraw: ((prizeId: string | null) => void) | undefined;
}

/** The prizes that can still be won: the next one large, the others in a list. */
export function PrizeBoard(props: PrizeBoardProps) {
  const { prizes, next, undrawn, focus, sealed, phase, list, mayDraw, onDraw } = props;
  /** The draw props of a prize, or of the general draw. */
  const drawOf = (prizeId: string | null) => ({
    pending: phase.asking?.prizeId === prizeId,
    mayDraw,
    onDraw: onDraw && (() => onDraw(prizeId)),
  });

  if (prizes.length === 0) {
    // After a sealed draw has failed, its own ticket takes the focus.
    return <GeneralDraw focus={onDraw && focus} {...drawOf(null)} />;
  }
  const hero = sealed ? undefined : next;
  const listed = undrawn.filter(({ id }) => id !== (sealed?.prizeId ?? hero?.id));
  const space = sealed ? '100cqh - 19rem' : '41cqh';

  return (
    <section aria-labelledby="prizes" className="min-w-0">
      <h2 id="prizes" className="projector-sr-only mb-4 text-2xl">
        Prizes
      </h2>
      <ol
        style={
          {
            '--columns': list.columns,
            '--row': `max(1.2rem, min(2.75rem, (${space}) / ${list.rows}))`,
          } as CSSProperties
        }
        className="projector-list grid grid-cols-1 gap-y-3"
      >
        {hero && onDraw && (
          <PrizeHero
            prize={hero}
            number={prizes.indexOf(hero) + 1}
            count={prizes.length}
            left={undrawn.length}
            focus={focus}
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
