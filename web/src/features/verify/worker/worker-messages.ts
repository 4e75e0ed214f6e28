import type { DrawList } from '@drawbridge/contract/draws';
import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check';
import type { RosterMatch } from '@drawbridge/contract/fair-draw/find-entrant';
import type { PartVerdict } from '@drawbridge/contract/fair-draw/findings';

/** Messages to the worker. One worker checks one event or one file. */
export type ToWorker =
  | { kind: 'event'; eventId: string }
  | { kind: 'file'; file: File }
  /** Load new records; with `unless`, only if the worker does not have them yet. */
  | { kind: 'refresh'; unless?: { nextNumber: number; sealedNumber: number | undefined } }
  | { kind: 'codes'; codes: string[] }
  | { kind: 'save' };

/** Messages from the worker. */
export type FromWorker =
  /** The share of a file that has been read, from 0 to 1. */
  | { kind: 'reading'; share: number }
  /** All records without their rosters; the first of them may have been checked already. */
  | { kind: 'list'; list: DrawList; checked: number }
  | { kind: 'step'; step: 'loading' | 'computing'; place: number }
  | { kind: 'checked'; place: number; verdict: DrawVerdict }
  | { kind: 'done'; verdict: PartVerdict }
  | { kind: 'answers'; answers: Answer[] }
  | { kind: 'saved'; content: Blob }
  /** The answer or file is not a record of draws. */
  | { kind: 'unreadable'; problem: ReadingProblem }
  | { kind: 'failed'; failure: Failure }
  /** A refresh failed; earlier verdicts are still valid. */
  | { kind: 'outdated'; gone: boolean };

/** Why something is not a record of draws: the contract's sentence, which may begin with a path in the file. */
export interface ReadingProblem {
  sentence: string;
  /** Set if it is about the roster of one draw. */
  number?: number;
}

/** Where one entry code was found in the draws checked so far. */
export interface Answer {
  code: string;
  /** Its public hash. */
  ticket: string;
  matches: RosterMatch[];
}

/** The server's problem, or null if there was no answer. */
export type Failure = { status: number; sentence: string } | null;
