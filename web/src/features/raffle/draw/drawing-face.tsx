import type { Prize } from '@drawbridge/contract/prizes';
import { DRAW_ANIMATION_MS } from '@drawbridge/contract/stage';
import { type ReactNode, useEffect, useState } from 'react';
import { OwnText } from '../../../lib/own-text.tsx';
import { t } from '../../../lib/texts.ts';
import { ticketName } from '../../../lib/ticket-names.ts';
import { REDUCED_MOTION, useMediaQuery } from '../../../lib/use-media-query.ts';
import { Mark } from '../../../ui/wordmark.tsx';
import { useFocusOn } from '../stage/use-stage-keys.ts';

interface DrawingFaceProps {
  resting: boolean;
  since: number;
  prize: Prize | undefined;
  /** Names of eligible people, for the presenter only. */
  names: string[] | undefined;
  /** The first digits of their tickets, for everybody else: people who have not won are not named in public. */
  tickets: string[];
  /** What the audience has called out, if anything. */
  phrase: string;
}

/** The back of the ticket. It is silent for screen readers once the winner is shown. */
export function DrawingFace(props: DrawingFaceProps) {
  const { resting, since, prize, names, tickets, phrase } = props;
  const still = useMediaQuery(REDUCED_MOTION);
  // The pressed button is gone, so the focus moves here for screen readers.
  const heading = useFocusOn<HTMLHeadingElement>(!resting);
  const rolling = !resting && !still && (names ?? tickets).length > 0;

  return (
    <div className="light flex flex-1 flex-col text-center text-on-accent">
      <div className="ticket-upper flex flex-1 flex-col items-center justify-center gap-5 rounded-t-l bg-accent px-6 py-8">
        {!rolling && <Mark className="size-16 md:size-20" />}
        {!resting && (
          <h2
            ref={heading}
            tabIndex={-1}
            className={
              rolling ? 'text-2xl outline-none md:text-3xl' : 'text-4xl outline-none md:text-5xl'
            }
          >
            {t('workspace.drawingWinner')}
          </h2>
        )}
        {rolling && (
          <Rolling since={since} items={names ?? tickets}>
            {names ? rollingName : rollingTicket}
          </Rolling>
        )}
        {!resting && prize && (
          <p className="prize w-full break-words font-display font-semibold text-xl md:text-2xl">
            <OwnText of={prize} />
          </p>
        )}
        {!resting && phrase && (
          <p className="phrase w-full text-balance break-words text-lg md:text-xl">
            {t('workspace.quoted', { phrase })}
          </p>
        )}
      </div>
      <div className="ticket-lower flex min-h-22 items-center justify-center rounded-b-l bg-accent px-6 py-6">
        {!resting && <p className="text-lg md:text-xl">{t('workspace.holdTight')}</p>}
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

/** What is on the ticket of somebody who may win. */
function rollingTicket(digits: string) {
  return (
    <span className="inline-block rounded-m border-2 border-current border-dashed px-5 py-2 tabular-nums">
      {ticketName(digits)}
    </span>
  );
}

interface RollingProps {
  /** When the animation began. */
  since: number;
  items: string[];
  children: (item: string) => ReactNode;
}

/** Goes through the items, with one before and one after, and slows down. Hidden from screen readers. */
function Rolling({ since, items, children }: RollingProps) {
  const [place, setPlace] = useState(0);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function roll() {
      timer = setTimeout(
        () => {
          setPlace((current) => current + 1);
          roll();
        },
        rollPace(Date.now() - since),
      );
    }
    roll();
    return () => clearTimeout(timer);
  }, [since]);

  const itemAt = (at: number) => children(items.at(at % items.length) ?? '');
  return (
    <div
      aria-hidden
      className="flex w-full flex-col font-bold font-display text-3xl leading-tight md:text-4xl"
    >
      <span className="opacity-40 md:hidden">{itemAt(place - 1)}</span>
      <span data-rolling className="text-4xl md:text-5xl">
        {itemAt(place)}
      </span>
      <span className="opacity-40 md:hidden">{itemAt(place + 1)}</span>
    </div>
  );
}

const FASTEST_MS = 70;
const SLOWEST_MS = 420;

/** How long a name stays, at this time of the animation: shorter at first, ever longer towards its end. */
export function rollPace(elapsedMs: number): number {
  const part = Math.min(1, elapsedMs / DRAW_ANIMATION_MS);
  return Math.round(FASTEST_MS + (SLOWEST_MS - FASTEST_MS) * part ** 3);
}
