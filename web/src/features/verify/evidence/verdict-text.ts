import { mismatchesIn } from '@drawbridge/contract/fair-draw/comparison';
import { countOf } from '../../../lib/formats.ts';
import type { CheckedRecords } from '../verification.ts';
import { hasRoster } from '../verification.ts';
import type { MarkState } from './big-mark.tsx';

export interface VerdictText {
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
      sentence: 'Nothing has been drawn yet.',
      explanation: list.sealed
        ? 'The first draw is sealed: everyone in it is fixed, and only the phrase from the hall is missing.'
        : 'What will decide the first draw is fixed already. Your browser checks it as soon as it is held.',
    };
  }
  if (!verdict) {
    const place = Math.min(step.place + 1, list.draws.length);
    return {
      mark: 'working',
      sentence: `Checking ${draws === 0 ? 'the record' : countOf(draws, 'draw')}…`,
      explanation:
        step.step === 'loading'
          ? `Fetching the list of people, record ${place} of ${list.draws.length}.`
          : `Computing record ${place} of ${list.draws.length} again.`,
    };
  }
  const wrong = verdicts.filter(({ ok }) => !ok);
  if (wrong.length > 0) {
    return {
      mark: 'wrong',
      sentence:
        wrong.length === 1
          ? `${nameOf(checked, wrong[0]?.number)} does not check out.`
          : `${wrong.length} of ${list.draws.length} records do not check out.`,
      explanation: fromFile
        ? 'The contents of this file do not fit together. The exact differences are listed below. Compare it with a proof that somebody else has saved.'
        : 'What was published does not fit together; the differences are below, to the letter. Download the proof before you ask the organiser about it.',
    };
  }
  if (!verdict.ok) {
    const changed = isChanged(checked);
    return {
      mark: 'wrong',
      sentence: changed ? 'This is not the proof that was saved.' : 'The record is not complete.',
      explanation: changed
        ? 'Every winning line follows from the record, but something in the file was changed after it was saved: the name of a prize, for example, a time, or a winner’s short name.'
        : 'Every winning line follows from the record, but what is said of the draws to come does not fit it.',
    };
  }
  return {
    mark: 'ok',
    sentence: goodSentence(draws),
    explanation: fromFile
      ? 'Your browser has computed every record in the file again, without asking any server, and came to the same winners.'
      : 'Your browser has computed every record again, and came to the same winners. It did not have to trust this server.',
  };
}

function goodSentence(draws: number): string {
  if (draws === 0) return 'The record checks out.';
  if (draws === 1) return 'The draw checks out.';
  return draws === 2 ? 'Both draws check out.' : `All ${draws} draws check out.`;
}

/** Whether the checksum shows that the file has been changed since it was saved. */
export function isChanged({ verdict }: CheckedRecords): boolean {
  return verdict !== undefined && mismatchesIn(verdict).some(({ field }) => field === 'checksum');
}

function nameOf({ list }: CheckedRecords, number: number | undefined): string {
  const record = list.draws.find((other) => other.number === number);
  return `${record && !hasRoster(record) ? 'Record' : 'Draw'} ${number}`;
}
