import { Gift, type LucideIcon, Trophy } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { t } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
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

interface DialogButtonProps {
  eventId: string;
  icon: LucideIcon;
  label: string;
  dialog: ComponentType<{ eventId: string; onClose: () => void }>;
}

function DialogButton({ eventId, icon: Icon, label, dialog: Dialog }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon aria-hidden />
        {label}
      </Button>
      {open && <Dialog eventId={eventId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** For administrators, and volunteers of the event. */
export function HandOverButton(props: { eventId: string }) {
  const label = t('workspace.handOverPrize');
  return <DialogButton {...props} icon={Gift} label={label} dialog={HandOverDialog} />;
}

/** For administrators. */
export function WinnersButton(props: { eventId: string }) {
  const label = t('workspace.winners');
  return <DialogButton {...props} icon={Trophy} label={label} dialog={WinnersDialog} />;
}
