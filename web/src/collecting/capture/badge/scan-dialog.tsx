import { t } from '../../../lib/texts/texts.ts';
import { ScanDialog as CodeDialog } from '../../../ui/qr-codes/code-scanner.tsx';
import { type Badge, readBadge } from './read-badge.ts';

interface ScanDialogProps {
  onBadge: (badge: Badge) => void;
  onClose: () => void;
}

/** Reads a badge with the camera. A code without a contact is ignored. */
export function ScanDialog({ onBadge, onClose }: ScanDialogProps) {
  return (
    <CodeDialog
      title={t('volunteer.scanBadge')}
      description={t('volunteer.scanBadgeHelp')}
      onCode={(text) => {
        const badge = readBadge(text);
        if (badge) onBadge(badge);
        return badge !== undefined;
      }}
      otherCode={t('volunteer.noContact')}
      instead={t('volunteer.typeInstead')}
      onClose={onClose}
    />
  );
}
