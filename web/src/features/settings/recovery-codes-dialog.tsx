import { PRODUCT_NAME } from '@drawbridge/contract/pages';
import { Download } from 'lucide-react';
import { today } from '../../lib/day-formats.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { EntryCodeText } from '../../ui/code-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx';
import { useWarningBeforeUnload } from '../../ui/unsaved-changes.ts';

interface RecoveryCodesDialogProps {
  codes: string[];
  username: string;
  onClose: () => void;
}

/** The only time that the codes are shown: the server keeps hashes of them. */
export function RecoveryCodesDialog({ codes, username, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n');
  useWarningBeforeUnload();
  const save = () =>
    saveFile(
      `${PRODUCT_NAME.toLowerCase()}-recovery-codes.txt`,
      new Blob([recoveryCodesFile(codes, { username, origin: location.origin, day: today() })], {
        type: 'text/plain;charset=utf-8',
      }),
    );

  return (
    <Dialog
      title="Keep these recovery codes"
      description="Each logs you in once if you lose your phone. They are not shown again."
      staysOpen
      onClose={onClose}
    >
      <DialogBody>
        <ol
          aria-label="Recovery codes"
          className="flex flex-col gap-1.5 rounded-m bg-sunk px-4 py-3.5 font-code text-sm"
        >
          {codes.map((code) => (
            <li key={code}>
              <EntryCodeText code={code} />
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          <Button onClick={save}>
            <Download aria-hidden />
            Download
          </Button>
          <CopyButton value={text} label="Copy recovery codes" />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          I Have Kept Them
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** The codes under a heading that says what they are for, to somebody who finds the file in a year. */
export function recoveryCodesFile(
  codes: readonly string[],
  { username, origin, day }: { username: string; origin: string; day: string },
): string {
  return [
    `${PRODUCT_NAME} recovery codes`,
    `Address: ${origin}`,
    `Username: ${username}`,
    `Made on: ${day}`,
    '',
    ...codes,
    '',
  ].join('\n');
}
