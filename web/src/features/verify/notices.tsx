import { CloudOff, ServerOff, ShieldAlert } from 'lucide-react';
import { endSentence } from '../../lib/formats.ts';
import { t } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { verdictText } from './evidence/verdict-text.ts';
import { type CheckedRecords, problemText } from './verification.ts';
import type { ReadingProblem } from './worker/findings.ts';

/** Says that nothing was checked, because no worker could be started. */
export function NoWorker({ onRetry }: { onRetry: () => void }) {
  return (
    <Card>
      <div role="alert">
        <EmptyState
          icon={ServerOff}
          title={t('verify.noWorker')}
          help={t('verify.noWorkerHelp')}
          action={<Button onClick={onRetry}>{t('visitor.tryAgain')}</Button>}
        />
      </div>
    </Card>
  );
}

interface TooLargeProps {
  /** The name of the file, if a file is being checked. */
  fileName: string | undefined;
}

/** Says that nothing was checked, because there are too many people, and what can check them. */
export function TooLarge({ fileName = location.href.replace(/[?#].*/, '') }: TooLargeProps) {
  return (
    <Card>
      <div role="alert">
        <EmptyState
          icon={ServerOff}
          title={t('verify.tooLarge')}
          help={t('verify.tooLargeHelp', { command: `npm run verify -- ${fileName}` })}
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
      <p className="min-w-0 flex-[1_1_14rem]">{t(gone ? 'verify.gone' : 'verify.outdated')}</p>
      {!gone && (
        <Button size="small" onClick={onRetry}>
          {t('visitor.tryAgain')}
        </Button>
      )}
    </div>
  );
}

interface UnreadableRecordProps {
  /** The name of the file, if a file is being checked. */
  fileName: string | undefined;
  problem: ReadingProblem;
  onRetry: () => void;
}

/** Shown when the server or a file sends something that is not a record of draws. */
export function UnreadableRecord({ fileName, problem, onRetry }: UnreadableRecordProps) {
  const said = endSentence(problemText(problem));
  return (
    <Card>
      <div role="alert">
        <EmptyState
          icon={ShieldAlert}
          title={
            fileName === undefined
              ? t('verify.recordUnreadable')
              : t('verify.fileUnreadable', { file: fileName })
          }
          help={fileName === undefined ? t('verify.notARecord', { problem: said }) : said}
          action={
            <Button onClick={onRetry}>
              {t(fileName === undefined ? 'visitor.tryAgain' : 'verify.checkEvent')}
            </Button>
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
      aria-label={t('verify.warning')}
      className="flex items-start gap-3 rounded-m border border-danger bg-danger-soft px-4 py-3"
    >
      <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <p className="min-w-0">
        <strong className="block font-semibold text-danger">{sentence}</strong>
        {t('verify.warningHelp')}
      </p>
    </section>
  );
}
