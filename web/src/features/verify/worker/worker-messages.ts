import type { DrawList } from '@drawbridge/contract/draws';
import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check';
import type { Sighting } from '@drawbridge/contract/fair-draw/find-entrant';
import type { PartVerdict } from '@drawbridge/contract/fair-draw/findings';

/** What the page asks of its worker. One worker checks one event or one file. */
export type ToWorker =
  | { kind: 'event'; eventId: string }
  | { kind: 'file'; file: File }
  /** Something has happened on the server; with `unless`, only if it is news to the worker. */
  | { kind: 'refresh'; unless?: { nextNumber: number; sealedNumber: number | undefined } }
  | { kind: 'codes'; codes: string[] }
  | { kind: 'save' };

/** What the worker has found out so far. */
export type FromWorker =
  /** How much of a file has been read, from 0 to 1. */
  | { kind: 'reading'; share: number }
  /** All records without their rosters; the first of them may have been checked already. */
  | { kind: 'list'; list: DrawList; checked: number }
  | { kind: 'step'; step: 'loading' | 'computing'; place: number }
  | { kind: 'checked'; place: number; verdict: DrawVerdict }
  | { kind: 'done'; verdict: PartVerdict }
  | { kind: 'answers'; answers: Answer[] }
  | { kind: 'saved'; content: Blob }
  /** An answer or a file came, but it is no record of draws. */
  | { kind: 'unreadable'; problem: string }
  | { kind: 'failed'; failure: Failure }
  /** A later reading failed; what was checked before still stands. */
  | { kind: 'outdated'; gone: boolean };

/** Where the holder of one entry code was, in the draws that were checked so far. */
export interface Answer {
  code: string;
  sightings: Sighting[];
}

/** A refusal of the server, or null where there was no answer at all. */
export type Failure = { status: number; sentence: string } | null;
