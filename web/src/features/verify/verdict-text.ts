import { mismatchesIn } from '@drawbridge/contract/fair-draw/check';
import { countOf } from '../../lib/formats.ts';
import type { MarkState } from './big-mark.tsx';
import { hasRoster } from './records.ts';
import type { Judged } from './verification.ts';

export interface VerdictText {
  mark: MarkState | 'none';
  sentence: string;
  explanation: string;
}

/** What a layman has to know, in one sentence and one more. */
export function verdictText(judged: Judged, fromFile: boolean): VerdictText {
  const { list, verdicts, verdict, step } = judged;
  const draws = list.draws.filter(hasRoster).length;
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
      sentence: `Checking ${countOf(draws, 'draw')}…`,
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
          ? `${nameOf(judged, wrong[0]?.number)} does not check out.`
          : `${wrong.length} of ${list.draws.length} records do not check out.`,
      explanation:
        'What was published does not fit together; the differences are below, to the letter. Download the proof before you ask the organiser about it.',
    };
  }
  if (!verdict.ok) {
    const changed = mismatchesIn(verdict).some(({ field }) => field === 'checksum');
    return {
      mark: 'wrong',
      sentence: changed ? 'This is not the proof that was saved.' : 'The record is not complete.',
      explanation: changed
        ? 'Every winner follows from the record, but something in the file was changed after it was saved: the name of a prize, for example, or a time.'
        : 'Every winner follows from the record, but its numbers do not go on as they should.',
    };
  }
  return {
    mark: 'ok',
    sentence: draws === 1 ? 'The draw checks out.' : `All ${draws} draws check out.`,
    explanation: fromFile
      ? 'Your browser has computed every record in the file again, without asking any server, and came to the same winners.'
      : 'Your browser has computed every record again, and came to the same winners. It did not have to trust this server.',
  };
}

function nameOf({ list }: Judged, number: number | undefined): string {
  const record = list.draws.find((other) => other.number === number);
  return `${record && !hasRoster(record) ? 'Record' : 'Draw'} ${number}`;
}
