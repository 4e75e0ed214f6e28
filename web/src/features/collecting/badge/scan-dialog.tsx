import { t } from '../../../lib/texts.ts';
import { Dialog, DialogBody } from '../../../ui/dialog.tsx';
import { CodeScanner } from '../../scanning/code-scanner.tsx';
import { type Badge, readBadge } from './read-badge.ts';

interface ScanDialogProps {
  onBadge: (badge: Badge) => void;
  onClose: () => void;
}

/** Reads a badge by the camera. A code without a contact is passed over. */
export function ScanDialog({ onBadge, onClose }: ScanDialogProps) {
  return (
    <Dialog
      title={t('volunteer.scanBadge')}
      description={t('volunteer.scanBadgeHelp')}
      onClose={onClose}
    >
      <DialogBody>
        <CodeScanner
          onCode={(text) => {
            const badge = readBadge(text);
            if (badge) onBadge(badge);
            return badge !== undefined;
          }}
          otherCode={t('volunteer.noContact')}
          instead={t('volunteer.typeInstead')}
        />
      </DialogBody>
    </Dialog>
  );
}
