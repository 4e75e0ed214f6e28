import type { Prize } from '@drawbridge/contract/prizes';
import { useId } from 'react';
import { OwnText } from '../../../lib/own-text.tsx';
import { t } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { useFocusOn } from '../stage/use-stage-keys.ts';

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

/** The next prize, large, with its button. */
export function PrizeHero(props: PrizeHeroProps) {
  const { prize, number, count, left, focus, mayDraw, obstacle, pending, onDraw } = props;
  const nameId = useId();
  // Focus the ticket instead of its button, so that a key still held down cannot start another draw.
  const ticket = useFocusOn<HTMLLIElement>(focus);

  return (
    <li ref={ticket} tabIndex={-1} className="col-span-full flex rounded-l outline-none">
      <div className="light ticket-stub flex min-w-0 flex-1 rounded-l bg-paper text-ink lg:[--notch:0.875rem] lg:[--stub:8rem]">
        <div className="flex w-(--stub) shrink-0 flex-col items-center justify-center text-center">
          <RichText
            text={t('workspace.prizeOf', { number, total: count })}
            tags={{
              number: (part) => (
                <span className="font-bold font-display text-3xl text-accent-ink tabular-nums leading-none lg:text-5xl">
                  {part}
                </span>
              ),
              total: (part) => <span className="mt-1 text-ink-2 text-sm">{part}</span>,
            }}
          />
        </div>
        <div className="min-w-0 flex-1 border-edge border-s-2 border-dashed">
          <div className="flex h-full flex-col gap-y-3 px-5 py-4 lg:gap-y-5 lg:px-8 lg:py-7">
            <p className="font-semibold text-accent-ink text-sm uppercase tracking-widest rtl:tracking-normal">
              {t('workspace.nextPrize')}
            </p>
            <div className="flex flex-1 flex-col justify-center gap-1">
              <h3
                id={nameId}
                className="text-pretty break-words font-bold text-2xl leading-[1.1] md:text-3xl lg:text-5xl"
              >
                <OwnText of={prize} />
              </h3>
              {prize.value && (
                <p className="break-words text-ink-2 text-lg">
                  <bdi>{prize.value}</bdi>
                </p>
              )}
            </div>
            {/* Reversed, so that the button stays at the lower edge when a long text needs its own line. */}
            <div className="flex flex-wrap-reverse items-center gap-x-5 gap-y-2 lg:min-h-16">
              <Button
                variant={obstacle ? 'secondary' : mayDraw ? 'primary' : 'quiet'}
                size="large"
                pending={pending}
                aria-describedby={nameId}
                onClick={onDraw}
                className={mayDraw ? 'max-sm:w-full' : '-mx-6'}
              >
                {t('workspace.drawWinner')}
              </Button>
              {obstacle ? (
                <p className="min-w-0 flex-[1_1_14rem] text-balance text-ink-2 text-sm">
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
    <p className="keys hidden whitespace-nowrap text-ink-2 text-sm lg:block">
      <RichText
        text={t(several ? 'presenter.pressSpaceOrArrows' : 'presenter.pressSpace')}
        tags={{ key: (part) => <kbd className={key}>{part}</kbd> }}
      />
    </p>
  );
}
