import { mayEnter } from '@drawbridge/contract/events/entering';
import type { LiveData } from '@drawbridge/contract/raffle/live';
import type { OpenRollCall } from '@drawbridge/contract/raffle/roll-calls';
import { isLively } from '@drawbridge/contract/raffle/scene';
import { useMemo } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { REDUCED_MOTION, useMediaQuery } from '../../lib/device/use-media-query.ts';
import { formatCount, formatList } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { animalName, ticketName } from '../../lib/texts/ticket-names.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { useTurningPage } from '../scenes/pages.tsx';
import { useStage } from '../stage-context.tsx';
import { useArrivals, useRoundNumber } from './use-wall.ts';

/** The number of people in the draw, or of those who are here, and the latest of them. */
export function WallPeople({ rollCall }: { rollCall: OpenRollCall | null }) {
  return rollCall ? <PeopleHere rollCall={rollCall} /> : <PeopleInDraw />;
}

function PeopleInDraw() {
  const { event, results, eligible, stage } = useStage();
  const still = useMediaQuery(REDUCED_MOTION);
  const lively = isLively(stage) && !still;
  const count = eligible?.people;
  const round = useRoundNumber(lively ? eligible : undefined);

  return (
    <section
      aria-label={t('visitor.inDraw')}
      className="flex h-[3.9rem] min-w-0 items-center gap-[1.5rem]"
    >
      {count === 0 && results.length === 0 && mayEnter(event) ? (
        <First text={t('stage.beFirst')} />
      ) : (
        count !== undefined && (
          <Counted
            key={round?.number}
            text={t('stage.people', { count })}
            burst={round !== undefined}
            below={eligible?.chances ? t('stage.chances', { count: eligible.chances }) : undefined}
          />
        )
      )}
      {round?.ticket ? (
        <p className="wall-arrival min-w-0 flex-1 text-balance font-display text-[1.4rem] text-accent-ink leading-[1.15]">
          <Named
            text={t('stage.isNumber', {
              ...{ name: ticketName(round.ticket), number: formatCount(round.number) },
            })}
          />
        </p>
      ) : (
        <Arrivals arrivalCounts={eligible} text="stage.isIn">
          {lively && eligible && <Animals animals={eligible.animals} />}
        </Arrivals>
      )}
    </section>
  );
}

function PeopleHere({ rollCall: { here } }: { rollCall: OpenRollCall }) {
  const { eligible, answered } = useStage();
  const total = Math.max(here, eligible?.people ?? 0);
  const arrivalCounts = useMemo(
    () => answered && { people: here, joined: answered },
    [here, answered],
  );

  return (
    <section aria-label={t('stage.whoIsHere')} className="min-w-0">
      <div className="flex h-[3.9rem] min-w-0 items-center gap-[1.5rem]">
        {here === 0 ? (
          <First text={t('stage.beFirstHere')} />
        ) : (
          <Counted broad text={t('stage.here', { count: here, total: formatCount(total) })} />
        )}
        <Arrivals arrivalCounts={arrivalCounts} text="stage.isHere" />
      </div>
      <div className="mt-[0.7rem] h-[0.6rem] overflow-hidden rounded-full bg-line">
        <div
          style={{ width: `${total > 0 ? (here / total) * 100 : 0}%` }}
          className="h-full rounded-full bg-accent transition-[width] duration-700"
        />
      </div>
    </section>
  );
}

const First = ({ text }: { text: string }) => (
  <p className="max-w-full shrink-0 font-bold font-display text-[2.6rem] leading-[1.1] narrow:text-[2rem] rtl:leading-[1.4]">
    {text}
  </p>
);

interface CountedProps {
  /** A text with `<number>` and `<words>`. */
  text: string;
  /** A second line under the words. */
  below?: string | undefined;
  burst?: boolean;
  /** True for words that need more than one short line. */
  broad?: boolean;
}

function Counted({ text, below, burst = false, broad = false }: CountedProps) {
  return (
    <p className="flex shrink-0 items-center gap-[0.6rem]">
      <RichText
        text={text}
        tags={{
          number: (part) => (
            <span
              style={{ fontSize: `min(3.9rem, ${15 / part.length}rem)` }}
              className={classNames(
                'font-bold font-display tabular-nums leading-none tracking-tight',
                burst && 'wall-burst',
              )}
            >
              {part}
            </span>
          ),
          words: (part) => (
            <span className="min-w-[3.2rem] text-[1.15rem] text-ink-2 leading-[1.1] rtl:leading-[1.4]">
              {/* Two short lines, so that there is room beside them. */}
              <span
                className={classNames(
                  'block',
                  below && 'whitespace-nowrap',
                  broad && 'max-w-[8.5rem] text-balance',
                  !below && !broad && 'w-min min-w-[3.2rem] text-balance break-keep',
                )}
              >
                {part}
              </span>
              {below && <span className="block whitespace-nowrap">{below}</span>}
            </span>
          ),
        }}
      />
    </p>
  );
}

const Named = ({ text }: { text: string }) => (
  <RichText
    text={text}
    tags={{
      name: (part) => (
        <strong className="whitespace-nowrap font-display font-semibold tabular-nums">
          {part}
        </strong>
      ),
    }}
  />
);

interface ArrivalsProps {
  arrivalCounts: Pick<LiveData<'eligible'>, 'people' | 'joined'> | undefined;
  text: 'stage.isIn' | 'stage.isHere';
  /** Shown while nobody arrives. */
  children?: React.ReactNode;
}

/** The latest arrivals. Hidden from screen readers, because there may be one every second. */
function Arrivals({ arrivalCounts, text, children }: ArrivalsProps) {
  const arrivals = useArrivals(arrivalCounts);
  if (arrivals.length === 0 && children) return children;
  return (
    <ul
      aria-live="off"
      className="flex h-full min-w-0 flex-1 flex-col justify-end overflow-hidden leading-[1.3]"
    >
      {arrivals.map(({ id, ticket, more }) => (
        <li
          key={id}
          className="wall-arrival shrink-0 whitespace-nowrap text-accent-ink not-last:opacity-70 nth-[3n]:ps-[0.4rem] nth-[3n+2]:ps-[1.2rem]"
        >
          {ticket ? (
            <Named text={t(text, { name: ticketName(ticket) })} />
          ) : (
            <strong dir="ltr" className="font-display font-semibold tabular-nums">
              + {formatCount(more)}
            </strong>
          )}
        </li>
      ))}
    </ul>
  );
}

const ANIMALS_EVERY = 3;

/** 'In the draw: 41 × Heron, 38 × Otter and 1 × Axolotl', in every third turn of the lists. */
function Animals({ animals }: Pick<LiveData<'eligible'>, 'animals'>) {
  const turn = useTurningPage(ANIMALS_EVERY);
  if (turn !== ANIMALS_EVERY - 1 || animals.length < ANIMALS_EVERY) {
    return <span className="flex-1" />;
  }
  const named = animals.map(({ byte, tickets }) => `${formatCount(tickets)} × ${animalName(byte)}`);
  return (
    <p aria-hidden className="wall-arrival min-w-0 flex-1 text-balance text-ink-2 leading-[1.25]">
      {t('stage.animals', { animals: formatList(named) })}
    </p>
  );
}
