import type { LeadStatus } from '@drawbridge/contract/collecting/lead-values';
import {
  type CollectedLead,
  type OwnLead,
  type OwnLeadChange,
  ownLead,
  type PhoneHashes,
} from '@drawbridge/contract/collecting/leads';
import type { ProblemCode } from '@drawbridge/contract/core/errors';
import type { Deleted } from '@drawbridge/contract/core/ids';
import type { SessionUser } from '@drawbridge/contract/login/auth';
import sql, { type Sql } from 'sql-template-tag';
import { inEvents, mayCollect } from '../../core/access.ts';
import type { Database, Db } from '../../db/client.ts';
import { fail, type Outcome } from '../../errors.ts';
import { contactColumnsSql } from '../leads/contact-columns.ts';
import { findLead } from '../leads/store.ts';
import { changeLead, deleteLead, type LeadChangeResult } from './change-store.ts';

/**
 * The number of an event's latest phone numbers that a volunteer's device knows. With more, too many other numbers
 * would match one of the short hashes.
 */
const NUMBERS_KEPT = 500;

/**
 * The short hashes of each event's latest phone numbers, as the contract's `phoneHash` computes them. Their order
 * does not reveal the order of the entries.
 */
export async function listPhoneHashes(db: Db, volunteerId: string): Promise<PhoneHashes> {
  const rows = await db.query<{ eventId: string; hashes: string[] }>(sql`
    select a.event_id, array_agg(distinct
             left(encode(sha256(convert_to(latest.phone_key, 'UTF8')), 'hex'), 4)) as hashes
    from volunteer_assignments a
    join events e on e.id = a.event_id and e.status <> 'ended'
    cross join lateral (
      select l.phone_key from leads l where l.event_id = a.event_id
      order by l.submitted_at desc, l.id desc limit ${NUMBERS_KEPT}
    ) latest
    where a.volunteer_id = ${volunteerId} and not a.access_revoked
    group by a.event_id`);
  return Object.fromEntries(rows.map(({ eventId, hashes }) => [eventId, hashes]));
}

/**
 * Lists the leads that a user has added. A volunteer sees only those in events with an assignment that is not
 * revoked.
 */
export async function listOwnLeads(
  db: Db,
  { id, role, events }: Pick<SessionUser, 'id' | 'role' | 'events'>,
): Promise<OwnLead[]> {
  const assigned = sql`
    and event_id in (
      select event_id from volunteer_assignments where volunteer_id = ${id} and not access_revoked)`;
  return db.query(
    sql`
    select id, event_id, ${contactColumnsSql('leads')}, status, source, submitted_at, answers
    from leads where submitted_by = ${id} ${role === 'admin' ? sql`and ${inEvents(events)}` : assigned}
    order by submitted_at desc, id desc`,
    { row: ownLead },
  );
}

/** The time and source of the first entry at the event with the same contact, if there is one. */
export async function findEarlierEntry(
  db: Db,
  duplicateOf: string | null | undefined,
): Promise<CollectedLead['alsoEntered']> {
  const first = duplicateOf ? await findLead(db, duplicateOf) : undefined;
  if (!first) return null;
  const { submittedAt, source, imported } = first;
  return { submittedAt, source, imported };
}

export async function changeOwnLead(
  db: Database | Db,
  user: SessionUser,
  id: string,
  change: OwnLeadChange,
): Promise<Outcome<LeadChangeResult>> {
  return asOwner(db, user, id, (condition) =>
    changeLead(db, id, change, { condition, by: 'volunteers' }),
  );
}

export async function takeLeadBack(
  db: Database | Db,
  user: SessionUser,
  id: string,
): Promise<Outcome<Deleted & { eventId: string }>> {
  return asOwner(db, user, id, (condition) => deleteLead(db, id, condition));
}

/**
 * Checks that the user may change the lead, then changes it. The change must check the condition in its own
 * statement: the lead may be verified, or the assignment revoked, after the check.
 */
async function asOwner<T>(
  db: Db,
  user: SessionUser,
  id: string,
  change: (condition: Sql) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const problem = await whyNotChangeable(db, user, id);
  if (problem) return fail(problem);
  const outcome = await change(sql`
    submitted_by = ${user.id} and status = 'pending' and (${user.role === 'admin'} or exists (
      select from volunteer_assignments a
      where a.volunteer_id = submitted_by and a.event_id = leads.event_id and not a.access_revoked))`);
  // After these errors PostgreSQL accepts no further statements in the caller's transaction.
  if (outcome.ok || outcome.problem === 'lead-won' || outcome.problem === 'lead-sealed') {
    return outcome;
  }
  const changedMeanwhile = await whyNotChangeable(db, user, id);
  return changedMeanwhile ? fail(changedMeanwhile) : outcome;
}

/**
 * The reason why a volunteer cannot change a lead, if there is one. Leads that others have added count as not
 * found.
 */
async function whyNotChangeable(
  db: Db,
  user: SessionUser,
  id: string,
): Promise<ProblemCode | undefined> {
  const [lead] = await db.query<{ eventId: string; status: LeadStatus }>(sql`
    select event_id, status from leads where id = ${id} and submitted_by = ${user.id}`);
  if (!lead) return 'lead-not-found';
  if (!(await mayCollect(db, user, lead.eventId))) return 'not-assigned';
  return lead.status === 'pending' ? undefined : 'lead-already-verified';
}
