import type { ImportResult as Result } from '@drawbridge/contract/imports';
import { Download } from 'lucide-react';
import { countOf, formatCount } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogBody } from '../../../ui/dialog-body.tsx';
import { DialogFooter } from '../../../ui/dialog-footer.tsx';

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
  const others = [
    [leftOut.event.length, 'already in the event'],
    [leftOut.file.length, 'twice in the file'],
    [wrong, 'with errors'],
  ] as const;
  const left = others.reduce((sum, [count]) => sum + count, 0);

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
            {left === 0 ? 'Every row is in the event.' : `${countOf(left, 'row')} left out:`}
          </p>
          <ul className="mt-1 text-ink-2">
            {others.map(
              ([count, why]) => count > 0 && <li key={why}>{`${formatCount(count)} ${why}`}</li>,
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
