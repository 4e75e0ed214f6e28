import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { CodeScanner, type CodeScannerProps } from './code-scanner.tsx';

interface ScanDialogProps extends CodeScannerProps {
  title: string;
  description?: string;
  onClose: () => void;
}

/** The camera in a dialog, which whoever opened it closes when the right code was seen. */
export function ScanDialog({ onCode, otherCode, instead, ...dialog }: ScanDialogProps) {
  return (
    <Dialog {...dialog}>
      <DialogBody>
        <CodeScanner onCode={onCode} otherCode={otherCode} instead={instead} />
      </DialogBody>
    </Dialog>
  );
}
