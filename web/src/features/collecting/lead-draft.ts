import { currentSession, onSignIn } from '../../lib/session.ts';
import type { createLeadAttempts } from '../../shared/lead-attempts.ts';
import type { TypedLead } from './lead-rules.ts';

/** An attendee who has been typed in but not sent yet. */
export interface LeadDraft {
  eventId: string;
  fields: TypedLead;
  /** The attempts are kept too, because an earlier one may have arrived although its answer got lost. */
  attemptFor: ReturnType<typeof createLeadAttempts>;
}

let kept: LeadDraft | undefined;
let keptFor: string | undefined;

/**
 * Keeps the form's input when the session expires, until the volunteer logs in again. It is kept only in
 * memory, so that no visitor's data is left on a borrowed device.
 */
export function keepDraft(draft: LeadDraft): void {
  const { user } = currentSession();
  if (!user) return;
  const typed = Object.values(draft.fields).some(Boolean);
  kept = typed ? draft : undefined;
  keptFor = user.id;
}

/** The draft of the signed-in user. */
export function keptDraft(): LeadDraft | undefined {
  return keptFor === currentSession().user?.id ? kept : undefined;
}

onSignIn((otherUser) => {
  if (otherUser) kept = undefined;
});
