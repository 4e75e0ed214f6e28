import { verifyPath } from '@drawbridge/contract/core/pages';
import type { SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import type { Prize } from '@drawbridge/contract/raffle/prizes';
import { roundOf } from '@drawbridge/contract/raffle/scene';
import { LockKeyhole } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { SponsorLogos } from '../../events/sponsors/sponsor-logos.tsx';
import { lazyPart, optionalPart } from '../../lib/lazy-part.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Fingerprint, firstDigits } from '../../ui/code-text.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { describeObstacle, peopleInDraw } from '../api.ts';
import { BoardRow, WonTickets, winnerRows } from '../scenes/board.tsx';
import { NextTicket } from '../scenes/next-ticket.tsx';
import { useStage } from '../stage-context.tsx';
import { PrizeDescription } from '../tickets/prize-description.tsx';
import { useFocusOn } from './use-stage-keys.ts';

const lastRecord = () => import('../scenes/last-record.tsx');
const PeopleOf = optionalPart(lastRecord, 'PeopleOf', 'watched');
const presenter = () => import('../presenter/presenter-tools.tsx');
const SealFirst = lazyPart(presenter, 'SealFirst');
const SealedTools = lazyPart(presenter, 'SealedTools');

/** The button that draws a prize, or the general winner. */
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
  const { scene, prizes, undrawn, mayDraw } = useStage();
  const sealed = scene.kind === 'sealed' ? scene.sealed : undefined;
  const next = scene.kind === 'idle' ? scene.next : undefined;
  const listed = undrawn.filter(({ id }) => id !== (sealed ? sealed.prizeId : next?.id));

  return (
    <div className="my-6 grid flex-1 grid-cols-1 content-start gap-8 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] lg:gap-10">
      <div className="flex min-w-0 flex-col gap-8">
        {sealed && <SealedDrawTicket key={sealed.number} sealed={sealed} />}
        {sealed && mayDraw && (
          <Suspense>
            <SealedTools />
          </Suspense>
        )}
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
      <Winners />
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
              mayDraw && <KeyHint several={undrawn.length > 1} />
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
  const { scene, prizes } = useStage();
  const { obstacle: _, variant, ...button } = useDrawButton(prize.id);
  // A sealed draw has to be finished first.
  const draw = scene.kind !== 'sealed' && {
    children: (nameId: string) => (
      <Button
        variant={variant === 'quiet' ? 'quiet' : 'secondary'}
        size="small"
        aria-describedby={nameId}
        {...button}
      >
        {t('workspace.drawWinner')}
      </Button>
    ),
  };
  return (
    <BoardRow row={{ number: prizes.indexOf(prize) + 1, prize, result: undefined }} {...draw} />
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

/** The winners so far, in rows; at the end as tickets. */
function Winners({ tickets = false }: { tickets?: boolean }) {
  const { prizes, results } = useStage();
  const rows = winnerRows(prizes, results);

  return (
    <section aria-labelledby="winners" className="min-w-0">
      <h2 id="winners" className="mb-4 text-2xl">
        {t('workspace.winners')}
      </h2>
      {rows.length === 0 && (
        <p className="border-line border-t border-dashed pt-4 text-ink-2">
          {t('workspace.noWinnersYet')}
        </p>
      )}
      {tickets ? (
        <WonTickets rows={rows} />
      ) : (
        <ol>
          {rows.map((row) => (
            <BoardRow key={row.result?.id} row={row} />
          ))}
        </ol>
      )}
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
        {sponsors.length > 0 && <SponsorLogos sponsors={sponsors} />}
      </div>
      <Winners tickets />
    </div>
  );
}

/** A sealed draw that waits for its phrase or beacon. */
function SealedDrawTicket({ sealed }: { sealed: SealedDraw }) {
  const { prizes, focus } = useStage();
  const ticket = useFocusOn<HTMLElement>(focus);
  const prize = prizes.find(({ id }) => id === sealed.prizeId);

  return (
    <section
      ref={ticket}
      tabIndex={-1}
      aria-labelledby="sealed-draw"
      className="flex flex-col rounded-l bg-card p-6 md:p-8"
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
      {!roundOf(sealed) && <p className="mt-5 text-xl">{t('workspace.phraseDecides')}</p>}
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
