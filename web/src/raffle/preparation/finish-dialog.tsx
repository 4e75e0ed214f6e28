import { t } from '../../lib/texts/texts.ts';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { SealedTools } from '../presenter/presenter-tools.tsx';

interface FinishDialogProps {
  number: number;
  prize: string;
  onClose: () => void;
}

/** Holds the sealed draw, with its phrase or its beacon. */
export function FinishDialog({ number, prize, onClose }: FinishDialogProps) {
  return (
    <Dialog low title={t('workspace.sealedDraw', { number })} description={prize} onClose={onClose}>
      <DialogBody>
        <SealedTools />
      </DialogBody>
    </Dialog>
  );
}
