import { roundOf } from '@drawbridge/contract/raffle/scene';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { describeObstacle } from '../api.ts';
import { useStage } from '../stage-context.tsx';
import { SealedDrawForm } from './sealed-draw-form.tsx';
import './remote.css';

const BeaconForm = lazyPart(() => import('./beacon-form.tsx'), 'BeaconForm', 'watched');
const ConfirmDialog = lazyDialog(
  () => import('../../ui/dialogs/confirm-dialog.tsx'),
  'ConfirmDialog',
);

/** The next action, as a large button. Drawing needs a press of half a second, so that a stray thumb does nothing. */
export function Action() {
  const { scene, prizes, people, connected, asking, draw, closeWinner } = useStage();
  const obstacle = connected ? people && describeObstacle(people) : t('presenter.noConnection');
  const form = useRef<HTMLDivElement>(null);

  if (scene.kind === 'finale') return null;
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
  const round = scene.kind === 'sealed' ? roundOf(scene.sealed) : undefined;
  if (scene.kind === 'sealed' && round) {
    return (
      <div className="rounded-l bg-card p-4">
        <Suspense>
          <BeaconForm key={scene.sealed.number} sealed={scene.sealed} round={round} />
        </Suspense>
      </div>
    );
  }
  if (scene.kind === 'sealed') {
    return (
      <div ref={form} className="rounded-l bg-card p-4">
        <SealedDrawForm key={scene.sealed.number} sealed={scene.sealed}>
          <HoldButton
            quiet={!connected}
            pending={asking !== undefined}
            onHeld={() => form.current?.querySelector('form')?.requestSubmit()}
          />
        </SealedDrawForm>
      </div>
    );
  }
  const { next } = scene;
  return (
    <HoldButton
      quiet={obstacle !== undefined}
      pending={asking !== undefined}
      onHeld={() => draw(next?.id ?? null)}
    >
      {obstacle ??
        (next
          ? t('presenter.prizeOf', { number: prizes.indexOf(next) + 1, total: prizes.length })
          : t('workspace.generalDraw'))}
    </HoldButton>
  );
}

const large =
  'h-[min(40dvh-8rem,13rem)]! w-full flex-col whitespace-normal! text-balance rounded-l font-bold font-display text-[min(1.875rem,3.6dvh)]!';
const HOLD_MS = 500;

interface HoldButtonProps {
  /** True if drawing would fail now. */
  quiet: boolean;
  pending: boolean;
  onHeld: () => void;
  children?: ReactNode;
}

function HoldButton({ quiet, pending, onHeld, children }: HoldButtonProps) {
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
