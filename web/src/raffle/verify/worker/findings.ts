import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check/check';
import type { RosterMatch } from '@drawbridge/contract/fair-draw/check/find-entrant';
import type { PartVerdict } from '@drawbridge/contract/fair-draw/check/findings';
import type { DrawList } from '@drawbridge/contract/fair-draw/draws';

/** A message of the worker while it checks an event or a file. */
export type Finding =
  /** All records without their rosters; the first of them may have been checked already. */
  | { kind: 'list'; list: DrawList; checked: number }
  | { kind: 'step'; step: 'loading' | 'computing'; index: number }
  | { kind: 'checked'; index: number; verdict: DrawVerdict }
  | { kind: 'done'; verdict: PartVerdict }
  | { kind: 'answers'; answers: Answer[] }
  /** The event or file has more people than this page can check. */
  | { kind: 'too large' }
  /** The response or file is not a record of draws. */
  | { kind: 'unreadable'; problem: ReadingProblem }
  | { kind: 'failed'; failure: Failure }
  /** A refresh failed; earlier verdicts are still valid. */
  | { kind: 'outdated'; gone: boolean };

/**
 * The reason why a document is not a record of draws: the contract's sentence, which may begin with a path in the file.
 */
export interface ReadingProblem {
  sentence: string;
  /** The number of the draw, if the problem is in the roster of one draw. */
  number?: number;
}

/** The places of one entry code in the draws checked so far. */
export interface Answer {
  code: string;
  /** The code's public hash. */
  ticket: string;
  matches: RosterMatch[];
}

/** The server's problem, or null if there was no response. */
export type Failure = { status: number; sentence: string } | null;
