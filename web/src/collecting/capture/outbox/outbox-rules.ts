import type { LeadContact } from '@drawbridge/contract/collecting/contact';
import type { ProblemCode } from '@drawbridge/contract/core/errors';
import { isTemporary, waitAfter } from '../../../lib/api/retry.ts';
import type { AnswerChange } from '../../lead-form/use-answers.tsx';

/** The database with the leads of this device. */
export const OUTBOX = 'drawbridge-outbox';

/** A lead that was entered on this device and, as far as known, has not reached the server. */
export interface OutboxLead extends LeadContact {
  /** The lead's own id: the server creates one lead per id, however often it is sent. */
  id: string;
  entryCode: string;
  eventId: string;
  eventName: string;
  /** The version of the event's consent text when it was entered. */
  consentVersion?: number;
  /** The person's answer to the marketing box, if the volunteer had to ask. */
  marketing?: boolean | undefined;
  /** The answers by question id, for the questions of that time; null if an answer was removed again. */
  answers: AnswerChange;
  questionsVersion?: number;
  /** True if the server has the lead, and only its answers are to be sent. */
  arrived?: boolean | undefined;
  /** The id of the only user who sends it. */
  userId: string;
  username: string;
  /** The time of the entry, in milliseconds. */
  addedAt: number;
  /** The number of attempts to send it. With 0, the server cannot have it. */
  attempts: number;
  /** The earliest time of the next attempt, after a failure that the lead itself may have caused. */
  nextAt: number;
  /** True if it was undone after it may have arrived: it is sent once more and then deleted on the server. */
  takenBack: boolean;
  /** The server's refusal. The lead then waits for a person's decision. */
  refusal: Refusal | null;
}

interface Refusal {
  status: number;
  /** The message in English, because the reader may choose another language before reading it. */
  sentence: string;
  code?: ProblemCode | undefined;
}

/** The outcome of an attempt to send a lead. */
export type DeliveryResult =
  | { kind: 'arrived' }
  | { kind: 'unreachable' }
  | ({ kind: 'refused'; retryAfterMs?: number | undefined } & Refusal);

/** The next state of the lead and of the outbox. */
type Verdict =
  | { lead: 'done' }
  | { lead: 'new code' }
  /** The lead waits for a person's decision. */
  | { lead: 'needs attention'; refusal: NonNullable<OutboxLead['refusal']> }
  /** The next lead is sent, and this one later. */
  | { lead: 'later'; waitMs: number }
  /** Nothing is sent for a while. */
  | { lead: 'keep'; pause: Pause };

export type Pause =
  | { reason: 'unreachable' | 'busy'; waitMs: number }
  /** Nothing is sent until the same user has logged in again. */
  | { reason: 'signed out' };

const FIRST_WAIT_MS = 2_000;
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;

/** The delay after that many failures in a row: 2, 4, 8 … 60 seconds; the server may ask for more. */
export function backOff(failures: number, retryAfterMs = 0): number {
  return Math.max(
    waitAfter(failures, FIRST_WAIT_MS),
    Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS),
  );
}

/** The statuses that mean that a lead to be deleted does not exist. */
const NOTHING_THERE = new Set([400, 404, 413]);

/**
 * Decides what happens after a response. Nothing is ever dropped: a lead leaves the outbox only when it has arrived,
 * when it was to be deleted and is gone, or when a person removes it.
 *
 * @param failures the number of failures in a row, including this one
 */
export function decideAfterResponse(
  lead: OutboxLead,
  result: DeliveryResult,
  failures: number,
): Verdict {
  if (result.kind === 'arrived') return { lead: 'done' };
  if (result.kind === 'unreachable') {
    return { lead: 'keep', pause: { reason: 'unreachable', waitMs: backOff(failures) } };
  }
  const { status, sentence, code, retryAfterMs } = result;
  if (status === 401) return { lead: 'keep', pause: { reason: 'signed out' } };
  if (code === 'entry-code-used') return { lead: 'new code' };
  if (status >= 500 && status !== 503) {
    // The lead itself may cause the failure, and must not block the leads behind it.
    const waitMs = backOff(lead.attempts, retryAfterMs);
    return failures < SERVER_ERRORS_MAX
      ? { lead: 'later', waitMs }
      : { lead: 'keep', pause: { reason: 'busy', waitMs } };
  }
  if (isTemporary(status)) {
    return { lead: 'keep', pause: { reason: 'busy', waitMs: backOff(failures, retryAfterMs) } };
  }
  const isDeleted = NOTHING_THERE.has(status) || code === 'lead-deleted';
  if (lead.takenBack && isDeleted) return { lead: 'done' };
  return { lead: 'needs attention', refusal: { status, sentence, code } };
}

/** The number of server errors in a row after which the server is at fault, not the lead. */
const SERVER_ERRORS_MAX = 3;

/** The oldest lead that can be sent now. */
export function nextToSend(leads: readonly OutboxLead[], now: number): OutboxLead | undefined {
  return leads
    .filter(({ refusal, nextAt }) => !refusal && nextAt <= now)
    .toSorted((a, b) => a.addedAt - b.addedAt)[0];
}

/** The number of leads that each user has on this device. */
export function countByUser(leads: readonly OutboxLead[]): [username: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { username } of leads) counts.set(username, (counts.get(username) ?? 0) + 1);
  return [...counts];
}

/** The lead as undone, or undefined if it can simply be deleted here. */
export function undone(lead: OutboxLead): OutboxLead | undefined {
  return lead.attempts === 0 ? undefined : { ...lead, takenBack: true, refusal: null, nextAt: 0 };
}

/** The rest to send of a lead that has arrived: the changes made while it was being sent. */
export function leftAfter(
  sent: OutboxLead,
  current: OutboxLead | undefined,
): OutboxLead | undefined {
  if (current?.takenBack && !sent.takenBack) return current;
  const answered = JSON.stringify(current?.answers) !== JSON.stringify(sent.answers);
  return current && answered ? { ...current, arrived: true } : undefined;
}

/**
 * The lead with corrected details. It keeps its id, because it may have arrived without our knowledge; `deliver` then
 * corrects it on the server. Only a lead that was deleted there needs a new id.
 */
export function edited(
  lead: OutboxLead,
  corrected: LeadContact & Pick<OutboxLead, 'answers'>,
  created: { id: string; entryCode: string },
): OutboxLead {
  const identity =
    lead.refusal?.code === 'lead-deleted' ? { ...created, attempts: 0, arrived: undefined } : {};
  return { ...lead, ...corrected, ...identity, nextAt: 0, refusal: null };
}
