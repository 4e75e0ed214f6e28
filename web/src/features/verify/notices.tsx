import { CloudOff, ServerOff, ShieldAlert } from 'lucide-react';
import { endSentence } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { verdictText } from './evidence/verdict-text.ts';
import type { CheckedRecords } from './verification.ts';

/** Says that nothing was checked, because no worker could be started. */
export function NoWorker({ onRetry }: { onRetry: () => void }) {
  return (
    <Card>
      <div role="alert">
        <EmptyState
          icon={ServerOff}
          title="The check could not be started"
          help="Your browser does not let this page compute in the background, or a part of the page could not be loaded. Nothing has been checked. Try again, or use another browser."
          action={<Button onClick={onRetry}>Try again</Button>}
        />
      </div>
    </Card>
  );
}

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

interface UnreadableRecordProps {
  /** The name of the file, if a file is being checked. */
  fileName: string | undefined;
  problem: string;
  onRetry: () => void;
}

/** Shown when the server or a file sends something that is not a record of draws. */
export function UnreadableRecord({ fileName, problem, onRetry }: UnreadableRecordProps) {
  return (
    <Card>
      <div role="alert">
        <EmptyState
          icon={ShieldAlert}
          title={`${fileName ?? "The server's record"} cannot be checked`}
          help={
            fileName ? endSentence(problem) : `It is not a record of draws. ${endSentence(problem)}`
          }
          action={
            <Button onClick={onRetry}>{fileName ? 'Check this event instead' : 'Try again'}</Button>
          }
        />
      </div>
    </Card>
  );
}

interface WrongNoticeProps {
  checked: CheckedRecords;
  fromFile: boolean;
}

/** A failed check comes first on the page, before any answer or name. */
export function WrongNotice({ checked, fromFile }: WrongNoticeProps) {
  const { mark, sentence } = verdictText(checked, fromFile);
  if (mark !== 'wrong') return null;
  return (
    <section
      aria-label="Warning"
      className="flex items-start gap-3 rounded-m border border-danger bg-danger-soft px-4 py-3"
    >
      <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <p className="min-w-0">
        <strong className="block font-semibold text-danger">{sentence}</strong>
        The differences are further down. Do not rely on what follows before they are explained.
      </p>
    </section>
  );
}
