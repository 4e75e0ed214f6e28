import { z } from 'zod';
import { type AuditKind, auditKinds, UNKNOWN_ACTOR } from './audit-kinds.ts';
import { id, referenceOrAll } from './ids.ts';
import { cursor, pageLimit } from './paging.ts';
import { dayOrMoment, moment } from './times.ts';

const kinds = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]];

export const auditFilters = z.object({
  actorId: referenceOrAll('account-not-found', UNKNOWN_ACTOR),
  eventId: referenceOrAll('event-not-found'),
  kind: z.enum(kinds, 'Unknown kind of entry').optional(),
  from: dayOrMoment.optional(),
  to: dayOrMoment.optional(),
});

export const auditQuery = auditFilters.extend({
  limit: pageLimit(200).default(50),
  cursor,
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
    /** The lead that it is about, while it exists, and the event in which it is now. */
    lead: z.object({ id, eventId: id }).nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number()])),
  })
  .meta({ id: 'AuditEntry' });

export const auditPage = z.array(auditEntry);

/** The people and events in the trail, deleted ones included. */
export const auditChoices = z
  .object({
    people: z.array(z.object({ id, name: z.string() })),
    events: z.array(z.object({ id, name: z.string() })),
  })
  .meta({ id: 'AuditChoices' });

export type AuditFilters = z.infer<typeof auditFilters>;
export type AuditEntry = z.infer<typeof auditEntry>;
export type AuditChoices = z.infer<typeof auditChoices>;
