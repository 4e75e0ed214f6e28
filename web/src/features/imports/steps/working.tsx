import { Button } from '../../../ui/button.tsx';
import { DialogBody } from '../../../ui/dialog-body.tsx';
import { DialogFooter } from '../../../ui/dialog-footer.tsx';
import { Progress } from '../../../ui/progress.tsx';

interface WorkingProps {
  text: string;
  note: string;
  share: number;
  problem: string;
  cancelling: boolean;
  onCancel: () => void;
}

/** Long work with its progress, which can be cancelled. */
export function Working({ text, note, share, problem, cancelling, onCancel }: WorkingProps) {
  return (
    <>
      <DialogBody>
        <p className="font-semibold tabular-nums">{text}</p>
        <Progress label={text} share={share} />
        <p className="text-ink-2 text-sm">{note}</p>
        {problem && (
          <p role="alert" className="text-danger text-sm">
            {problem}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button pending={cancelling} onClick={onCancel}>
          {cancelling ? 'Cancelling...' : 'Cancel'}
        </Button>
      </DialogFooter>
    </>
  );
}
