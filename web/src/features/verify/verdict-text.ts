import { mismatchesIn } from '@drawbridge/contract/fair-draw/check';
import { countOf } from '../../lib/formats.ts';
import type { MarkState } from './big-mark.tsx';
import type { Verification } from './use-verification.ts';

export interface VerdictText {
  mark: MarkState | 'none';
  sentence: string;
  explanation: string;
}

type Judged = Extract<Verification, { state: 'working' | 'done' }>;

/** What a layman has to know, in one sentence and one more. */
export function verdictText(verification: Judged, fromFile: boolean): VerdictText {
  if (verification.state === 'working') {
    const { list, loaded, verdicts } = verification;
    const all = list.draws.length;
    return {
      mark: 'working',
      sentence: `Checking ${countOf(all, 'draw')}…`,
      explanation:
        loaded < all
          ? `Fetching the list of people in draw ${loaded + 1} of ${all}.`
          : `Computing draw ${Math.min(verdicts.length + 1, all)} of ${all} again.`,
    };
  }
  const { proof, verdict } = verification;
  const wrong = verdict.draws.filter(({ ok }) => !ok);
  const all = verdict.draws.length;
  if (wrong.length > 0) {
    const [first] = wrong;
    return {
      mark: 'wrong',
      sentence:
        wrong.length === 1
          ? `Draw ${first?.number} does not check out.`
          : `${wrong.length} of ${all} draws do not check out.`,
      explanation:
        'What was published does not fit together; the differences stand below, to the letter. Download the proof before you ask the organiser about it.',
    };
  }
  if (!verdict.ok) {
    const changed = mismatchesIn(verdict).some(({ field }) => field === 'checksum');
    return {
      mark: 'wrong',
      sentence: changed ? 'This is not the proof that was saved.' : 'The record is not complete.',
      explanation: changed
        ? 'Every winner follows from the record, but something in the file was changed after it was saved: a name of a prize, for example, or a time.'
        : 'Every winner follows from the record, but the numbers of the draws do not go on as they should.',
    };
  }
  if (all === 0) {
    return {
      mark: 'none',
      sentence: 'Nothing has been drawn yet.',
      explanation: proof.sealed
        ? 'The first draw is sealed: everyone in it is fixed, and only the phrase from the hall is missing.'
        : 'What will decide the first draw is fixed already. Come back afterwards, and your browser will check it.',
    };
  }
  return {
    mark: 'ok',
    sentence: all === 1 ? 'The draw checks out.' : `All ${all} draws check out.`,
    explanation: fromFile
      ? 'Your browser has computed every draw in the file again, without asking any server, and came to the same winners.'
      : 'Your browser has computed every draw again from the public record, and came to the same winners. It did not have to trust this server.',
  };
}
