import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check/check';
import type { PartVerdict } from '@drawbridge/contract/fair-draw/check/findings';
import type {
  DrawList,
  DrawnWinner,
  DrawRecord,
  ForfeitRecord,
  RaffleRecord,
  VoidRecord,
} from '@drawbridge/contract/fair-draw/draws';
import { ApiError } from '../../lib/api/api-client.ts';
import { formatTimestampDay } from '../../lib/texts/formats.ts';
import { t, translate } from '../../lib/texts/texts.ts';
import type { Failure, Finding, ReadingProblem } from './worker/findings.ts';

/** The problem in the language of the page: `draws[0].seed: A hash is 64 hexadecimal digits`. */
export function problemText({ sentence, number }: ReadingProblem): string {
  const [, path = '', message = sentence] = /^(.*: )(.*)$/s.exec(sentence) ?? [];
  const problem = path + translate(message);
  return number === undefined
    ? problem
    : t('verify.drawProblem', { number: String(number), problem });
}

/** The records are loaded, and some or all of them have been checked. */
export interface CheckedRecords {
  state: 'working' | 'done';
  list: DrawList;
  /** One verdict per checked record, in order. */
  verdicts: DrawVerdict[];
  step: { step: 'loading' | 'computing'; index: number };
  /** The verdict on the list as a whole, once everything has been checked. */
  verdict: PartVerdict | undefined;
  /** There may be newer records, but they could not be loaded. */
  outdated: boolean;
  /** The event was deleted after its records were read. */
  gone: boolean;
}

export type Verification =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  /** The response or file is not a record of draws. */
  | { state: 'unreadable'; problem: ReadingProblem }
  /** Only the command `verify` can check so many people. */
  | { state: 'too large' }
  /** This browser cannot start workers. */
  | { state: 'unsupported' }
  | CheckedRecords;

export function hasRecords(verification: Verification): verification is CheckedRecords {
  return verification.state === 'working' || verification.state === 'done';
}

/** The next state after a finding of the worker. */
export function applyFinding(before: Verification, finding: Finding): Verification {
  switch (finding.kind) {
    case 'list': {
      const known = hasRecords(before) ? before.verdicts.slice(0, finding.checked) : [];
      return {
        state: 'working',
        list: finding.list,
        verdicts: known,
        step: { step: 'loading', index: finding.checked },
        verdict: undefined,
        outdated: false,
        gone: false,
      };
    }
    case 'unreadable':
      return { state: 'unreadable', problem: finding.problem };
    case 'too large':
      return { state: 'too large' };
    case 'failed':
      return { state: 'failed', error: errorOf(finding.failure) };
  }
  if (!hasRecords(before)) return before;
  switch (finding.kind) {
    case 'step':
      return { ...before, step: finding };
    case 'checked':
      return { ...before, verdicts: [...before.verdicts, finding.verdict] };
    case 'done':
      return { ...before, state: 'done', verdict: finding.verdict };
    case 'outdated':
      return { ...before, outdated: true, gone: finding.gone };
    default:
      return before;
  }
}

/** Converts a worker's failure to the errors used in the rest of the app. */
function errorOf(failure: Failure): Error {
  return failure ? new ApiError(failure.status, failure) : new TypeError('No response');
}

export type RosterRecord = DrawRecord | VoidRecord;

/** True if a record is of a draw, held or void. */
export function hasRoster(record: RaffleRecord): record is RosterRecord {
  return record.kind === 'draw' || record.kind === 'void';
}

/** The forfeit of one of a draw's winners, or the first forfeit of any of them, if there is one. */
export function forfeitOf({ draws }: DrawList, number: number, index?: number) {
  return draws.find(
    (record): record is ForfeitRecord =>
      record.kind === 'forfeit' &&
      record.forfeits === number &&
      (index === undefined || record.place === index),
  );
}

/** True if a winner is shown in a short form, which cannot be checked. */
export function isShort(record: RaffleRecord): boolean {
  if (record.kind !== 'draw') return false;
  return record.winners.some(({ winner, salt }) => winner !== null && salt === null);
}

/** The prize of a draw, according to its record. */
export function prizeOf(draw: { prizeId: string | null; prizeName: string | null }): string {
  return draw.prizeName ?? t(draw.prizeId === null ? 'verify.generalDraw' : 'verify.somePrize');
}

/** The time and reason of the erasure of a winner's name. */
export function erasedText({ at, because }: NonNullable<DrawnWinner['erased']>): string {
  return t(because === 'request' ? 'verify.erasedRequest' : 'verify.erasedRetention', {
    day: formatTimestampDay(at),
  });
}
