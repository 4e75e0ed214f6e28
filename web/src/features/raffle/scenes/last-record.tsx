import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/texts.ts';
import { Fingerprint, firstDigits } from '../../../ui/code-text.tsx';
import { describePeople, lastRecordOf } from '../api.ts';
import { useStage } from '../stage-context.tsx';

interface LastRecordProps {
  /** Also says who was in the draw. */
  people?: boolean;
  className?: string;
}

/** The last record, as every screen shows it: whoever sees other digits was shown another one. */
export function LastRecord({ people = false, className }: LastRecordProps) {
  const { draws } = useStage();
  const last = draws && lastRecordOf(draws);
  return (
    // Its place is reserved, so that nothing moves when the first draw is held.
    <p className={classNames('min-h-lh', className)}>
      {last && (
        <>
          {t('workspace.recordNumber', { number: String(last.number) })}:{' '}
          <Fingerprint hash={firstDigits(last.record)} className="whitespace-nowrap" />
          {people && last.people && ` · ${describePeople(last.people)}`}
        </>
      )}
    </p>
  );
}
