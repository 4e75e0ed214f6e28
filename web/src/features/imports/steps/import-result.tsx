import type { ImportResult as Result } from '@drawbridge/contract/files/imports';
import { Download } from 'lucide-react';
import { countOf, formatCount, leftOutText } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogBody, DialogFooter } from '../../../ui/dialog.tsx';

interface ImportResultProps {
  result: Result;
  wrong: number;
  /** Whether somebody tried to cancel after everything had been saved. */
  tooLate: boolean;
  onSave: () => void;
  onClose: () => void;
}

export function ImportResult({ result, wrong, tooLate, onSave, onClose }: ImportResultProps) {
  const { imported, leftOut } = result;
  const kinds = [
    [leftOut.event.length, 'already in the event'],
    [leftOut.file.length, 'repeated in the file'],
  ] as const;
  const duplicates = leftOut.event.length + leftOut.file.length;
  const rows = imported + duplicates + wrong;

  return (
    <>
      <DialogBody>
        {tooLate && (
          <p role="alert" className="rounded-m bg-wait-soft px-3.5 py-2.5 text-wait">
            It was too late to cancel: the leads had already been saved.
          </p>
        )}
        <div role="status">
          <p className="font-display font-semibold text-2xl">
            {countOf(imported, 'lead')} imported
          </p>
          <p className="mt-1 text-ink-2">
            {rows === imported
              ? `Every row is in the event: ${formatCount(rows)} of ${formatCount(rows)}`
              : `Of ${countOf(rows, 'row')} in the file, ${leftOutText(duplicates, wrong)}`}
          </p>
          <ul className="mt-1 list-inside list-disc text-ink-2">
            {kinds.map(
              ([count, why]) =>
                count > 0 && <li key={why}>{`${countOf(count, 'duplicate')} ${why}`}</li>,
            )}
          </ul>
        </div>
        <p className="text-ink-2 text-sm">
          The result file has all rows of your file, and says for each what became of it.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onSave}>
          <Download aria-hidden />
          Result file
        </Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}
