import type { AuditKind } from '@drawbridge/contract/core/audit-kinds';
import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import { OPERATOR_NAME } from '@drawbridge/contract/login/account-names';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';

/** The actor of an audit entry. An entry without one is about an unknown person. */
export interface Actor {
  id: string | null;
  username: string;
}

/** The actor for commands on the server. */
export const OPERATOR = { id: null, username: OPERATOR_NAME, sessionId: null };

/** The actor for actions of the server itself. */
export const PRODUCT = { id: null, username: PRODUCT_NAME, sessionId: null };

export interface AuditRecord {
  kind: AuditKind;
  /** The id of the event. `eventName` is needed only if the event no longer exists. */
  eventId?: string | null;
  eventName?: string;
  /** The subject of the change. Leads are named by their id alone. */
  subject?: { id: string; name?: string | null };
  /** Further facts, never contact data. */
  details?: Record<string, string | number>;
}

/** Adds an entry. Within a transaction, it is stored if and only if the change is. */
export async function recordAudit(
  db: Db,
  actor: Actor | undefined,
  { kind, eventId = null, eventName, subject, details = {} }: AuditRecord,
): Promise<void> {
  await db.execute(sql`
    insert into audit_log (kind, actor_id, actor_name, event_id, event_name, subject_id,
                           subject_name, details)
    values (${kind}, ${actor?.id ?? null}, ${actor?.username ?? null}, ${eventId},
            coalesce(${eventName ?? null}, (select name from events where id = ${eventId}::uuid)),
            ${subject?.id ?? null}, ${subject?.name ?? null}, ${JSON.stringify(details)})`);
}

/**
 * Counts failures in one entry per account, event, subject, reason and hour, so that guessing attempts cannot bury the
 * rest of the trail. The entry has the details of the last attempt.
 */
export async function recordFailure(
  db: Database,
  account: Actor | undefined,
  failure: AuditRecord & {
    kind: 'login-failed' | 'handover-code-wrong' | 'sponsor-password-wrong';
  },
): Promise<void> {
  const { kind, eventId = null, subject, details = {} } = failure;
  await inTransaction(db, async (tx) => {
    // One at a time, so that concurrent attempts find the same entry.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${kind}))`);
    const updated = await tx.execute(sql`
      update audit_log set details = (
        ${JSON.stringify(details)}::jsonb || jsonb_build_object(
          'count', coalesce((details->>'count')::int, 1) + 1))::json
      where kind = ${kind} and at > now() - interval '1 hour'
        and actor_id is not distinct from ${account?.id ?? null}
        and event_id is not distinct from ${eventId}::uuid
        and subject_id is not distinct from ${subject?.id ?? null}::uuid
        and details->>'reason' is not distinct from ${details.reason ?? null}::text`);
    if (updated === 0) await recordAudit(tx, account, failure);
  });
}

/** The name of an account in the audit trail. It includes the user name, because only user names are unique. */
export function labelOf({ name, username }: { name: string | null; username: string }): string {
  return name === null ? username : `${name} (${username})`;
}

/** The names of the fields in a change, without their values, which may be contact data. */
export function fieldsOf(change: object): string {
  return Object.entries(change)
    .flatMap(([field, value]) => (value === undefined ? [] : [field]))
    .join(', ');
}
