import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx';
import { useReasonsToAsk } from '../readiness/ready-to-draw.tsx';
import { useStage } from '../stage-context.tsx';
import { HoldButton } from './remote-action.tsx';
import { usePlannedDraw } from './roll-call.tsx';

/**
 * Asks before a draw on the raffle page, where one press draws, if the announced time has not come or a device holds
 * unsent leads.
 */
export function DrawGuard() {
  const { eventId, guard } = useStage();
  const reasons = useReasonsToAsk(eventId, usePlannedDraw());
  const [held, setHeld] = useState<() => void>();
  const ask = useEffectEvent((go: () => void) => {
    if (reasons.length > 0) setHeld(() => go);
    return reasons.length > 0;
  });
  useEffect(() => {
    guard.current = (go) => ask(go);
    return () => {
      guard.current = undefined;
    };
  }, [guard]);
  const close = () => setHeld(undefined);

  if (!held) return null;
  return (
    <Dialog
      low
      title={t('presenter.drawNow')}
      description={t('presenter.everybodySees')}
      onClose={close}
    >
      <DialogBody>
        <ul className="list-disc ps-5">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <HoldButton
          quiet={false}
          pending={false}
          onHeld={() => {
            close();
            held();
          }}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>{t('workspace.cancel')}</Button>
      </DialogFooter>
    </Dialog>
  );
}
