import type { LeadContact } from '@drawbridge/contract/leads';
import { currentSession, onSignIn } from '../../lib/session.ts';
import type { createLeadAttempts } from '../../shared/lead-attempts.ts';

/** An attendee who is typed in and not sent yet. */
export interface LeadDraft {
  eventId: string;
  fields: LeadContact;
  /** What was tried goes along: an earlier try may have arrived without our knowing. */
  attemptFor: ReturnType<typeof createLeadAttempts>;
}

let kept: LeadDraft | undefined;
let keptFor: string | undefined;

/**
 * A session may die while a visitor is waiting in front of the volunteer; who logs in again finds the
 * form as it was. In memory alone: what belongs to a visitor is not left behind on a borrowed device.
 */
export function keepDraft(draft: LeadDraft): void {
  const { user } = currentSession();
  if (!user) return;
  const typed = Object.values(draft.fields).some(Boolean);
  kept = typed ? draft : undefined;
  keptFor = user.id;
}

/** What the one who is signed in has typed before. */
export function keptDraft(): LeadDraft | undefined {
  return keptFor === currentSession().user?.id ? kept : undefined;
}

onSignIn((otherUser) => {
  if (otherUser) kept = undefined;
});
