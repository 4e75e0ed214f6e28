import type { LeadContact } from '@drawbridge/contract/collecting/contact';
import type { ProblemCode } from '@drawbridge/contract/core/errors';
import { isTemporary, waitAfter } from '../../../lib/api/retry.ts';
import type { AnswerChange } from '../../lead-form/use-answers.tsx';

/** The database with the leads of this device. */
export const OUTBOX = 'drawbridge-outbox';

/** A lead that was entered on this device and has not arrived at the server, as far as we know. */
export interface OutboxLead extends LeadContact {
  /** The lead's own id: the server makes one lead of it, however often it is sent. */
  id: string;
  entryCode: string;
  eventId: string;
  eventName: string;
  /** The version of the event's consent text when it was entered. */
  consentVersion?: number;
  /** Whether the person agreed to marketing, if the volunteer had to ask. */
  marketing?: boolean | undefined;
  /** By the ids of the questions that the event had then; null if one was taken away again. */
  answers: AnswerChange;
  questionsVersion?: number;
  /** Whether the server has the lead, and only its answers are to be sent. */
  arrived?: boolean | undefined;
  /** Only this user sends it. */
  userId: string;
  username: string;
  /** When it was entered, in milliseconds. */
  addedAt: number;
  /** How often it was handed to the network. With 0, the server cannot know it. */
  attempts: number;
  /** Not sent before this time, after a failure that may be its own. */
  nextAt: number;
  /** Undone after it may have arrived: it is sent once more and then deleted on the server. */
  takenBack: boolean;
  /** Why the server does not take it. It then waits for a person. */
  refusal: Refusal | null;
}

interface Refusal {
  status: number;
  /** In English, because the reader may choose another language before reading it. */
  sentence: string;
  code?: ProblemCode | undefined;
}

/** What came of handing a lead to the network. */
export type Answer =
  | { kind: 'arrived' }
  | { kind: 'unreachable' }
  | ({ kind: 'refused'; retryAfterMs?: number | undefined } & Refusal);

/** What to do with the lead, and with the outbox. */
type Verdict =
  | { lead: 'done' }
  | { lead: 'new code' }
  /** A person has to decide. */
  | { lead: 'needs attention'; refusal: NonNullable<OutboxLead['refusal']> }
  /** Try the next lead, and this one later. */
  | { lead: 'later'; waitMs: number }
  /** Send nothing for a while. */
  | { lead: 'keep'; pause: Pause };

export type Pause =
  | { reason: 'unreachable' | 'busy'; waitMs: number }
  /** Until the same user has logged in again. */
  | { reason: 'signed out' };

const FIRST_WAIT_MS = 2_000;
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;

/** 2, 4, 8 … 60 seconds after that many failures in a row; the server may ask for more. */
export function backOff(failures: number, retryAfterMs = 0): number {
  return Math.max(
    waitAfter(failures, FIRST_WAIT_MS),
    Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS),
  );
}

/** When a lead that is to be deleted is refused with these, there is nothing to delete. */
const NOTHING_THERE = new Set([400, 404, 413]);

/**
 * Decides what an answer means. Nothing is ever dropped: a lead leaves the outbox only when it has arrived,
 * when it was to be deleted and is gone, or when a person says so.
 *
 * @param failures how many sends in a row have failed, this one included
 */
export function decideAfterResponse(lead: OutboxLead, answer: Answer, failures: number): Verdict {
  if (answer.kind === 'arrived') return { lead: 'done' };
  if (answer.kind === 'unreachable') {
    return { lead: 'keep', pause: { reason: 'unreachable', waitMs: backOff(failures) } };
  }
  const { status, sentence, code, retryAfterMs } = answer;
  if (status === 401) return { lead: 'keep', pause: { reason: 'signed out' } };
  if (code === 'entry-code-used') return { lead: 'new code' };
  if (status >= 500 && status !== 503) {
    // This may be the fault of one lead, which must not hold up those behind it.
    const waitMs = backOff(lead.attempts, retryAfterMs);
    return failures < SERVER_ERRORS_MAX
      ? { lead: 'later', waitMs }
      : { lead: 'keep', pause: { reason: 'busy', waitMs } };
  }
  if (isTemporary(status)) {
    return { lead: 'keep', pause: { reason: 'busy', waitMs: backOff(failures, retryAfterMs) } };
  }
  const gone = NOTHING_THERE.has(status) || code === 'lead-deleted';
  if (lead.takenBack && gone) return { lead: 'done' };
  return { lead: 'needs attention', refusal: { status, sentence, code } };
}

/** After so many server errors in a row it is the server's fault, not the lead's. */
const SERVER_ERRORS_MAX = 3;

/** The oldest lead that can be sent now. */
export function nextToSend(leads: readonly OutboxLead[], now: number): OutboxLead | undefined {
  return leads
    .filter(({ refusal, nextAt }) => !refusal && nextAt <= now)
    .toSorted((a, b) => a.addedAt - b.addedAt)[0];
}

/** How many leads each user has on this device. */
export function countByUser(leads: readonly OutboxLead[]): [username: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { username } of leads) counts.set(username, (counts.get(username) ?? 0) + 1);
  return [...counts];
}

/** The lead as undone, or undefined if it can simply be forgotten. */
export function undone(lead: OutboxLead): OutboxLead | undefined {
  return lead.attempts === 0 ? undefined : { ...lead, takenBack: true, refusal: null, nextAt: 0 };
}

/** What is left to be sent of a lead that has arrived: what was changed while it was on its way. */
export function leftAfter(
  sent: OutboxLead,
  current: OutboxLead | undefined,
): OutboxLead | undefined {
  if (current?.takenBack && !sent.takenBack) return current;
  const answered = JSON.stringify(current?.answers) !== JSON.stringify(sent.answers);
  return current && answered ? { ...current, arrived: true } : undefined;
}

/**
 * The lead with corrected details. It keeps its id, because it may have arrived without our knowing; then
 * `deliver` corrects it on the server. Only a lead that was deleted there needs a new id.
 */
export function edited(
  lead: OutboxLead,
  corrected: LeadContact & Pick<OutboxLead, 'answers'>,
  made: { id: string; entryCode: string },
): OutboxLead {
  const identity =
    lead.refusal?.code === 'lead-deleted' ? { ...made, attempts: 0, arrived: undefined } : {};
  return { ...lead, ...corrected, ...identity, nextAt: 0, refusal: null };
}
