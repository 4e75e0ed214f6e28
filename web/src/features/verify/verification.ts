import type { DrawList } from '@drawbridge/contract/draws';
import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check';
import type { PartVerdict } from '@drawbridge/contract/fair-draw/findings';
import { ApiError } from '../../lib/api-client.ts';
import type { Failure, FromWorker } from './worker/worker-messages.ts';

/** The records are known; some or all of them have been checked. */
export interface CheckedRecords {
  state: 'working' | 'done';
  list: DrawList;
  /** One for each record that was checked, in order. */
  verdicts: DrawVerdict[];
  step: { step: 'loading' | 'computing'; place: number };
  /** Of the list as a whole, when everything has been checked. */
  verdict: PartVerdict | undefined;
  /** Something has happened since, but could not be read. */
  outdated: boolean;
  /** The event was deleted after its records were read. */
  gone: boolean;
}

export type Verification =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  /** An answer came, but it is no record of draws. */
  | { state: 'unreadable'; problem: string }
  /** This browser starts no workers. */
  | { state: 'unsupported' }
  | CheckedRecords;

export function hasRecords(verification: Verification): verification is CheckedRecords {
  return verification.state === 'working' || verification.state === 'done';
}

/** What is known after one more message of the worker. */
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

/** As the rest of the app has it. */
function errorOf(failure: Failure): Error {
  return failure ? new ApiError(failure.status, failure.sentence) : new TypeError('No answer');
}
