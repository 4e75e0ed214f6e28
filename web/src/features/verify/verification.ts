import type { DrawList } from '@drawbridge/contract/draws';
import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check';
import type { PartVerdict } from '@drawbridge/contract/fair-draw/findings';
import { ApiError } from '../../lib/api-client.ts';
import type { Failure, FromWorker } from './worker/worker-messages.ts';

/** The records are loaded, and some or all of them have been checked. */
export interface CheckedRecords {
  state: 'working' | 'done';
  list: DrawList;
  /** One verdict per checked record, in order. */
  verdicts: DrawVerdict[];
  step: { step: 'loading' | 'computing'; place: number };
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
  /** The answer is not a record of draws. */
  | { state: 'unreadable'; problem: string }
  /** This browser cannot start workers. */
  | { state: 'unsupported' }
  | CheckedRecords;

export function hasRecords(verification: Verification): verification is CheckedRecords {
  return verification.state === 'working' || verification.state === 'done';
}

/** The next state after a message of the worker. */
export function applyMessage(before: Verification, message: FromWorker): Verification {
  switch (message.kind) {
    case 'list': {
      const known = hasRecords(before) ? before.verdicts.slice(0, message.checked) : [];
      return {
        state: 'working',
        list: message.list,
        verdicts: known,
        step: { step: 'loading', place: message.checked },
        verdict: undefined,
        outdated: false,
        gone: false,
      };
    }
    case 'unreadable':
      return { state: 'unreadable', problem: message.problem };
    case 'failed':
      return { state: 'failed', error: errorOf(message.failure) };
  }
  if (!hasRecords(before)) return before;
  switch (message.kind) {
    case 'step':
      return { ...before, step: message };
    case 'checked':
      return { ...before, verdicts: [...before.verdicts, message.verdict] };
    case 'done':
      return { ...before, state: 'done', verdict: message.verdict };
    case 'outdated':
      return { ...before, outdated: true, gone: message.gone };
    default:
      return before;
  }
}

/** Converts a worker's failure to the errors used in the rest of the app. */
function errorOf(failure: Failure): Error {
  return failure ? new ApiError(failure.status, failure) : new TypeError('No answer');
}
