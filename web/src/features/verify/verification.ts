import type { DrawList, DrawRecord, RaffleRecord } from '@drawbridge/contract/draws';
import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check';
import type { PartVerdict } from '@drawbridge/contract/fair-draw/findings';
import { ApiError } from '../../lib/api-client.ts';
import { formatMomentDay } from '../../lib/formats.ts';
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

/** Whether a record has a roster; a forfeit has none. */
export function hasRoster(
  record: RaffleRecord,
): record is Exclude<RaffleRecord, { kind: 'forfeit' }> {
  return record.kind !== 'forfeit';
}

/** The forfeit of a draw, if its winner has forfeited. */
export function forfeitOf({ draws }: DrawList, number: number) {
  return draws.find((record) => record.kind === 'forfeit' && record.forfeits === number) as
    | Extract<RaffleRecord, { kind: 'forfeit' }>
    | undefined;
}

/** Whether a winner is shown in a short form, which cannot be checked. */
export function isShort(record: RaffleRecord): boolean {
  return record.kind === 'draw' && record.winner !== null && record.winnerSalt === null;
}

/** The prize of a draw, according to its record. */
export function prizeOf(draw: { prizeId: string | null; prizeName: string | null }): string {
  return draw.prizeName ?? (draw.prizeId === null ? 'General draw' : 'A prize');
}

/** When and why a winner's name was erased. */
export function erasedText({ at, because }: NonNullable<DrawRecord['erased']>): string {
  const why =
    because === 'request'
      ? `The name was erased at the person’s request on ${formatMomentDay(at)}.`
      : `The name was erased on ${formatMomentDay(at)}, because the organiser keeps entries only for a limited time.`;
  return `${why} The proof still holds: it is about the tickets.`;
}
