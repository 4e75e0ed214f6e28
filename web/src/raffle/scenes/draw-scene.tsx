import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { Drawing } from '@drawbridge/contract/raffle/scene';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { REDUCED_MOTION, useMediaQuery } from '../../lib/device/use-media-query.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { Mark } from '../../ui/frame/wordmark.tsx';
import { useFocusOn } from '../page/use-stage-keys.ts';
import { useStage } from '../stage-context.tsx';
import { Confetti } from './confetti.tsx';
import { PrizeName } from './prize-name.tsx';
import { TicketFace, TicketPicture, WinnerFace } from './winner-face.tsx';

const loadWinnersFace = () => import('./winner-groups.tsx');
const WinnerGroups = lazyPart(loadWinnersFace, 'WinnerGroups', 'watched');

/**
 * One ticket in the middle of the stage, whose back shows a running draw and whose front shows the winner. All its
 * sizes are in em: as large as its space allows, and never smaller than the frame's own text.
 */
export function DrawScene({ wall = false }: { wall?: boolean }) {
  const { scene, stage, people } = useStage();
  const still = useMediaQuery(REDUCED_MOTION);
  const drawing = scene.kind === 'drawing' ? scene.drawing : undefined;
  const result = scene.kind === 'winner' ? scene.result : undefined;
  const named = scene.kind === 'winner' && scene.named;
  const winners = scene.kind === 'winner' ? scene.winners : [];
  const prize = scene.kind === 'drawing' || scene.kind === 'winner' ? scene.prize : undefined;
  const several = prize !== undefined && prize.quantity > 1;
  useEffect(() => {
    // The winners' view is loaded while names roll.
    if (several) loadWinnersFace().catch(() => {});
  }, [several]);
  const face = 'col-start-1 row-start-1 flex min-h-0 min-w-0 flex-col backface-hidden';

  return (
    <div
      className={classNames(
        'relative flex w-full flex-1 items-center justify-center [container-type:size]',
        // A phone shows the whole wall as a preview.
        !wall && 'max-md:min-h-96',
      )}
    >
      {wall && result && <div aria-hidden className="stage-rays" />}
      {/* Behind the ticket, so that it never falls over a name. */}
      {result && named && !still && <Confetti key={result.id} sides={wall} />}
      <div
        className={classNames(
          'ticket-glow perspective-[120rem] relative w-full max-w-[44em] text-[max(1rem,min(4.1cqh,2.3cqw))] leading-tight',
          !result && 'motion-safe:animate-sway',
        )}
      >
        <div
          data-ticket
          className={classNames(
            'grid h-[min(21.5em,100cqh)] min-h-80 grid-cols-1 grid-rows-[minmax(0,1fr)] text-center transform-3d transition-transform duration-600 ease-[cubic-bezier(0.3,0.1,0.2,1)]',
            result ? 'rotate-y-0' : '-rotate-y-180',
          )}
        >
          <div className={classNames(face, 'rotate-y-180')}>
            <DrawingFace
              drawing={drawing}
              prize={prize}
              names={wall ? undefined : people?.names}
              wall={wall}
              phrase={drawing ? drawing.phrase || stage.phrase : ''}
            />
          </div>
          <div className={classNames(face, 'plain-fade motion-reduce:animate-appear')}>
            {result && winners.length === 1 && !named && <TicketFace ticket={result.ticket} />}
            {result && winners.length === 1 && named && (
              <WinnerFace key={result.id} result={result} prize={prize} wall={wall} />
            )}
            {result && winners.length > 1 && (
              <Suspense>
                <WinnerGroups key={result.id} {...{ winners, prize, named, wall }} />
              </Suspense>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

interface DrawingFaceProps {
  drawing: Drawing | undefined;
  prize: Prize | undefined;
  /** Names of eligible people, for the presenter only. */
  names: string[] | undefined;
  phrase: string;
  wall: boolean;
}

const clamped = 'line-clamp-2 w-full shrink-0 wrap-anywhere';

/** The part of a longer animation after which the wall says that the winner is about to be shown. */
const NEARLY_OVER = 0.7;
const LONG_MS = 2000;

/** True near the end of an animation that is longer than specified. */
function useNearlyOver(drawing: Drawing | undefined): boolean {
  const { now } = useStage();
  const [passed, setPassed] = useState<number>();
  const { since, lasts } = drawing ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock is read once.
  useEffect(() => {
    if (since === undefined || lasts === undefined || lasts <= LONG_MS) return;
    const millisecondsLeft = since + lasts * NEARLY_OVER - now();
    const timer = setTimeout(() => setPassed(since), Math.max(0, millisecondsLeft));
    return () => clearTimeout(timer);
  }, [since, lasts]);
  return passed !== undefined && passed === since;
}

/** The back of the ticket. It is silent for screen readers once the winner is shown. */
function DrawingFace({ drawing, prize, names, phrase, wall }: DrawingFaceProps) {
  const nearlyOver = useNearlyOver(wall ? drawing : undefined);
  const still = useMediaQuery(REDUCED_MOTION);
  // The pressed button was removed, so the focus moves here for screen readers.
  const heading = useFocusOn<HTMLHeadingElement>(drawing !== undefined);
  const items = names ?? drawing?.tickets ?? [];
  const rolling = drawing && !still && items.length > 0;

  return (
    <div className="light flex min-h-0 flex-1 flex-col text-on-accent">
      <div className="ticket-upper flex min-h-0 flex-1 overflow-hidden rounded-t-l bg-accent upright:flex-col-reverse">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col items-center justify-center gap-[0.7em] px-6 py-4 [container-type:inline-size]">
          {!rolling && !phrase && <Mark className="size-[3em] shrink-0" />}
          {drawing && (
            <h2
              ref={heading}
              tabIndex={-1}
              className={classNames('outline-none', rolling ? 'text-[1.5em]' : 'text-[2.25em]')}
            >
              {t('workspace.drawingWinner')}
            </h2>
          )}
          {rolling && (
            <Rolling drawing={drawing} items={items}>
              {names ? rollingName : rollingTicket}
            </Rolling>
          )}
          {drawing && prize && (
            <p
              data-part="prize"
              className={classNames(clamped, 'font-display font-semibold text-[1.4em]')}
            >
              <PrizeName of={prize} />
            </p>
          )}
          {drawing && phrase && (
            <p data-part="phrase" className={classNames(clamped, 'text-balance text-[1.8em]')}>
              {t('workspace.quoted', { phrase })}
            </p>
          )}
        </div>
        {wall && drawing && prize?.picture && <TicketPicture src={prize.picture} />}
      </div>
      <div className="ticket-lower flex min-h-[4em] shrink-0 items-center justify-center rounded-b-l bg-accent px-6 py-4">
        {wall && drawing && <span aria-hidden className="wall-progress" />}
        {drawing && (
          <p
            className={classNames(
              'relative text-balance',
              nearlyOver ? 'animate-appear font-bold font-display text-[1.5em]' : 'text-[1.1em]',
            )}
          >
            {t(nearlyOver ? 'stage.nearlyThere' : 'workspace.holdTight')}
          </p>
        )}
      </div>
    </div>
  );
}

/** A name in letters so small that it is never wider than the ticket. */
function rollingName(name: string) {
  const widest = (100 / (0.62 * name.length)).toFixed(2);
  return (
    <span className="@container block w-full">
      <span style={{ fontSize: `min(1em, ${widest}cqi)` }} className="block whitespace-nowrap">
        {name}
      </span>
    </span>
  );
}

/** A rolling ticket of a person who may win. */
function rollingTicket(digits: string) {
  return (
    <span className="inline-block rounded-m border-2 border-current border-dashed px-5 py-2 tabular-nums">
      {ticketName(digits)}
    </span>
  );
}

interface RollingProps {
  drawing: Drawing;
  items: string[];
  children: (item: string) => ReactNode;
}

/** Goes through the items and slows down. Hidden from screen readers. */
function Rolling({ drawing: { since, lasts }, items, children }: RollingProps) {
  const [index, setPlace] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another draw rolls anew.
  useEffect(() => {
    const began = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    function roll() {
      setPlace((current) => current + 1);
      timer = setTimeout(roll, rollPace((Date.now() - began) / lasts));
    }
    timer = setTimeout(roll, rollPace(0));
    return () => clearTimeout(timer);
  }, [since]);

  return (
    <div
      aria-hidden
      data-rolling
      className="w-full font-bold font-display text-[min(4em,10.5cqi)] leading-tight"
    >
      {children(items.at(index % items.length) ?? '')}
    </div>
  );
}

const FASTEST_MS = 70;
const SLOWEST_MS = 420;

/** The time that a name stays, by the elapsed part of the animation: short at first, longer towards the end. */
export function rollPace(part: number): number {
  return Math.round(FASTEST_MS + (SLOWEST_MS - FASTEST_MS) * Math.min(1, part) ** 3);
}
