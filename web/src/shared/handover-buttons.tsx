import { Gift, Trophy } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonSize } from '../ui/button.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';

const HandOverDialog = lazyDialog(() =>
  import('./hand-over-dialog.tsx').then((module) => module.HandOverDialog),
);
const WinnersDialog = lazyDialog(() =>
  import('./winners-dialog.tsx').then((module) => module.WinnersDialog),
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
        Hand over a prize
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
        Winners
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
