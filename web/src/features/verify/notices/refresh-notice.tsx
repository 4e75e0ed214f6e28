import { CloudOff } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import type { CheckedRecords } from '../verification.ts';

interface RefreshNoticeProps {
  checked: CheckedRecords;
  onRetry: () => void;
}

/** Says that there may be newer records; the checked ones stay on screen. */
export function RefreshNotice({ checked: { outdated, gone }, onRetry }: RefreshNoticeProps) {
  if (!outdated) return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-2">
      <CloudOff aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-[1_1_14rem]">
        {gone
          ? 'This event has been deleted. What you see was checked before; download the proof to keep it.'
          : 'Something has happened since, but it could not be read.'}
      </p>
      {!gone && (
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
