import type { Prize } from '@drawbridge/contract/prizes';
import { useId } from 'react';
import { OwnText } from '../../../lib/own-text.tsx';
import { t } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useFocusOn } from '../stage/use-stage-keys.ts';
import type { StagePhase } from '../stage-phase.ts';
import type { NextPrize } from './next-prize.ts';
import { PrizeHero } from './prize-hero.tsx';

interface PrizeBoardProps extends Pick<NextPrize, 'next' | 'undrawn' | 'focus'> {
  prizes: Prize[];
  /** Set while a draw is sealed, whose prize has a ticket of its own. */
  sealed: { prizeId: string | null } | undefined;
  phase: StagePhase & { kind: 'idle' };
  /** Whether the next prize is shown large. */
  hero: boolean;
  /** For everybody else the buttons only explain who can draw. */
  mayDraw: boolean;
  /** Why nobody can be drawn now. */
  obstacle: string | undefined;
  /** Undefined while a sealed draw has to be finished first. */
  onDraw: ((prizeId: string | null) => void) | undefined;
}

/** The prizes that can still be won: the next one large, the others in a list. */
export function PrizeBoard(props: PrizeBoardProps) {
  const { prizes, next, undrawn, focus, sealed, phase, mayDraw, obstacle, onDraw } = props;
  /** The draw props of a prize, or of the general draw. */
  const drawOf = (prizeId: string | null) => ({
    pending: phase.asking?.prizeId === prizeId,
    mayDraw,
    onDraw: onDraw && (() => onDraw(prizeId)),
  });
  // On the presenter's phone the next prize is above the board.
  const hero = props.hero ? next : undefined;
  const listed = undrawn.filter(({ id }) => id !== (sealed ? sealed.prizeId : next?.id));

  if (prizes.length === 0) {
    // After a sealed draw has failed, its own ticket takes the focus.
    return <GeneralDraw focus={onDraw && focus} obstacle={obstacle} {...drawOf(null)} />;
  }
  if (!hero && listed.length === 0) return null;

  return (
    <section aria-labelledby="prizes" className="min-w-0">
      <h2 id="prizes" className="mb-4 text-2xl">
        {t('visitor.prizes')}
      </h2>
      <ol className="grid grid-cols-1 gap-x-8 gap-y-2 xl:grid-cols-2">
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

interface PrizeRowProps {
  prize: Prize;
  number: number;
  mayDraw: boolean;
  pending: boolean;
  /** Undefined while a sealed draw has to be finished first. */
  onDraw: (() => void) | undefined;
}

/** A prize that waits for its turn. */
function PrizeRow({ prize, number, mayDraw, pending, onDraw }: PrizeRowProps) {
  const nameId = useId();

  return (
    <li className="flex min-w-0 flex-wrap items-center gap-3 border-line border-b border-dashed py-2">
      <span className="w-6 shrink-0 font-display font-semibold text-accent-ink text-xl tabular-nums">
        {number}
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 text-lg">
        <h3 id={nameId} className="min-w-0 break-words font-normal font-text tracking-normal">
          <OwnText of={prize} />
        </h3>
        {prize.value && (
          <span title={prize.value} className="min-w-0 break-words text-ink-2">
            <bdi>{prize.value}</bdi>
          </span>
        )}
      </span>
      {onDraw && (
        <Button
          variant={mayDraw ? 'secondary' : 'quiet'}
          size="small"
          pending={pending}
          aria-describedby={nameId}
          onClick={onDraw}
        >
          {t('workspace.drawWinner')}
        </Button>
      )}
    </li>
  );
}

interface GeneralDrawProps {
  /** A new value whenever this panel should get the focus. */
  focus: object | undefined;
  mayDraw: boolean;
  /** Why nobody can be drawn now. */
  obstacle: string | undefined;
  pending: boolean;
  onDraw: (() => void) | undefined;
}

/** The board of an event without prizes. */
function GeneralDraw({ focus, mayDraw, obstacle, pending, onDraw }: GeneralDrawProps) {
  const panel = useFocusOn<HTMLElement>(focus);

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t('workspace.generalDraw')}
      className="flex flex-col items-center justify-center gap-6 rounded-l bg-card px-6 py-14 text-center md:py-20"
    >
      <p className="max-w-lg text-balance text-ink-2 text-xl md:text-2xl">
        {t('workspace.noPrizes')}
      </p>
      {onDraw && (
        <Button
          variant={obstacle ? 'secondary' : mayDraw ? 'primary' : 'quiet'}
          size="large"
          pending={pending}
          onClick={onDraw}
        >
          {t('workspace.drawGeneralWinner')}
        </Button>
      )}
      {onDraw && obstacle && <p className="max-w-lg text-balance text-ink-2">{obstacle}</p>}
    </section>
  );
}
