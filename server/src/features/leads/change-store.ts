import { contactFields } from '@drawbridge/contract/contact';
import type { Deleted } from '@drawbridge/contract/ids';
import { leadStatuses } from '@drawbridge/contract/lead-values';
import type {
  AdminLead,
  BulkVerifyAnswer,
  LeadChange,
  LeadFilters,
} from '@drawbridge/contract/leads';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { comparePhone, previousStatuses, statusProblem } from './rules.ts';
import { findLead, matching, where } from './store.ts';

/** Changes a lead if it also meets the condition. */
export async function changeLead(
  db: Database | Db,
  id: string,
  change: LeadChange,
  condition = sql`true`,
): Promise<Outcome<AdminLead>> {
  const from = change.status ? previousStatuses[change.status] : [...leadStatuses];
  try {
    const problem = await inTransaction(db, async (tx) => {
      const phone = await phoneAfter(tx, id, change);
      if (phone?.problem) return phone.problem;
      const changes = {
        ...(change.eventId && { event_id: change.eventId }),
        ...Object.fromEntries(
          contactFields.flatMap((field) =>
            change[field] === undefined ? [] : [[field, change[field]]],
          ),
        ),
        ...phone?.columns,
        ...(change.source && { source: change.source }),
        ...(change.status && { status: change.status }),
      };
      const set = Object.entries(changes).map(
        ([column, value]) => sql`${raw(column)} = ${value}, `,
      );
      // Condition and change are one statement, so two administrators cannot make the same change.
      const changed = await tx.execute(sql`
          update leads set ${set.length > 0 ? join(set, '') : empty}
            verified_at = ${change.status === 'verified' ? sql`now()` : sql`verified_at`}
          where id = ${id} and status = any(${from}::text[]) and ${condition}`);
      return changed > 0 ? undefined : statusProblem(change.status);
    });
    const lead = await findLead(db, id);
    if (!lead) return fail('lead-not-found');
    return problem ? fail(problem) : succeed(lead);
  } catch (error) {
    if (violates(error, 'leads_event_id_fkey')) return fail('event-not-found');
    if (violates(error, 'leads_won')) return fail('lead-won');
    if (violates(error, 'leads_sealed')) return fail('lead-sealed');
    // The same person has entered the other event with the same code.
    if (violates(error, 'leads_ticket_key')) return fail('entry-code-used');
    throw error;
  }
}

/** How the lead's phone is compared after the change; undefined if the change does not affect it. */
async function phoneAfter(tx: Db, id: string, change: LeadChange) {
  // Locks the events first, as a draw does, to avoid a deadlock. A lead that moves is compared in the
  // country of its new event.
  const events = await tx.query<{ id: string; country: string }>(sql`
    select e.id, e.country
    from leads l join events e on e.id in (l.event_id, ${change.eventId ?? null}::uuid)
    where l.id = ${id} order by e.id for share of e`);
  // Locks the lead too, because another change may be moving it.
  const [lead] = await tx.query<{ eventId: string; phone: string; typed: string }>(sql`
    select event_id, phone, coalesce(phone_typed, phone) as typed
    from leads where id = ${id} for no key update`);
  const event = events.find((one) => one.id === (change.eventId ?? lead?.eventId));
  if (lead && !events.some((one) => one.id === lead.eventId)) return phoneAfter(tx, id, change);
  if (!lead || !event || (change.phone === undefined && !change.eventId)) return undefined;
  // A form that sends back what it was given has not changed it: that number was accepted before.
  if (change.phone === undefined || change.phone === lead.phone) {
    return { ...comparePhone(lead.typed, event.country), problem: undefined };
  }
  return comparePhone(change.phone, event.country);
}

/** How many leads of each event were verified. */
type Verified = BulkVerifyAnswer & { events: { eventId: string; leads: number }[] };

/** Verifies the pending ones among some leads; the others are skipped. */
export async function verifyLeads(db: Db, ids: readonly string[]): Promise<Verified> {
  const distinct = [...new Set(ids)];
  const answer = await verifyPending(db, [sql`id = any(${distinct}::uuid[])`]);
  return { ...answer, skipped: distinct.length - answer.verified };
}

/** Verifies the pending leads that match, with some exceptions. */
export async function verifyMatching(
  db: Db,
  filters: LeadFilters,
  except: readonly string[],
): Promise<Verified> {
  return verifyPending(db, [...(await matching(db, filters)), sql`id <> all(${except}::uuid[])`]);
}

/** The page waits as long for the answer. */
const VERIFY_TIMEOUT_MS = 10 * 60_000;

async function verifyPending(db: Db, conditions: Sql[]): Promise<Verified> {
  // All calls lock leads in the same order, so that two of them cannot wait for each other.
  const events = await db.query<{ eventId: string; leads: number }>(
    sql`
      with pending as materialized (
        select id from leads ${where([...conditions, sql`status = 'pending'`])}
        order by id for no key update
      ),
      verified as (
        update leads set status = 'verified', verified_at = now()
        from pending where leads.id = pending.id returning leads.event_id
      )
      select event_id, count(*)::int as leads from verified group by event_id`,
    { replan: true, timeoutMs: VERIFY_TIMEOUT_MS },
  );
  return { verified: events.reduce((sum, { leads }) => sum + leads, 0), skipped: 0, events };
}

/** Deletes a lead if it also meets the condition. */
export async function deleteLead(
  db: Db,
  id: string,
  condition = sql`true`,
): Promise<Outcome<Deleted & { eventId: string }>> {
  try {
    // Locks the event first, as a draw does, to avoid a deadlock.
    const [deleted] = await db.query<Deleted & { eventId: string }>(sql`
        with event as materialized (
          select e.id from events e join leads l on l.event_id = e.id
          where l.id = ${id} for share of e
        ),
        deleted as (
          delete from leads using event
          where leads.id = ${id} and event_id = event.id and ${condition}
          returning leads.id, event_id
        )
        insert into deleted_leads (id, event_id) select id, event_id from deleted
        returning id, event_id`);
    return deleted ? succeed(deleted) : fail('lead-not-found');
  } catch (error) {
    if (violates(error, 'leads_won')) return fail('lead-won');
    if (violates(error, 'leads_sealed')) return fail('lead-sealed');
    throw error;
  }
}
