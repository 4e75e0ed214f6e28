import { mismatchesIn } from '@drawbridge/contract/fair-draw/check/comparison';
import { t } from '../../../lib/texts/texts.ts';
import type { CheckedRecords } from '../verification.ts';
import { hasRoster } from '../verification.ts';
import type { MarkState } from './record-ticket.tsx';

interface VerdictText {
  mark: MarkState | 'none';
  sentence: string;
  explanation: string;
}

/** The result in plain words: one sentence and an explanation. */
export function verdictText(checked: CheckedRecords, fromFile: boolean): VerdictText {
  const { list, verdicts, verdict, step } = checked;
  const draws = list.draws.filter(({ kind }) => kind === 'draw').length;
  if (list.draws.length === 0 && verdict?.ok !== false) {
    return {
      mark: 'none',
      sentence: t('verify.nothingDrawn'),
      explanation: t(list.sealed ? 'verify.firstSealed' : 'verify.firstSecretFixed'),
    };
  }
  if (!verdict) {
    const number = Math.min(step.index + 1, list.draws.length);
    return {
      mark: 'working',
      sentence: draws === 0 ? t('verify.checkingRecord') : t('verify.checking', { count: draws }),
      explanation: t(step.step === 'loading' ? 'verify.fetching' : 'verify.computing', {
        place: number,
        records: list.draws.length,
      }),
    };
  }
  const wrong = verdicts.filter(({ ok }) => !ok);
  if (wrong.length > 0) {
    return {
      mark: 'wrong',
      sentence:
        wrong.length === 1
          ? wrongSentence(checked, wrong[0]?.number)
          : t('verify.recordsWrong', { wrong: wrong.length, count: list.draws.length }),
      explanation: t(fromFile ? 'verify.wrongFile' : 'verify.wrongRecord'),
    };
  }
  if (!verdict.ok) {
    const changed = isChanged(checked);
    return {
      mark: 'wrong',
      sentence: t(changed ? 'verify.fileChanged' : 'verify.incomplete'),
      explanation: t(changed ? 'verify.fileChangedHelp' : 'verify.incompleteHelp'),
    };
  }
  return {
    mark: 'ok',
    sentence: goodSentence(draws),
    explanation: t(fromFile ? 'verify.fileOkHelp' : 'verify.okHelp'),
  };
}

function goodSentence(draws: number): string {
  if (draws === 0) return t('verify.recordOk');
  return draws === 2 ? t('verify.bothOk') : t('verify.drawsOk', { count: draws });
}

/** True if the checksum shows that the file has been changed since it was saved. */
export function isChanged({ verdict }: CheckedRecords): boolean {
  return verdict !== undefined && mismatchesIn(verdict).some(({ field }) => field === 'checksum');
}

function wrongSentence({ list }: CheckedRecords, number: number | undefined): string {
  const record = list.draws.find((other) => other.number === number);
  return t(record && !hasRoster(record) ? 'verify.recordWrong' : 'verify.drawWrong', {
    number: String(number),
  });
}
