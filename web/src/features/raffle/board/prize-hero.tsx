import type { Prize } from '@drawbridge/contract/prizes';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useFocusOn } from '../stage/use-stage-keys.ts';
import { useFit } from '../use-fit.ts';

const NAME_SIZES = [3.5, 3, 2.5, 2.125, 1.875, 1.625, 1.375, 1.1875, 1];

interface PrizeHeroProps {
  prize: Prize;
  number: number;
  /** How many prizes the event has, and how many of them are left. */
  count: number;
  left: number;
  /** A new value whenever this ticket should get the focus. */
  focus: object | undefined;
  mayDraw: boolean;
  /** Why nobody can be drawn now. */
  obstacle: string | undefined;
  pending: boolean;
  onDraw: () => void;
}

/**
 * The next prize, large, with its button. On a projector nothing in it depends on anything but the screen,
 * so that the button stays where it is.
 */
export function PrizeHero(props: PrizeHeroProps) {
  const { prize, number, count, left, focus, mayDraw, obstacle, pending, onDraw } = props;
  const nameId = useId();
  // Focus the ticket instead of its button, so that a key still held down cannot start another draw.
  const ticket = useFocusOn<HTMLLIElement>(focus);
  const texts = useFit<HTMLDivElement>(NAME_SIZES, JSON.stringify([prize.name, prize.value]));

  return (
    <li
      ref={ticket}
      tabIndex={-1}
      className="projector-hero col-span-full flex rounded-l outline-none"
    >
      <div className="light ticket-stub flex min-w-0 flex-1 rounded-l bg-paper text-ink">
        <div className="flex w-(--stub) shrink-0 flex-col items-center justify-center text-center">
          <span className="number font-bold font-display text-3xl text-accent-ink tabular-nums leading-none">
            {number}
          </span>
          <span className="count mt-1 text-ink-2 text-sm">of {count}</span>
        </div>
        <div className="@container min-w-0 flex-1 border-edge border-l-2 border-dashed">
          <div className="content flex h-full flex-col gap-y-3 px-5 py-4">
            <p className="label font-semibold text-accent-ink text-sm uppercase tracking-widest">
              Next prize
            </p>
            <div ref={texts} className="prize flex min-h-0 flex-col gap-1">
              <h3
                id={nameId}
                className="text-pretty break-words font-bold text-2xl leading-[1.1] md:text-3xl"
              >
                {prize.name}
              </h3>
              {prize.value && <p className="value break-words text-ink-2 text-lg">{prize.value}</p>}
            </div>
            {/* Reversed, so that the button stays at the lower edge when a long text needs its own line. */}
            <div className="flex flex-wrap-reverse items-center gap-x-5 gap-y-2">
              <Button
                variant={obstacle ? 'secondary' : mayDraw ? 'primary' : 'quiet'}
                size="large"
                pending={pending}
                aria-describedby={nameId}
                onClick={onDraw}
                className={mayDraw ? 'max-sm:w-full' : '-mx-6'}
              >
                Draw Winner
              </Button>
              {obstacle ? (
                <p className="obstacle min-w-0 flex-[1_1_14rem] text-balance text-ink-2 text-sm">
                  {obstacle}
                </p>
              ) : (
                mayDraw && <KeyHint several={left > 1} />
              )}
            </div>
          </div>
        </div>
      </div>
    </li>
  );
}

/** Shown where there is room for it, on screens that are likely to have a keyboard. */
function KeyHint({ several }: { several: boolean }) {
  const key = 'mx-0.5 rounded-s border border-edge px-1.5 py-0.5 font-text text-xs';
  return (
    <p className="keys hidden whitespace-nowrap text-ink-2 text-sm">
      or press <kbd className={key}>Space</kbd>
      {several && (
        <>
          {' · '}
          <kbd className={key}>←</kbd> <kbd className={key}>→</kbd> another prize
        </>
      )}
    </p>
  );
}
