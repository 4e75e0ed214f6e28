import { Gift, type LucideIcon } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';

const HandOverDialog = lazyDialog(
  () => import('./hand-over-dialog.tsx'),
  'HandOverDialog',
  'presenter',
);

interface DialogButtonProps {
  eventId: string;
  icon: LucideIcon;
  label: string;
  dialog: ComponentType<{ eventId: string; onClose: () => void }>;
  size?: 'small' | undefined;
}

export function DialogButton({ eventId, icon, label, dialog: Dialog, size }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={icon} {...(size && { size })} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <Dialog eventId={eventId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The button for administrators, and for volunteers of the event. */
export function HandOverButton(props: Pick<DialogButtonProps, 'eventId' | 'size'>) {
  const label = t('workspace.handOverPrize');
  return <DialogButton {...props} icon={Gift} label={label} dialog={HandOverDialog} />;
}
