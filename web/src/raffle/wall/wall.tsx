import { PRODUCT_NAME, verifyPath } from '@drawbridge/contract/core/pages';
import type { SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import { roundOf } from '@drawbridge/contract/raffle/scene';
import { WifiOff } from 'lucide-react';
import { Suspense } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { REDUCED_MOTION, useMediaQuery } from '../../lib/device/use-media-query.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { formatCount } from '../../lib/texts/formats.ts';
import { t, useLanguage } from '../../lib/texts/texts.ts';
import { Mark } from '../../ui/frame/wordmark.tsx';
import { describeScene } from '../page/raffle-stage.tsx';
import { boardRows, WonTickets } from '../scenes/board.tsx';
import { Confetti } from '../scenes/confetti.tsx';
import { LastRecord, PeopleOf } from '../scenes/last-record.tsx';
import { PageDots, usePages } from '../scenes/pages.tsx';
import { useFit } from '../scenes/use-fit.ts';
import { useStage } from '../stage-context.tsx';
import { useSceneSounds } from './use-sounds.ts';
import { useStageLanguages, useWallScreen } from './use-wall.ts';
import { WallDraw } from './wall-draw.tsx';
import { CornerQrCode, WallIdle, WallSponsors } from './wall-idle.tsx';
import './wall.css';

const BeaconCountdown = lazyPart(() => import('../scenes/beacon-countdown.tsx'), 'BeaconCountdown');

/** The projector's page, without controls. */
export function Wall() {
  const { event, prizes, scene, stage, connected } = useStage();
  const { started, resting } = useWallScreen();
  const lasts = scene.kind === 'drawing' ? scene.drawing.lasts : 0;
  useSceneSounds(started && !stage.blank, scene.kind, lasts);
  useStageLanguages(event.language, scene.kind);

  return (
    <main
      className={classNames(
        'stage wall relative flex h-dvh select-none overflow-clip text-[1rem] leading-tight',
        resting && 'cursor-none',
      )}
    >
      <title>{`${event.name} · ${PRODUCT_NAME}`}</title>
      <WallScenes />
      {/* Always rendered, because a live region that appears with its text is not read out. */}
      {/* The same text in another language is not announced again. */}
      <p key={useLanguage()} aria-live="assertive" className="sr-only">
        {stage.blank ? '' : describeScene(scene, prizes)}
      </p>
      {/* The state of the connection, the record and the hint stay in the margin, where there is nothing else. */}
      <p role="status" className="absolute end-[0.4rem] bottom-0 leading-[1.3] text-wait">
        {!connected && (
          <>
            <WifiOff aria-hidden className="size-[1.1rem] animate-pulse" />
            <span className="sr-only">{t('workspace.connectionLost')}</span>
          </>
        )}
      </p>
      {!stage.blank && (
        <div className="pointer-events-none absolute inset-x-[1.4rem] bottom-0 flex gap-[0.5rem] whitespace-nowrap text-ink-2 leading-[1.3]">
          <p className="shrink-0">
            <LastRecord />
          </p>
          {!started && <p className="wall-hint plain-fade mx-auto truncate">{t('stage.start')}</p>}
        </div>
      )}
    </main>
  );
}

/** The current scene of the wall, in any frame that is 28.2 rem high. */
export function WallScenes() {
  const { event, scene, stage, rehearsal } = useStage();
  if (stage.blank) {
    return (
      <div className="flex flex-1 items-center justify-center bg-[black]">
        <h1 className="sr-only">{event.name}</h1>
        <Mark className="size-8 text-accent opacity-35" />
      </div>
    );
  }
  return (
    <>
      <div aria-hidden className="wall-light" />
      {rehearsal && (
        <p className="absolute start-0 top-0 z-10 rounded-ee-[0.5rem] bg-wait-soft px-[0.7rem] font-semibold text-[1.05rem] text-wait leading-[1.4]">
          {t('stage.rehearsal')}
        </p>
      )}
      <div className="animate-[appear_600ms_ease-out_both] relative flex min-w-0 flex-1 p-[1.4rem]">
        {(scene.kind === 'drawing' || scene.kind === 'winner') && <WallDraw />}
        {scene.kind === 'sealed' && <WallCeremony sealed={scene.sealed} />}
        {scene.kind === 'finale' && <WallFinale />}
        {scene.kind === 'idle' && <WallIdle next={scene.next} />}
      </div>
    </>
  );
}

const HEADING_SIZES = [4.25, 3.6, 3, 2.5, 2.1, 1.8, 1.5, 1.25, 1];
const PHRASE_SIZES = [3.5, 3, 2.5, 2.1, 1.8, 1.5, 1.25, 1];

/** A sealed draw: the hall calls out the phrase, and photographs the seal. */
function WallCeremony({ sealed }: { sealed: SealedDraw }) {
  const { prizes, stage } = useStage();
  const { number, rosterSize, rosterHash, sealHash } = sealed;
  const { phrase } = stage;
  const round = roundOf(sealed);
  const prize = prizes.find(({ id }) => id === sealed.prizeId);
  const heading = useFit<HTMLHeadingElement>(HEADING_SIZES, String(round), 1);
  const box = useFit<HTMLDivElement>(PHRASE_SIZES, phrase, 1);

  return (
    <div className="flex min-w-0 flex-1 flex-col items-center justify-between text-center">
      <p className="line-clamp-2 shrink-0 text-balance font-semibold text-[1.2rem] text-accent-ink uppercase tracking-wider wrap-anywhere rtl:tracking-normal">
        {prize
          ? t('stage.drawOfPrize', { number, prize: prize.name })
          : t('stage.draw', { number })}
      </p>
      <h1
        ref={heading}
        className="mt-[0.3rem] w-full shrink-0 overflow-hidden whitespace-nowrap pb-[0.2em] font-bold text-[length:var(--fit,4.25em)] leading-[1.1] rtl:leading-[1.4]"
      >
        {round ? t('watched.beaconDecides', { round: formatCount(round) }) : t('stage.callOut')}
      </h1>
      <div
        ref={box}
        className="group flex min-h-0 w-full flex-1 items-center-safe justify-center overflow-hidden font-display font-semibold text-accent-ink text-[length:var(--fit,2.5em)] leading-[1.15] rtl:leading-[1.4]"
      >
        {round ? (
          // Its digits are two and a half times as high as the text around them.
          <div className="flex size-full items-center justify-center [container-type:size]">
            <div className="text-[length:min(3.5rem,38cqh)]">
              <Suspense>
                <BeaconCountdown round={round} />
              </Suspense>
            </div>
          </div>
        ) : (
          <p className="max-w-full text-balance group-data-[full=cut]:wrap-anywhere">
            {phrase && t('workspace.quoted', { phrase })}
            <span
              aria-hidden
              className="animate-pulse ms-[0.12em] inline-block h-[0.95em] w-[0.09em] bg-current align-[-0.12em]"
            />
          </p>
        )}
      </div>
      {sealed.maxChances > 1 && (
        <p className="shrink-0 text-balance text-ink-2">
          <PeopleOf draw={sealed} />
        </p>
      )}
      <p className="shrink-0 text-[1.15rem] text-ink-2">
        {t('stage.sealedPeople', { count: rosterSize })}
      </p>
      <dl className="mt-[0.7rem] flex shrink-0 gap-[1.2rem]">
        <Plate name={t('workspace.fingerprintOfSeal')} hash={sealHash} />
        <Plate name={t('stage.fingerprintOfEveryone')} hash={rosterHash} />
      </dl>
    </div>
  );
}

/** A hash in groups of four, four to a line, so that a photograph can be compared. */
function Plate({ name, hash }: { name: string; hash: string }) {
  return (
    <div className="rounded-l border-2 border-edge border-dashed bg-card/60 px-[1.1rem] pt-[0.7rem] pb-[0.8rem] narrow:px-[0.8rem]">
      {/* The name is as wide as its fingerprint. */}
      <dt className="w-0 min-w-full text-ink-2">{name}</dt>
      <dd
        dir="ltr"
        className="mt-[0.2rem] font-code font-semibold text-[1.35rem] leading-[1.3] narrow:text-[1.2rem]"
      >
        {hash.match(/.{1,16}/g)?.map((line) => (
          <span key={line} className="block">
            {line.match(/.{1,4}/g)?.join(' ')}{' '}
          </span>
        ))}
      </dd>
    </div>
  );
}

/** The finale after the last prize: the winners, the number of people, and thanks. */
function WallFinale() {
  const { event, prizes, results, sponsors, eligible } = useStage();
  const still = useMediaQuery(REDUCED_MOTION);
  const { pages, page, shown } = usePages(boardRows(prizes, results), 9);

  return (
    <div className="flex min-w-0 flex-1 flex-col gap-[0.9rem]">
      {!still && <Confetti />}
      <header className="flex min-h-20 shrink-0 items-center justify-between gap-[1.5rem]">
        <div className="min-w-0 flex-1">
          <h1 className="wrap-anywhere break-keep font-bold text-[2.4rem] leading-[1.1] narrow:text-[1.45rem] rtl:leading-[1.4]">
            {t('stage.thankEveryone')}
          </h1>
          <p className="text-[1.15rem] text-ink-2">
            {prizes.length === 0 ? t('stage.over') : t('stage.allDrawn', { count: prizes.length })}{' '}
            {eligible && t('stage.tookPart', { count: eligible.people + results.length })}
          </p>
        </div>
        <CornerQrCode path={verifyPath(event.id)} label={t('stage.checkCode')}>
          <span className="block w-min min-w-[5em]">{t('workspace.checkDraws')}</span>
        </CornerQrCode>
      </header>
      <WonTickets key={page} rows={shown} wall />
      <footer className="flex min-h-[0.4rem] shrink-0 items-center justify-between gap-[1.5rem]">
        <PageDots pages={pages} page={page} />
        {sponsors.length > 0 && (
          <p className="shrink-0 text-ink-2 narrow:hidden">{t('stage.thankSponsors')}</p>
        )}
        <WallSponsors sponsors={sponsors} perPage={6} />
      </footer>
    </div>
  );
}
