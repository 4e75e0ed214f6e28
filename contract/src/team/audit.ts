import { z } from 'zod';
import { type AuditKind, auditKinds, UNKNOWN_ACTOR } from '../core/audit-kinds.ts';
import { id, referenceOrAll } from '../core/ids.ts';
import { period, timestamp } from '../core/inputs/times.ts';
import { cursor, pageLimit } from '../core/paging.ts';

const kinds = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]];

export const auditFilters = z.object({
  actorId: referenceOrAll('account-not-found', UNKNOWN_ACTOR).describe(
    'Only entries with this actor; `unknown` for logins with unknown names. `all` or an empty value means no filter.',
  ),
  eventId: referenceOrAll('event-not-found'),
  kind: z.enum(kinds, 'Unknown kind of entry').optional().describe('Only entries of this kind.'),
  ...period,
});

export const auditQuery = auditFilters.extend({
  limit: pageLimit(200).default(50),
  cursor,
});

const nameOf = z
  .object({
    id: id.nullable().describe('Null if there is none.'),
    name: z.string().nullable().describe('The name at that time; null if there is none.'),
  })
  .nullable();

/** An entry of the audit trail. Names are those at the time of the action. */
export const auditEntry = z
  .object({
    id,
    at: timestamp,
    kind: z.enum(kinds),
    actor: nameOf.describe(
      'The actor; null if unknown, for example after a login with an unknown name.',
    ),
    event: nameOf.describe('Null if it is about no event.'),
    subject: nameOf.describe('The subject of the change. Leads have an id and no name.'),
    lead: z
      .object({ id, eventId: id })
      .nullable()
      .describe('The lead that it is about, with its current event; null if it no longer exists.'),
    details: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe('Further facts, by name.'),
  })
  .meta({ id: 'AuditEntry' });

export const auditPage = z.array(auditEntry);

/** The users and events in the trail, deleted ones included. */
export const auditChoices = z
  .object({
    people: z
      .array(z.object({ id, name: z.string() }))
      .describe('All actors in the trail, including deleted accounts.'),
    events: z
      .array(z.object({ id, name: z.string() }))
      .describe('All events in the trail, including deleted ones.'),
  })
  .meta({ id: 'AuditChoices' });

export type AuditFilters = z.infer<typeof auditFilters>;
export type AuditEntry = z.infer<typeof auditEntry>;
export type AuditChoices = z.infer<typeof auditChoices>;
