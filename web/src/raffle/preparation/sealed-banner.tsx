import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { endSentence } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { peopleInDraw } from '../api.ts';
import { StageOf, useStage } from '../stage-context.tsx';

// Loaded on demand: the banner is on every overview, and a draw is seldom sealed.
const VoidDialog = lazyDialog(() => import('../presenter/presenter-dialogs.tsx'), 'VoidDialog');
const FinishDialog = lazyDialog(() => import('./finish-dialog.tsx'), 'FinishDialog');

/** Says that a draw is sealed, and lets it be finished or voided. */
export function SealedBanner() {
  const { eventId, scene, prizes } = useStage();
  const [open, setOpen] = useState<'finish' | 'void'>();
  if (scene.kind !== 'sealed') return null;
  const { number, prizeId, rosterSize } = scene.sealed;
  const prize = prizes.find(({ id }) => id === prizeId)?.name ?? t('workspace.generalDraw');
  const close = () => setOpen(undefined);
  return (
    <section
      aria-label={t('workspace.sealedDraw', { number })}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-l bg-wait-soft px-5 py-3 text-wait"
    >
      <LockKeyhole aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-60 break-words">
        <span className="font-semibold">{t('workspace.sealedDraw', { number })}</span>
        {` · ${prize} · ${endSentence(peopleInDraw(rosterSize))} `}
        {say('No other draw can start before it.')}
      </p>
      <div className="flex gap-2">
        <Button variant="primary" onClick={() => setOpen('finish')}>
          {say('Finish')}
        </Button>
        <Button onClick={() => setOpen('void')}>{t('presenter.void')}</Button>
      </div>
      {open === 'finish' && <FinishDialog prize={prize} number={number} onClose={close} />}
      {open === 'void' && <VoidDialog eventId={eventId} onClose={close} />}
    </section>
  );
}

/** The banner on a page without a stage. */
export function EventSealedBanner({ eventId }: { eventId: string }) {
  return (
    <StageOf eventId={eventId} presents part>
      <SealedBanner />
    </StageOf>
  );
}
