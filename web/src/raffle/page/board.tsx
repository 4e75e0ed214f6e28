import { verifyPath } from '@drawbridge/contract/core/pages';
import type { SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import type { Prize } from '@drawbridge/contract/raffle/prizes';
import { roundOf } from '@drawbridge/contract/raffle/scene';
import { LockKeyhole } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { SponsorLogos } from '../../events/sponsors/sponsor-logos.tsx';
import { lazyPart, optionalPart } from '../../lib/lazy-part.tsx';
import { t } from '../../lib/texts/texts.ts';
import { showToast } from '../../lib/toast.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Fingerprint, firstDigits } from '../../ui/code-text.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { describeObstacle, peopleInDraw } from '../api.ts';
import { BoardRow } from '../scenes/board.tsx';
import { NextTicket } from '../scenes/next-ticket.tsx';
import { useStage } from '../stage-context.tsx';
import type { WonTicket } from '../tickets/own-tickets.ts';
import { PrizeDescription } from '../tickets/prize-description.tsx';
import { PrizeWinners } from './prize-winners.tsx';
import { useFocusOn } from './use-stage-keys.ts';

const lastRecord = () => import('../scenes/last-record.tsx');
const PeopleOf = optionalPart(lastRecord, 'PeopleOf', 'watched');
const presenter = () => import('../presenter/presenter-tools.tsx');
const SealFirst = lazyPart(presenter, 'SealFirst');
const SealedTools = lazyPart(presenter, 'SealedTools');

/** The button that draws a prize, or the general winner. */
function useDrawButton(prizeId: string | null) {
  const { scene, mayDraw, people, asking, draw } = useStage();
  const obstacle = people && describeObstacle(people);
  return {
    obstacle,
    variant: obstacle ? 'secondary' : mayDraw ? 'primary' : 'quiet',
    pending: asking?.prizeId === prizeId,
    onClick: () => {
      if (mayDraw && scene.kind === 'sealed') explainSeal(scene.sealed);
      else draw(prizeId);
    },
  } as const;
}

/** A sealed draw has to be finished first. */
const explainSeal = ({ number }: SealedDraw) =>
  showToast({
    title: t('workspace.sealedDraw', { number }),
    description: t('presenter.comesFirst'),
  });

interface BoardProps {
  /** The wins of this device. */
  own: readonly WonTicket[];
}

/** The stage between draws: the prizes that are left, in their order, beside the winners so far. */
export function Board({ own }: BoardProps) {
  const { scene, prizes, undrawn } = useStage();
  const next = scene.kind === 'idle' ? scene.next : undefined;

  return (
    <div className="my-6 grid flex-1 grid-cols-1 content-start gap-8 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] lg:gap-10">
      <div className="flex min-w-0 flex-col gap-8">
        {prizes.length === 0 && scene.kind === 'idle' && <GeneralDraw />}
        {undrawn.length > 0 && (
          <section aria-labelledby="prizes" className="min-w-0">
            <h2 id="prizes" className="mb-4 text-2xl">
              {t('visitor.prizes')}
            </h2>
            <ol className="grid grid-cols-1 gap-x-8 gap-y-2 xl:grid-cols-2">
              {undrawn.map((prize) =>
                prize.id === next?.id ? (
                  <PrizeHero key={prize.id} prize={prize} />
                ) : (
                  <PrizeRow key={prize.id} prize={prize} />
                ),
              )}
            </ol>
          </section>
        )}
      </div>
      <Winners own={own} />
    </div>
  );
}

function PrizeHero({ prize }: { prize: Prize }) {
  const { focus, mayDraw, undrawn } = useStage();
  // Focus the ticket instead of its button, so that a key still held down cannot start another draw.
  const ticket = useFocusOn<HTMLLIElement>(focus);
  const { obstacle, ...button } = useDrawButton(prize.id);
  // The order of the prizes says which button is the loud one.
  const sealsFirst = mayDraw && prize.drawSource !== 'none';

  return (
    <li ref={ticket} tabIndex={-1} className="col-span-full flex rounded-l outline-none">
      <NextTicket>
        {(nameId) => (
          // The order is reversed, so that the button stays at the lower edge when a long text needs its own line.
          <div className="flex flex-wrap-reverse items-center gap-x-5 gap-y-2 lg:min-h-16">
            <Button
              size="large"
              aria-describedby={nameId}
              className={mayDraw ? 'max-sm:w-full' : '-mx-6'}
              {...button}
              {...(sealsFirst && { variant: 'secondary' })}
            >
              {t('workspace.drawWinner')}
            </Button>
            {sealsFirst && (
              <Suspense>
                <SealFirst />
              </Suspense>
            )}
            {obstacle ? (
              <p className="min-w-0 flex-[1_1_14rem] text-balance text-ink-2 text-sm">{obstacle}</p>
            ) : (
              mayDraw && !sealsFirst && <KeyHint several={undrawn.length > 1} />
            )}
          </div>
        )}
      </NextTicket>
    </li>
  );
}

/** A hint shown where there is room for it, on screens that probably have a keyboard. */
function KeyHint({ several }: { several: boolean }) {
  const key = 'mx-0.5 rounded-s border border-edge px-1.5 py-0.5 font-text text-xs';
  return (
    <p className="hidden whitespace-nowrap text-ink-2 text-sm lg:block">
      <RichText
        text={t(several ? 'presenter.pressSpaceOrArrows' : 'presenter.pressSpace')}
        tags={{ key: (part) => <kbd className={key}>{part}</kbd> }}
      />
    </p>
  );
}

/** A prize that has not been drawn. */
function PrizeRow({ prize }: { prize: Prize }) {
  const { prizes } = useStage();
  const { obstacle: _, variant, ...button } = useDrawButton(prize.id);
  return (
    <BoardRow row={{ number: prizes.indexOf(prize) + 1, prize, result: undefined }}>
      {(nameId) => (
        <Button
          variant={variant === 'quiet' ? 'quiet' : 'secondary'}
          size="small"
          aria-describedby={nameId}
          {...button}
        >
          {t('workspace.drawWinner')}
        </Button>
      )}
    </BoardRow>
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

/** The winners so far, by prize; at the end as tickets. */
function Winners({ own, tickets = false }: BoardProps & { tickets?: boolean }) {
  const { eventId, results } = useStage();

  return (
    <section aria-labelledby="winners" className="min-w-0">
      <h2 id="winners" className="mb-4 text-2xl">
        {t('workspace.winners')}
      </h2>
      {results.length === 0 && (
        <p className="border-line border-t border-dashed pt-4 text-ink-2">
          {t('workspace.noWinnersYet')}
        </p>
      )}
      <PrizeWinners own={own} tickets={tickets} />
      {results.length > 0 && !tickets && (
        <Link
          href={verifyPath(eventId)}
          className="mt-3 inline-flex min-h-11 items-center text-ink-2 underline underline-offset-2"
        >
          {t('workspace.checkDraws')}
        </Link>
      )}
    </section>
  );
}

/** The end of the raffle: every prize has a winner. */
export function Finale({ own }: BoardProps) {
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
        {sponsors.length > 0 && <SponsorLogos sponsors={sponsors} />}
      </div>
      <Winners own={own} tickets />
    </div>
  );
}

/** A sealed draw that waits for its phrase or beacon. */
export function SealedDrawTicket({ sealed }: { sealed: SealedDraw }) {
  const { prizes, stage, focus, mayDraw } = useStage();
  const ticket = useFocusOn<HTMLElement>(focus);
  const prize = prizes.find(({ id }) => id === sealed.prizeId);

  return (
    <section
      ref={ticket}
      tabIndex={-1}
      aria-labelledby="sealed-draw"
      className="mt-6 flex flex-col rounded-l bg-card p-6 outline-none max-md:mt-4 max-md:p-5 md:p-8"
    >
      <h2 id="sealed-draw" className="flex items-center gap-3 text-2xl md:text-3xl">
        <LockKeyhole aria-hidden className="size-7 shrink-0 text-accent" />
        {t('workspace.sealedDraw', { number: sealed.number })}
      </h2>
      <p className="mt-2 break-words text-ink-2 text-lg">
        {prize && (
          <>
            <bdi>{prize.name}</bdi>
            {' · '}
          </>
        )}
        {sealed.maxChances === 1 ? (
          peopleInDraw(sealed.rosterSize)
        ) : (
          <Suspense>
            <PeopleOf draw={sealed} />
          </Suspense>
        )}
      </p>
      {prize && <PrizeDescription of={prize} className="mt-2" />}
      {!roundOf(sealed) && stage.phrase && (
        <p
          data-part="phrase"
          className="wrap-anywhere mt-4 text-balance font-bold font-display text-3xl md:text-4xl"
        >
          {t('workspace.quoted', { phrase: stage.phrase })}
        </p>
      )}
      {!roundOf(sealed) && (
        <p className={stage.phrase ? 'mt-2 text-ink-2' : 'mt-4 text-xl'}>
          {t('workspace.phraseDecides')}
        </p>
      )}
      {mayDraw && (
        <div className="mt-5">
          <Suspense>
            <SealedTools />
          </Suspense>
        </div>
      )}
      {/* On a phone, only the values that are compared with the wall; the page of the draws has the rest. */}
      <dl className="mt-5 grid grid-cols-1 gap-4 text-sm lg:grid-cols-2">
        <div className="rounded-m bg-sunk p-4 max-md:px-4 max-md:py-2">
          <dt className="text-ink-2">{t('workspace.fingerprintOfSeal')}</dt>
          <dd className="mt-1">
            <Fingerprint hash={firstDigits(sealed.sealHash)} className="md:hidden" />
            <Fingerprint hash={sealed.sealHash} className="max-md:hidden" />
          </dd>
        </div>
        <div className="rounded-m bg-sunk p-4 max-md:hidden">
          <dt className="text-ink-2">{t('workspace.fingerprintOfEveryone')}</dt>
          <dd className="mt-1">
            <Fingerprint hash={sealed.rosterHash} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
