import { CodeScanner } from '../../../shared/code-scanner.tsx';
import { Dialog, DialogBody } from '../../../ui/dialog.tsx';
import { type Badge, readBadge } from './read-badge.ts';

interface ScanDialogProps {
  onBadge: (badge: Badge) => void;
  onClose: () => void;
}

/** Reads a badge by the camera. A code without a contact is passed over. */
export function ScanDialog({ onBadge, onClose }: ScanDialogProps) {
  return (
    <Dialog
      title="Scan a Badge"
      description="It fills the form. Nothing is added before you press Add Lead."
      onClose={onClose}
    >
      <DialogBody>
        <CodeScanner
          onCode={(text) => {
            const badge = readBadge(text);
            if (badge) onBadge(badge);
            return badge !== undefined;
          }}
          otherCode="This code holds no contact"
          instead="Type the details, or use a hand scanner."
        />
      </DialogBody>
    </Dialog>
  );
}
