import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { CodeScanner, type CodeScannerProps } from './code-scanner.tsx';

interface ScanDialogProps extends CodeScannerProps {
  title: string;
  onClose: () => void;
}

/** The camera in a dialog, which whoever opened it closes when the right code was seen. */
export function ScanDialog({ title, onClose, ...scanner }: ScanDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        <CodeScanner {...scanner} />
      </DialogBody>
    </Dialog>
  );
}
