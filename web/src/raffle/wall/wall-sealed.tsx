import { rafflePath } from '@drawbridge/contract/core/pages';
import type { SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import { roundOf } from '@drawbridge/contract/raffle/scene';
import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { formatCount } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { Picture } from '../../ui/frame/brand.tsx';
import { PeopleOf } from '../scenes/last-record.tsx';
import { PrizeName } from '../scenes/prize-name.tsx';
import { useFit } from '../scenes/use-fit.ts';
import { useStage } from '../stage-context.tsx';
import { CornerQrCode } from './wall-code.tsx';

const BeaconCountdown = lazyPart(() => import('../scenes/beacon-countdown.tsx'), 'BeaconCountdown');

const HEADING_SIZES = [4.25, 3.6, 3, 2.5, 2.1, 1.8, 1.5, 1.25, 1];
const PHRASE_SIZES = [4.5, 4, 3.5, 3, 2.5, 2.1, 1.8, 1.5, 1.25, 1];

/** A sealed draw: the hall calls out the phrase, and keeps the fingerprint of the seal. */
export function WallSealed({ sealed }: { sealed: SealedDraw }) {
  const { event, prizes, stage } = useStage();
  const { number, sealHash } = sealed;
  const { phrase } = stage;
  const round = roundOf(sealed);
  const prize = prizes.find(({ id }) => id === sealed.prizeId);
  const heading = useFit<HTMLHeadingElement>(HEADING_SIZES, String(round), 1);
  const box = useFit<HTMLDivElement>(PHRASE_SIZES, `${phrase} ${prize?.picture}`, 1);

  return (
    <div className="flex min-w-0 flex-1 flex-col gap-[0.6rem] text-center">
      <p className="shrink-0 text-balance font-semibold text-[1.2rem] text-accent-ink leading-[1.2] wrap-anywhere rtl:leading-[1.4]">
        {t('stage.draw', { number })}
        {prize && (
          <>
            {' · '}
            <PrizeName of={prize} />
          </>
        )}
      </p>
      <h1
        ref={heading}
        className="w-full shrink-0 overflow-hidden whitespace-nowrap pb-[0.2em] font-bold text-[length:var(--fit,4.25em)] leading-[1.1] narrow:text-[length:min(3rem,var(--fit,4.25em))] rtl:leading-[1.4]"
      >
        {round ? t('watched.beaconDecides', { round: formatCount(round) }) : t('stage.callOut')}
      </h1>
      <div className="flex min-h-0 flex-1 gap-[1.4rem] upright:flex-col-reverse">
        <div
          ref={box}
          className="group flex min-h-0 min-w-0 flex-1 items-center-safe justify-center overflow-hidden font-display font-semibold text-accent-ink text-[length:var(--fit,2.5em)] leading-[1.15] rtl:leading-[1.4]"
        >
          {round ? (
            // Its digits are two and a half times as high as the text around them.
            <div className="flex size-full items-center justify-center [container-type:size]">
              <div className="text-[length:min(4.5rem,38cqh)]">
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
        {prize?.picture && (
          <div className="relative w-[32%] shrink-0 upright:h-[45%] upright:w-full">
            <Picture src={prize.picture} className="absolute size-full rounded-l object-cover" />
          </div>
        )}
      </div>
      <p className="shrink-0 text-balance font-display font-semibold text-[1.5rem] leading-[1.2] rtl:leading-[1.4]">
        <SealedPeople sealed={sealed} />
      </p>
      {sealed.maxChances > 1 && (
        <p className="shrink-0 text-balance text-ink-2">
          <PeopleOf draw={sealed} />
        </p>
      )}
      <div className="flex shrink-0 items-center justify-center gap-[1.6rem] upright:flex-col">
        <Plate hash={sealHash} />
        <CornerQrCode path={rafflePath(event.id)} label={t('stage.raffleCode')}>
          <span className="block w-min min-w-[6em] text-start narrow:sr-only">
            {t('stage.keepOnPhone')}
          </span>
        </CornerQrCode>
      </div>
    </div>
  );
}

/** The number of people in a sealed draw and, if it is for those who are here, of how many. */
function SealedPeople({ sealed: { rollCall, rosterSize } }: { sealed: SealedDraw }) {
  const { eligible } = useStage();
  if (rollCall === 0 || !eligible) return t('stage.sealedPeople', { count: rosterSize });
  const total = formatCount(Math.max(eligible.people, rosterSize));
  return t('stage.hereSealed', { count: rosterSize, total });
}

/** The fingerprint of the seal in groups of four on two lines, so that a photograph can be compared. */
function Plate({ hash }: { hash: string }) {
  return (
    <dl className="min-w-0 rounded-l border-2 border-edge border-dashed bg-card/60 px-[1.1rem] py-[0.5rem] narrow:px-[0.6rem]">
      <dt className="text-ink-2">{t('workspace.fingerprintOfSeal')}</dt>
      <dd dir="ltr" className="font-code font-semibold leading-[1.3]">
        {hash.match(/.{1,32}/g)?.map((line) => (
          <span key={line} className="block whitespace-nowrap">
            {line.match(/.{1,4}/g)?.join(' ')}{' '}
          </span>
        ))}
      </dd>
    </dl>
  );
}
