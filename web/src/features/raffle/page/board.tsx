import { verifyPath } from '@drawbridge/contract/pages';
import type { Prize } from '@drawbridge/contract/prizes';
import { useId } from 'react';
import { Link } from 'wouter';
import { OwnText } from '../../../lib/own-text.tsx';
import { t } from '../../../lib/texts.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { SponsorLogos } from '../../sponsors/sponsor-logos.tsx';
import { describeObstacle } from '../presenter/people-count.ts';
import { SealedDrawTicket } from '../presenter/sealed-draw-ticket.tsx';
import { NextTicket } from '../scenes/next-ticket.tsx';
import { useStage } from '../stage-context.tsx';
import { useFocusOn } from './use-stage-keys.ts';
import { WinnersList } from './winners-list.tsx';

/** How a prize, or the general winner, is drawn. */
function useDrawButton(prizeId: string | null) {
  const { mayDraw, people, asking, draw } = useStage();
  const obstacle = people && describeObstacle(people);
  return {
    obstacle,
    variant: obstacle ? 'secondary' : mayDraw ? 'primary' : 'quiet',
    pending: asking?.prizeId === prizeId,
    onClick: () => draw(prizeId),
  } as const;
}

/** The stage between draws: the prizes that are left beside the winners so far. */
export function Board() {
  const { scene, prizes, undrawn } = useStage();
  const sealed = scene.kind === 'sealed' ? scene.sealed : undefined;
  const next = scene.kind === 'idle' ? scene.next : undefined;
  const listed = undrawn.filter(({ id }) => id !== (sealed ? sealed.prizeId : next?.id));

  return (
    <div className="my-6 grid flex-1 grid-cols-1 content-start gap-8 lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)] lg:gap-10">
      <div className="flex min-w-0 flex-col gap-8">
        {sealed && <SealedDrawTicket key={sealed.number} sealed={sealed} />}
        {prizes.length === 0 && !sealed && <GeneralDraw />}
        {(next || listed.length > 0) && (
          <section aria-labelledby="prizes" className="min-w-0">
            <h2 id="prizes" className="mb-4 text-2xl">
              {t('visitor.prizes')}
            </h2>
            <ol className="grid grid-cols-1 gap-x-8 gap-y-2 xl:grid-cols-2">
              {next && <PrizeHero prize={next} />}
              {listed.map((prize) => (
                <PrizeRow key={prize.id} prize={prize} />
              ))}
            </ol>
          </section>
        )}
      </div>
      <WinnersList />
    </div>
  );
}

function PrizeHero({ prize }: { prize: Prize }) {
  const { focus, mayDraw, undrawn } = useStage();
  // Focus the ticket instead of its button, so that a key still held down cannot start another draw.
  const ticket = useFocusOn<HTMLLIElement>(focus);
  const { obstacle, ...button } = useDrawButton(prize.id);

  return (
    <li ref={ticket} tabIndex={-1} className="col-span-full flex rounded-l outline-none">
      <NextTicket>
        {(nameId) => (
          // Reversed, so that the button stays at the lower edge when a long text needs its own line.
          <div className="flex flex-wrap-reverse items-center gap-x-5 gap-y-2 lg:min-h-16">
            <Button
              size="large"
              aria-describedby={nameId}
              className={mayDraw ? 'max-sm:w-full' : '-mx-6'}
              {...button}
            >
              {t('workspace.drawWinner')}
            </Button>
            {obstacle ? (
              <p className="min-w-0 flex-[1_1_14rem] text-balance text-ink-2 text-sm">{obstacle}</p>
            ) : (
              mayDraw && <KeyHint several={undrawn.length > 1} />
            )}
          </div>
        )}
      </NextTicket>
    </li>
  );
}

/** Shown where there is room for it, on screens that are likely to have a keyboard. */
function KeyHint({ several }: { several: boolean }) {
  const key = 'mx-0.5 rounded-s border border-edge px-1.5 py-0.5 font-text text-xs';
  return (
    <p className="quietable hidden whitespace-nowrap text-ink-2 text-sm lg:block">
      <RichText
        text={t(several ? 'presenter.pressSpaceOrArrows' : 'presenter.pressSpace')}
        tags={{ key: (part) => <kbd className={key}>{part}</kbd> }}
      />
    </p>
  );
}

/** A prize that waits for its turn. */
function PrizeRow({ prize }: { prize: Prize }) {
  const { scene, prizes } = useStage();
  const nameId = useId();
  const { obstacle: _, variant, ...button } = useDrawButton(prize.id);

  return (
    <li className="flex min-w-0 flex-wrap items-center gap-3 border-line border-b border-dashed py-2">
      <span className="w-6 shrink-0 font-display font-semibold text-accent-ink text-xl tabular-nums">
        {prizes.indexOf(prize) + 1}
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
      {/* A sealed draw has to be finished first. */}
      {scene.kind !== 'sealed' && (
        <Button
          variant={variant === 'quiet' ? 'quiet' : 'secondary'}
          size="small"
          aria-describedby={nameId}
          {...button}
        >
          {t('workspace.drawWinner')}
        </Button>
      )}
    </li>
  );
}

/** The board of an event without prizes. */
function GeneralDraw() {
  const panel = useFocusOn<HTMLElement>(useStage().focus);
  const { obstacle, ...button } = useDrawButton(null);

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
      <Button size="large" {...button}>
        {t('workspace.drawGeneralWinner')}
      </Button>
      {obstacle && <p className="max-w-lg text-balance text-ink-2">{obstacle}</p>}
    </section>
  );
}

/** The end of the raffle: every prize has a winner. */
export function Finale() {
  const { eventId, sponsors, focus } = useStage();
  const heading = useFocusOn<HTMLHeadingElement>(focus);

  return (
    <div className="my-8 flex flex-1 flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 md:shrink-0">
          <h2 ref={heading} tabIndex={-1} className="font-bold text-4xl outline-none md:text-5xl">
            {t('workspace.thankYou')}
          </h2>
          <Link href={verifyPath(eventId)} className={buttonClasses('secondary', 'medium')}>
            {t('workspace.checkDraws')}
          </Link>
        </div>
        {sponsors.length > 0 && <SponsorLogos sponsors={sponsors} large />}
      </div>
      <WinnersList tickets />
    </div>
  );
}
