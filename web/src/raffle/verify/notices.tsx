import { CloudOff, ServerOff, ShieldAlert } from 'lucide-react';
import { sentenceOf } from '../../lib/api/api-client.ts';
import { endSentence } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/resource.tsx';
import { verdictText } from './evidence/verdict-text.ts';
import { type CheckedRecords, problemText, type Verification } from './verification.ts';

interface NotCheckedProps {
  verification: Exclude<Verification, CheckedRecords | { state: 'loading' }>;
  /** The name of the file, if a file is being checked. */
  fileName: string | undefined;
  onRetry: () => void;
}

export function NotChecked({ verification, fileName, onRetry }: NotCheckedProps) {
  const fromFile = fileName !== undefined;
  const retry = (
    <Button onClick={onRetry}>{t(fromFile ? 'verify.checkEvent' : 'visitor.tryAgain')}</Button>
  );

  function explain() {
    switch (verification.state) {
      case 'failed':
        return (
          <EmptyState
            icon={CloudOff}
            title={t('verify.loadFailed')}
            help={sentenceOf(verification.error)}
            action={retry}
          />
        );
      case 'unsupported':
        return (
          <EmptyState
            icon={ServerOff}
            title={t('verify.noWorker')}
            help={t('verify.noWorkerHelp')}
            action={retry}
          />
        );
      case 'too large': {
        const source = fileName ?? location.href.replace(/[?#].*/, '');
        const help = t('verify.tooLargeHelp', { command: `npm run verify -- ${source}` });
        return <EmptyState icon={ServerOff} title={t('verify.tooLarge')} help={help} />;
      }
      case 'unreadable': {
        const problem = endSentence(problemText(verification.problem));
        return (
          <EmptyState
            icon={ShieldAlert}
            title={
              fromFile
                ? t('verify.fileUnreadable', { file: fileName })
                : t('verify.recordUnreadable')
            }
            help={fromFile ? problem : t('verify.notARecord', { problem })}
            action={retry}
          />
        );
      }
    }
  }

  return (
    <Card>
      <div role="alert">{explain()}</div>
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
