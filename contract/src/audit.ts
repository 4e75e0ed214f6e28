import { z } from 'zod';
import { id, referenceOrAll } from './ids.ts';
import { dayOrMoment, moment } from './times.ts';

/** Everything that is recorded, with the words in which people read it. */
export const auditKinds = {
  'log-in': 'Logged in',
  'log-in-failed': 'Log-in failed',
  'log-out': 'Logged out',
  'session-ended': 'Ended a session',
  'sessions-ended': 'Ended all other sessions',
  'password-wrong': 'Entered a wrong current password',
  'password-changed': 'Changed their password',
  'second-factor-enabled': 'Turned the second factor on',
  'second-factor-removed': 'Turned the second factor off',
  'recovery-codes-replaced': 'Made new recovery codes',
  'account-created': 'Created an administrator',
  'account-changed': 'Changed an administrator',
  'account-disabled': 'Disabled an administrator',
  'account-enabled': 'Enabled an administrator',
  'account-password-reset': 'Reset a password',
  'account-second-factor-reset': 'Reset a second factor',
  'volunteer-created': 'Created a volunteer',
  'volunteer-changed': 'Changed a volunteer',
  'volunteer-deleted': 'Deleted a volunteer',
  'volunteer-assigned': 'Assigned a volunteer',
  'assignment-revoked': 'Revoked an assignment',
  'event-created': 'Created an event',
  'event-changed': 'Changed an event',
  'event-deleted': 'Deleted an event',
  'prize-added': 'Added a prize',
  'prize-deleted': 'Deleted a prize',
  'sponsor-added': 'Added a sponsor',
  'sponsor-changed': 'Changed a sponsor',
  'sponsor-removed': 'Removed a sponsor',
  'lead-changed': 'Changed a lead',
  'lead-verified': 'Verified a lead',
  'lead-promoted': 'Promoted a lead',
  'leads-verified': 'Verified several leads',
  'lead-deleted': 'Deleted a lead',
  'leads-exported': 'Exported leads',
  'draw-sealed': 'Sealed a draw',
  'winner-drawn': 'Drew a winner',
  'draw-voided': 'Voided a draw',
  'win-forfeited': 'Passed over a winner',
  'audit-exported': 'Exported the audit trail',
} as const;
export type AuditKind = keyof typeof auditKinds;

const kinds = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]];
const AUDIT_PAGE_MAX = 200;
const LIMIT = `The limit must be a whole number from 1 to ${AUDIT_PAGE_MAX}`;

export const auditFilters = z.object({
  actorId: referenceOrAll('account-not-found'),
  eventId: referenceOrAll('event-not-found'),
  kind: z.enum(kinds, 'There is no such kind').optional(),
  from: dayOrMoment('start').optional(),
  to: dayOrMoment('end').optional(),
});

export const auditQuery = auditFilters.extend({
  limit: z.coerce.number(LIMIT).int(LIMIT).min(1, LIMIT).max(AUDIT_PAGE_MAX, LIMIT).default(50),
  cursor: z.string().max(200, 'The cursor is not valid').optional(),
});

const nameOf = z.object({ id: id.nullable(), name: z.string().nullable() }).nullable();

/** One entry of the audit trail. Names are those of the time when it happened. */
export const auditEntry = z
  .object({
    id,
    at: moment,
    kind: z.enum(kinds),
    /** Who did it; null for somebody who is not known, such as a failed log-in with an unknown name. */
    actor: nameOf,
    event: nameOf,
    /** What was changed. Leads have an id and no name. */
    subject: nameOf,
    details: z.record(z.string(), z.union([z.string(), z.number()])),
  })
  .meta({ id: 'AuditEntry' });

export const auditPage = z
  .object({ entries: z.array(auditEntry), nextCursor: z.string().nullable() })
  .meta({ id: 'AuditPage' });

/** The people and events that the trail tells of, deleted ones included. */
export const auditChoices = z
  .object({
    people: z.array(z.object({ id, name: z.string() })),
    events: z.array(z.object({ id, name: z.string() })),
  })
  .meta({ id: 'AuditChoices' });

export type AuditFilters = z.infer<typeof auditFilters>;
export type AuditEntry = z.infer<typeof auditEntry>;
export type AuditPage = z.infer<typeof auditPage>;
export type AuditChoices = z.infer<typeof auditChoices>;
