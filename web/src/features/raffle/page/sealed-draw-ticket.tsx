import type { SealedDraw } from '@drawbridge/contract/draws';
import { roundOf } from '@drawbridge/contract/scene';
import { LockKeyhole } from 'lucide-react';
import { Suspense } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { t } from '../../../lib/texts.ts';
import { Fingerprint } from '../../../ui/code-text.tsx';
import { peopleInDraw } from '../presenter/people-count.ts';
import { useStage } from '../stage-context.tsx';
import { useFocusOn } from './use-stage-keys.ts';

const BeaconNotice = lazyPart(
  () => import('../scenes/beacon-countdown.tsx'),
  'BeaconNotice',
  'watched',
);

/** A sealed draw, of which only the phrase or the beacon is missing. */
export function SealedDrawTicket({ sealed }: { sealed: SealedDraw }) {
  const { prizes, focus } = useStage();
  const { seal } = sealed;
  const ticket = useFocusOn<HTMLElement>(focus);
  const round = roundOf(sealed);
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
        {peopleInDraw(sealed.rosterSize)}
      </p>
      <dl className="mt-5 grid grid-cols-1 gap-4 text-sm lg:grid-cols-2">
        <div className="rounded-m bg-sunk p-4">
          <dt className="text-ink-2">
            {t(seal ? 'workspace.fingerprintOfSeal' : 'workspace.fingerprintOfSecret')}
          </dt>
          <dd className="mt-1">
            <Fingerprint hash={seal?.hash ?? sealed.commitment} />
          </dd>
        </div>
        <div className="rounded-m bg-sunk p-4">
          <dt className="text-ink-2">{t('workspace.fingerprintOfEveryone')}</dt>
          <dd className="mt-1">
            <Fingerprint hash={sealed.rosterHash} />
          </dd>
        </div>
      </dl>
      {round ? (
        <Suspense>
          <BeaconNotice round={round} />
        </Suspense>
      ) : (
        <p className="mt-5 text-lg">{t('workspace.phraseDecides')}</p>
      )}
    </section>
  );
}
