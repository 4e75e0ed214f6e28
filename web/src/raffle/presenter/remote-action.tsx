import type { SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import type { Prize } from '@drawbridge/contract/raffle/prizes';
import { roundOf } from '@drawbridge/contract/raffle/scene';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { useRehearsal } from '../rehearsal/rehearsal-provider.tsx';
import { useStage } from '../stage-context.tsx';
import { OpenRollCall, useTakingPart, WhoTakesPart } from './roll-call.tsx';
import { SealedDrawForm } from './sealed-draw-form.tsx';
import './remote.css';

const BeaconForm = lazyPart(() => import('./beacon-form.tsx'), 'BeaconForm', 'watched');
const SealDialog = lazyDialog(() => import('./seal-dialog.tsx'), 'SealDialog');
const ConfirmDialog = lazyDialog(
  () => import('../../ui/dialogs/confirm-dialog.tsx'),
  'ConfirmDialog',
);

/** The next action, as a large button. Drawing needs a press of half a second, so that a stray thumb does nothing. */
export function Action() {
  const { scene, asking, draw, closeWinner } = useStage();
  const rehearsal = useRehearsal();

  // Another remote rehearses.
  if (rehearsal.running && !rehearsal.own) return null;
  if (scene.kind === 'finale') return <OpenRollCall />;
  if (scene.kind === 'winner') {
    return (
      <Button variant="primary" className={large} onClick={closeWinner}>
        {t('workspace.continueRaffle')}
      </Button>
    );
  }
  if (scene.kind === 'drawing') {
    return (
      <Button className={large} pending>
        {t('workspace.drawingWinner')}
      </Button>
    );
  }
  if (scene.kind === 'sealed' && rehearsal.running && roundOf(scene.sealed)) {
    return (
      <HoldButton quiet={false} pending={false} onHeld={() => draw(null)}>
        {t('presenter.publicBeacon')}
      </HoldButton>
    );
  }
  if (scene.kind === 'sealed') {
    return (
      <SealedAction sealed={scene.sealed}>
        {(submit, quiet) => (
          <HoldButton quiet={quiet} pending={asking !== undefined} onHeld={submit} />
        )}
      </SealedAction>
    );
  }
  return (
    <>
      {!rehearsal.running && (
        <>
          <OpenRollCall />
          <WhoTakesPart />
        </>
      )}
      <NextAction next={scene.next} />
    </>
  );
}

/** Draws the next prize, or seals its draw first if that was decided before. */
function NextAction({ next }: { next: Prize | undefined }) {
  const { prizes, connected, asking, draw } = useStage();
  const [sealing, setSealing] = useState(false);
  const rehearsal = useRehearsal();
  const { obstacle: nobody } = useTakingPart();
  const reason = rehearsal.running ? undefined : nobody;
  const obstacle = connected ? reason : t('presenter.noConnection');
  const hint =
    obstacle ??
    (next
      ? t('presenter.prizeOf', { number: prizes.indexOf(next) + 1, total: prizes.length })
      : t('workspace.generalDraw'));
  if (!next || next.drawSource === 'none') {
    return (
      <HoldButton
        quiet={obstacle !== undefined}
        pending={asking !== undefined}
        onHeld={() => draw(next?.id ?? null)}
      >
        {hint}
      </HoldButton>
    );
  }
  return (
    <>
      <Button
        variant={obstacle ? 'secondary' : 'primary'}
        className={large}
        onClick={() => (rehearsal.running ? rehearsal.seal() : setSealing(true))}
      >
        {t('presenter.sealNow')}
        <span className="font-normal text-base">
          {obstacle ??
            `${hint} · ${t(next.drawSource === 'beacon' ? 'presenter.publicBeacon' : 'presenter.phraseOfHall')}`}
        </span>
      </Button>
      {sealing && <SealDialog prize={next} onClose={() => setSealing(false)} />}
    </>
  );
}

interface SealedActionProps {
  sealed: SealedDraw;
  /** The button that draws. `quiet` is true if drawing would fail now. */
  children: (submit: () => void, quiet: boolean) => ReactNode;
}

/** The form of a sealed draw, with its phrase or its beacon. */
export function SealedAction({ sealed, children }: SealedActionProps) {
  const { connected } = useStage();
  const form = useRef<HTMLDivElement>(null);
  const round = roundOf(sealed);
  return (
    <div ref={form} className="remote-sealed rounded-l bg-card p-4">
      {round ? (
        <Suspense>
          <BeaconForm key={sealed.number} sealed={sealed} round={round} />
        </Suspense>
      ) : (
        <SealedDrawForm key={sealed.number} sealed={sealed}>
          {children(() => form.current?.querySelector('form')?.requestSubmit(), !connected)}
        </SealedDrawForm>
      )}
    </div>
  );
}

const large =
  'remote-large h-[var(--remote-height,6rem)]! w-full flex-col whitespace-normal! text-balance rounded-l font-bold font-display text-[clamp(1.25rem,3.6dvh,1.875rem)]!';
const HOLD_MS = 500;

interface HoldButtonProps {
  /** True if drawing would fail now. */
  quiet: boolean;
  pending: boolean;
  onHeld: () => void;
  children?: ReactNode;
}

export function HoldButton({ quiet, pending, onHeld, children }: HoldButtonProps) {
  const [holding, setHolding] = useState(false);
  const [asking, setAsking] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function hold() {
    if (pending || holding) return;
    setHolding(true);
    timer.current = setTimeout(() => {
      setHolding(false);
      onHeld();
    }, HOLD_MS);
  }

  function release() {
    clearTimeout(timer.current);
    setHolding(false);
  }

  const isPress = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';

  return (
    <>
      <Button
        variant={quiet ? 'secondary' : 'primary'}
        pending={pending}
        // The focus stays in the field of the phrase: without the keyboard the button would move under the thumb.
        onMouseDown={(event) => event.preventDefault()}
        onPointerDown={(event) => event.button === 0 && hold()}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (!isPress(event)) return;
          event.preventDefault();
          if (!event.repeat) hold();
        }}
        onKeyUp={(event) => {
          if (!isPress(event)) return;
          event.preventDefault();
          release();
        }}
        onBlur={release}
        // Screen readers and switches press without holding, so they get a confirmation.
        onClick={({ detail }) => detail === 0 && setAsking(true)}
        className={classNames(large, 'relative touch-none overflow-hidden')}
      >
        {holding && (
          <span aria-hidden className="remote-hold plain-fade absolute inset-0 bg-accent-hover" />
        )}
        <span className="relative">{t('presenter.holdToDraw')}</span>
        {children && <span className="relative font-normal text-base">{children}</span>}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('presenter.drawNow')}
          description={t('presenter.everybodySees')}
          confirmLabel={t('workspace.drawWinner')}
          onConfirm={() => {
            setAsking(false);
            onHeld();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
