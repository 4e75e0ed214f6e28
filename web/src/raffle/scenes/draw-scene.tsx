import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import type { Drawing } from '@drawbridge/contract/raffle/scene';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { REDUCED_MOTION, useMediaQuery } from '../../lib/device/use-media-query.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { Mark } from '../../ui/frame/wordmark.tsx';
import { useFocusOn } from '../page/use-stage-keys.ts';
import { useStage } from '../stage-context.tsx';
import { Confetti } from './confetti.tsx';
import { PrizeName } from './prize-name.tsx';
import { useFit } from './use-fit.ts';
import { EmailText } from './winner-texts.tsx';

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
      {result && !still && !wall && <Confetti key={result.id} />}
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
              phrase={drawing ? drawing.phrase || stage.phrase : ''}
            />
          </div>
          <div className={classNames(face, 'plain-fade motion-reduce:animate-appear')}>
            {result && winners.length === 1 && (
              <WinnerFace key={result.id} result={result} prize={prize} wall={wall} />
            )}
            {result && winners.length > 1 && (
              <Suspense>
                <WinnerGroups key={result.id} winners={winners} prize={prize} wall={wall} />
              </Suspense>
            )}
          </div>
        </div>
      </div>
      {/* The confetti is in front of the ticket, which leaves little room beside it. */}
      {wall && result && !still && <Confetti key={result.id} />}
    </div>
  );
}

interface DrawingFaceProps {
  drawing: Drawing | undefined;
  prize: Prize | undefined;
  /** Names of eligible people, for the presenter only. */
  names: string[] | undefined;
  phrase: string;
}

const clamped = 'line-clamp-2 w-full shrink-0 wrap-anywhere';

/** The back of the ticket. It is silent for screen readers once the winner is shown. */
function DrawingFace({ drawing, prize, names, phrase }: DrawingFaceProps) {
  const still = useMediaQuery(REDUCED_MOTION);
  // The pressed button was removed, so the focus moves here for screen readers.
  const heading = useFocusOn<HTMLHeadingElement>(drawing !== undefined);
  const items = names ?? drawing?.tickets ?? [];
  const rolling = drawing && !still && items.length > 0;

  return (
    <div className="light flex min-h-0 flex-1 flex-col text-on-accent">
      <div className="ticket-upper flex min-h-0 flex-1 flex-col items-center justify-center gap-[0.7em] rounded-t-l bg-accent px-6 py-4">
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
      <div className="ticket-lower flex min-h-[4em] shrink-0 items-center justify-center rounded-b-l bg-accent px-6 py-4">
        {drawing && <p className="text-balance text-[1.1em]">{t('workspace.holdTight')}</p>}
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
  const [place, setPlace] = useState(0);

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
      className="w-full font-bold font-display text-[min(4em,10.5cqw)] leading-tight"
    >
      {children(items.at(place % items.length) ?? '')}
    </div>
  );
}

const FASTEST_MS = 70;
const SLOWEST_MS = 420;

/** The time that a name stays, by the elapsed part of the animation: short at first, longer towards the end. */
export function rollPace(part: number): number {
  return Math.round(FASTEST_MS + (SLOWEST_MS - FASTEST_MS) * Math.min(1, part) ** 3);
}

const NAME_SIZES = [6, 5.25, 4.5, 4, 3.5, 3, 2.5, 2.1, 1.8, 1.5, 1.25, 1];
const PRIZE_SIZES = [1.8, 1.5, 1.25, 1];
/** The smallest font size of the name before everything else shrinks. */
const LEGIBLE = 2.1;

interface WinnerFaceProps {
  result: RaffleResult;
  prize: Prize | undefined;
  /** Shows the phrase and the handover of the prize, but no address, for the wall. */
  wall: boolean;
}

function WinnerFace({ result, prize, wall }: WinnerFaceProps) {
  const { winner, ticket, phrase, handedOverAt } = result;
  const content = JSON.stringify([winner, wall && phrase, prize?.name, prize?.value]);
  const texts = useFit<HTMLDivElement>(NAME_SIZES, content, LEGIBLE);
  const lower = useFit<HTMLDivElement>(PRIZE_SIZES, content, 1);
  const small = 'shrink-0 group-has-[[data-texts][data-full]]:text-[1.2em]';

  return (
    <div className="light group flex min-h-0 flex-1 flex-col text-ink">
      <div
        className={classNames(
          'flex min-h-0 flex-1 flex-col bg-paper px-[1.2em] pt-[1em] pb-[0.6em]',
          prize ? 'ticket-upper rounded-t-l' : 'rounded-l',
        )}
      >
        <div className="grid h-[2.4em] shrink-0 grid-cols-[1fr_auto_1fr] items-center">
          <h2 className="col-start-2 me-[-0.3em] font-bold text-[1.5em] text-accent-ink tracking-[0.3em] rtl:me-0 rtl:tracking-normal">
            {t('workspace.winner')}
          </h2>
          {/* The mark is beside the heading, so that it never covers the name. */}
          {wall && handedOverAt && (
            <p className="stage-stamp col-start-3 justify-self-end whitespace-nowrap rounded-m border-[0.14em] border-current px-[0.4em] py-[0.15em] font-bold text-ok uppercase">
              {t('visitor.handedOver')}
            </p>
          )}
        </div>
        <div
          ref={texts}
          data-texts
          className="flex min-h-0 flex-1 flex-col items-center justify-center-safe overflow-hidden data-[full=cut]:wrap-anywhere"
        >
          <p
            data-part="name"
            className="max-w-full shrink-0 text-balance pb-[0.08em] font-bold font-display text-[length:var(--fit,3.5em)] leading-[1.05] tracking-tight rtl:leading-snug"
          >
            <bdi>{winner.name}</bdi>
          </p>
          <p
            className={classNames(
              small,
              'mt-[0.2em] font-display font-semibold text-[1.8em] text-accent-ink tabular-nums',
            )}
          >
            {ticketName(ticket)}
          </p>
          {!wall && winner.email && (
            <p
              className={classNames(
                small,
                'mt-[0.2em] max-w-full text-balance break-words text-[1.2em] text-ink-2',
              )}
            >
              <EmailText email={winner.email} />
            </p>
          )}
          {wall && phrase && (
            <p
              data-part="phrase"
              className={classNames(
                small,
                clamped,
                'mt-[0.2em] text-balance text-[1.6em] text-ink-2 group-has-[[data-texts][data-full]]:line-clamp-1',
              )}
            >
              {t('workspace.quoted', { phrase })}
            </p>
          )}
        </div>
      </div>
      {prize && (
        <div className="ticket-lower shrink-0 rounded-b-l bg-paper px-[1.6em] py-[0.6em]">
          {/* Letters of some scripts reach beyond their line, which must not shrink them. */}
          <div
            ref={lower}
            className="max-h-[5.2em] overflow-hidden py-[0.4em] data-[full=cut]:wrap-anywhere"
          >
            <p
              data-part="prize"
              className="text-balance font-display font-semibold text-[length:var(--fit,1.5em)] leading-[1.2] group-has-[[data-texts][data-full]]:text-[length:min(1.2em,var(--fit,1.5em))]"
            >
              <PrizeName of={prize} />{' '}
              {prize.value && (
                <bdi data-part="value" className="inline-block font-medium text-ink-2">
                  {prize.value}
                </bdi>
              )}
            </p>
          </div>
        </div>
      )}
    </div>
  );
}
