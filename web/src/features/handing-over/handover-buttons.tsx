import { Gift, Trophy } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/texts.ts';
import { Button, type ButtonSize } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const HandOverDialog = lazyDialog(
  () => import('./hand-over-dialog.tsx'),
  'HandOverDialog',
  'presenter',
);
const WinnersDialog = lazyDialog(
  () => import('./winners-dialog.tsx'),
  'WinnersDialog',
  'presenter',
);

interface HandoverButtonProps {
  eventId: string;
  size?: ButtonSize;
}

/** For administrators, and volunteers of the event. */
export function HandOverButton({ eventId, size }: HandoverButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...(size && { size })} onClick={() => setOpen(true)}>
        <Gift aria-hidden />
        {t('workspace.handOverPrize')}
      </Button>
      {open && <HandOverDialog eventId={eventId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** For administrators. */
export function WinnersButton({ eventId, size }: HandoverButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...(size && { size })} onClick={() => setOpen(true)}>
        <Trophy aria-hidden />
        {t('workspace.winners')}
      </Button>
      {open && <WinnersDialog eventId={eventId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Both, for the presenter. */
export function HandoverTools(props: HandoverButtonProps) {
  return (
    <>
      <HandOverButton {...props} />
      <WinnersButton {...props} />
    </>
  );
}
