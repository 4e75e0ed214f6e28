import { Clapperboard, LockKeyhole, Moon, Sun, UserX } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { HandOverButton } from '../handover/hand-over-button.tsx';
import { WinnersButton } from '../handover/winners-button.tsx';
import { useRehearsal } from '../rehearsal/rehearsal-provider.tsx';
import { useStage } from '../stage-context.tsx';
import { RollCallButton } from './roll-call.tsx';

const SealDialog = lazyDialog(() => import('./seal-dialog.tsx'), 'SealDialog');
const NotHereDialog = lazyDialog(() => import('./not-here-dialog.tsx'), 'NotHereDialog');

type Sized = { size?: 'small' | undefined };

/** What a presenter does beside drawing, on the remote and on the raffle page. */
export function Tools({ size }: Sized) {
  const { eventId, scene } = useStage();
  const between = scene.kind === 'idle';
  return (
    <>
      {(between || scene.kind === 'finale') && <RollCallButton size={size} />}
      {between && scene.next?.drawSource === 'none' && <SealButton size={size} />}
      <NotHereButton size={size} />
      <HandOverButton eventId={eventId} size={size} />
      <WinnersButton eventId={eventId} size={size} />
      <DarkenButton size={size} />
    </>
  );
}

/** Begins a rehearsal on this remote. */
export function RehearseButton() {
  const { scene } = useStage();
  const { start } = useRehearsal();
  const isFree = scene.kind === 'finale' || (scene.kind === 'idle' && !scene.rollCall);
  return (
    isFree && (
      <Button icon={Clapperboard} onClick={start}>
        {t('presenter.rehearse')}
      </Button>
    )
  );
}

/** Seals the draw of the next prize: fixes who takes part before anybody can know what decides. */
export function SealButton({ variant, size }: Sized & { variant?: 'primary' }) {
  const { scene } = useStage();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={LockKeyhole}
        {...(size && { size })}
        {...(variant && { variant, size: 'large' })}
        onClick={() => setOpen(true)}
      >
        {t('presenter.sealFirst')}
      </Button>
      {open && (
        <SealDialog
          prize={scene.kind === 'idle' ? scene.next : undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Forfeits the win of an absent winner. While a draw is sealed, that draw has to be the next record. */
export function NotHereButton({ size }: Sized) {
  const { scene, results } = useStage();
  const [open, setOpen] = useState(false);
  const possible = scene.kind !== 'drawing' && scene.kind !== 'sealed';
  const absent = possible && results.some(({ handedOverAt }) => !handedOverAt);
  return (
    <>
      {absent && (
        <Button icon={UserX} {...(size && { size })} onClick={() => setOpen(true)}>
          {t('presenter.notHere')}
        </Button>
      )}
      {open && <NotHereDialog onClose={() => setOpen(false)} />}
    </>
  );
}

export function DarkenButton({ size }: Sized) {
  const { stage, show } = useStage();
  return (
    <Button
      icon={stage.blank ? Sun : Moon}
      variant={stage.blank ? 'primary' : 'secondary'}
      {...(size && { size })}
      onClick={() => show({ blank: !stage.blank })}
    >
      {t(stage.blank ? 'presenter.lightUp' : 'presenter.darken')}
    </Button>
  );
}
