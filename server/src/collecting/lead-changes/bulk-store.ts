import { randomUUID } from 'node:crypto';
import type {
  BulkChancesInput,
  BulkChancesResponse,
  BulkDeleteResponse,
  BulkInput,
  BulkVerifyResponse,
  UndoInput,
  UndoResponse,
} from '@drawbridge/contract/collecting/lead-lists';
import type { LeadStatus } from '@drawbridge/contract/collecting/lead-values';
import sql, { type Sql } from 'sql-template-tag';
import { inEvents } from '../../core/access.ts';
import { ownRequestId } from '../../core/change/idempotency.ts';
import { idsByEvent, queueWebhooks } from '../../core/queue/webhook-queue.ts';
import { allowLongStatements, type Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import type { CurrentUser } from '../../http/session.ts';
import { type Filters, filterConditions, type SearchScope, where } from '../leads/filters.ts';
import { previousStatuses } from '../leads/rules.ts';
import { undoMerge } from './merge-undo.ts';

/** The number of leads changed in each event. */
interface ByEvent {
  events: { eventId: string; leads: number }[];
}
type Verified = BulkVerifyResponse & ByEvent;

/** Verifies the pending leads among the given ones and skips the others. */
export async function verifyLeads(
  db: Db,
  user: ActingUser,
  ids: readonly string[],
): Promise<Verified> {
  const distinct = [...new Set(ids)];
  const result = await verifyPending(db, user, [sql`id = any(${distinct}::uuid[])`]);
  return { ...result, skipped: distinct.length - result.verified };
}

/** Verifies the pending leads that match the filters, except the given ones. */
export async function verifyMatching(
  db: Db,
  user: ActingUser,
  filters: Filters,
  except: readonly string[],
): Promise<Verified> {
  const conditions = await filterConditions(db, filters);
  return verifyPending(db, user, [...conditions, sql`id <> all(${except}::uuid[])`]);
}

/** The page uses the same timeout. */
const BULK = { replan: true, timeoutMs: 10 * 60_000 };

/**
 * Locks the events of the matching leads in shared mode, before the leads, as every change of leads does. It waits
 * for a draw that is running, and no draw is sealed until the transaction ends.
 */
async function lockEvents(db: Db, conditions: Sql[]): Promise<void> {
  await db.query(
    sql`
      select from events where id in (select event_id from leads ${where(conditions)})
      order by id for share`,
    BULK,
  );
}

/** Sets the chances of the matching leads. Leads that have won or are in a sealed draw are not changed. */
async function setChances(
  db: Db,
  user: ActingUser,
  conditions: Sql[],
  chances: number,
): Promise<BulkChancesResponse & ByEvent> {
  await lockEvents(db, conditions);
  const stepId = newStatusChangeId(user);
  const { before, ...answer } = await db.queryOne<
    BulkChancesResponse & ByEvent & { before: Record<string, number> }
  >(sql`
    with matched as materialized (
      select id, won, chances, ${isSealed} as sealed from leads ${where(conditions)} order by id for no key update
    ),
    changed as (
      update leads set chances = ${chances}, status_change_id = ${stepId} from matched
      where leads.id = matched.id and not matched.won and not sealed and leads.chances <> ${chances}
      returning leads.id, event_id, matched.chances as before
    )
    select (select count(*)::int from changed) as changed,
           (select count(*)::int from matched where won) as won,
           (select count(*)::int from matched where sealed and not won) as sealed,
           (select coalesce(json_agg(json_build_object('eventId', event_id, 'leads', leads)), '[]')
            from (select event_id, count(*)::int as leads from changed group by event_id) counted) as events,
           (select coalesce(jsonb_object_agg(id, before), '{}') from changed) as before`);
  const eventIds = answer.events.map(({ eventId }) => eventId);
  await recordStatusChange(db, user, stepId, 'chances', eventIds, { before });
  return answer;
}

/** Gives the leads of a bulk change their earlier chances back. */
async function undoChances(tx: Db, stepId: string, unchanged: Sql[]): Promise<Outcome<Undone>> {
  const events = await tx.query<ByEvent['events'][number]>(sql`
    with changed as (
      update leads set chances = (s.before->>leads.id::text)::int, status_change_id = null
      from (select before from status_changes where id = ${stepId}) s
      where leads.id in (select id from leads ${where(unchanged)}) returning event_id
    )
    select event_id, count(*)::int as leads from changed group by event_id`);
  const undone = totalOf(events);
  return undone === 0 ? fail('undo-too-late') : succeed({ undone, kind: 'chances-undone', events });
}

/** Sets the chances of the given leads, or of all that match a filter. */
export async function giveChances(
  db: Db,
  user: ActingUser,
  { ids, filter, chances }: Pick<BulkChancesInput, 'ids' | 'filter' | 'chances'>,
  only: SearchScope['only'],
): Promise<BulkChancesResponse & ByEvent> {
  const conditions = ids
    ? [sql`id = any(${[...new Set(ids)]}::uuid[])`, inEvents(only)]
    : await filterConditions(db, { ...filter, only });
  return setChances(db, user, conditions, chances);
}

/** SQL condition: the lead is in the roster of its event's sealed draw. */
export const isSealed = sql`exists (
  select from records r
  where r.event_id = leads.event_id and kind = 'sealed' and is_in_roster(r.event_id, r.number, ticket))`;

async function verifyPending(db: Db, user: ActingUser, conditions: Sql[]): Promise<Verified> {
  const events = await advanceStatus(db, user, 'verified', conditions);
  return { verified: totalOf(events), skipped: 0, events };
}

/** Promotes the verified leads that match. Fails if more match than were counted, or if one is in a sealed draw. */
export async function promoteMatching(
  db: Db,
  user: ActingUser,
  filters: BulkInput & SearchScope,
): Promise<Outcome<{ promoted: number } & ByEvent>> {
  const conditions = await conditionsAtCount(db, filters);
  try {
    const events = await advanceStatus(db, user, 'promoted', conditions);
    const promoted = totalOf(events);
    // The failure rolls back the change.
    return promoted > filters.count ? fail('more-leads-match') : succeed({ promoted, events });
  } catch (error) {
    if (violates(error, 'leads_sealed')) return fail('lead-sealed');
    throw error;
  }
}

/** The conditions of a filter, limited to leads that existed when they were counted. */
const conditionsAtCount = async (db: Db, { at, ...filters }: BulkInput & SearchScope) => [
  ...(await filterConditions(db, filters)),
  sql`submitted_at <= ${at}`,
];

/** Moves the matching leads to the next status and records it as one status change of the user. */
async function advanceStatus(
  db: Db,
  user: ActingUser,
  status: 'verified' | 'promoted',
  conditions: Sql[],
): Promise<ByEvent['events']> {
  const stepId = newStatusChangeId(user);
  const events = await setStatus(
    db,
    [...conditions, sql`status = any(${previousStatuses[status]}::text[])`],
    sql`status = ${status}, verified_at = ${status === 'verified' ? sql`now()` : sql`verified_at`},
        status_change_id = ${stepId}`,
    `lead.${status}`,
  );
  const eventIds = events.map(({ eventId }) => eventId);
  await recordStatusChange(db, user, stepId, status, eventIds);
  return events;
}

/** Changes the matching leads and returns how many of each event. */
async function setStatus(
  db: Db,
  conditions: Sql[],
  change: Sql,
  kind: 'lead.verified' | 'lead.promoted' | 'lead.changed',
): Promise<ByEvent['events']> {
  await allowLongStatements(db);
  await lockEvents(db, conditions);
  // All calls lock leads in the same order, to avoid deadlocks.
  return db.query(
    sql`
      with chosen as materialized (
        select id from leads ${where(conditions)} order by id for no key update
      ),
      changed as (
        update leads set ${change} from chosen where leads.id = chosen.id returning leads.id, event_id
      ),
      queued as (${queueWebhooks(kind, idsByEvent)})
      select event_id, count(*)::int as leads from changed group by event_id`,
    BULK,
  );
}

const totalOf = (events: ByEvent['events']) => events.reduce((sum, { leads }) => sum + leads, 0);

/** The user who verifies or promotes leads. */
export type ActingUser = Pick<CurrentUser, 'id' | 'request'>;

export const newStatusChangeId = ({ id, request }: ActingUser) =>
  request ? ownRequestId(id, request.id) : randomUUID();

/** Records a status change, so that its user can undo it. */
export async function recordStatusChange(
  db: Db,
  { id: userId }: ActingUser,
  stepId: string,
  status: LeadStatus | 'merged' | 'chances',
  eventIds: string[],
  undo?: { leadId?: string; before: unknown },
): Promise<void> {
  await db.execute(sql`
    insert into status_changes (id, user_id, status, event_ids, lead_id, before)
    values (${stepId}, ${userId}, ${status}, ${eventIds}::uuid[], ${undo?.leadId ?? null},
            ${undo ? JSON.stringify(undo.before) : null})`);
}

export async function deleteExpiredStatusChanges(db: Db): Promise<void> {
  await db.execute(sql`delete from status_changes where at < now() - ${UNDO_TIME}`);
}

const UNDO_TIME = sql`interval '1 minute'`;

/** The update that undoes each status change, and its audit kinds. */
const undoing = {
  verified: {
    change: sql`status = 'pending', verified_at = null`,
    kind: 'verify-undone',
    bulkKind: 'bulk-verify-undone',
  },
  promoted: {
    change: sql`status = 'verified'`,
    kind: 'promote-undone',
    bulkKind: 'bulk-promote-undone',
  },
} as const;

type Undoing = (typeof undoing)[keyof typeof undoing];
interface Undone extends UndoResponse, ByEvent {
  kind: Undoing['kind' | 'bulkKind'] | 'merge-undone' | 'chances-undone';
  /** The kept lead of a merge. */
  leadId?: string;
}

/**
 * Undoes the user's verify or promote of the last minute. Leads that have changed since, and events with a draw
 * since, are skipped.
 */
export async function undoStatusChange(
  tx: Db,
  { id: userId, events: only }: Pick<CurrentUser, 'id' | 'events'>,
  { leadId, request = '' }: UndoInput,
): Promise<Outcome<Undone>> {
  const [step] = await tx.query<{
    id: string;
    status: keyof typeof undoing | 'merged' | 'chances';
    eventIds: string[];
    at: string;
  }>(sql`
    select id, status, event_ids, at from status_changes
    where user_id = ${userId} and at > now() - ${UNDO_TIME}
      and id = ${leadId ? sql`(select status_change_id from leads where id = ${leadId})` : ownRequestId(userId, request)}`);
  if (!step) return fail('undo-too-late');
  // Waits for a draw that is running, so that the next statement sees it.
  await tx.execute(sql`
    select from events where id = any(${step.eventIds}::uuid[]) order by id for share`);
  const unchanged = [
    sql`status_change_id = ${step.id}`,
    sql`event_id in (
      select e.id from events e
      where e.id = any(${step.eventIds}::uuid[]) and not exists (
        select from records d
        -- Checks the kind too, because clocks can be set back.
        where d.event_id = e.id
          and (d.kind = 'sealed' or greatest(d.sealed_at, d.at) >= ${step.at})))`,
    inEvents(only),
    ...(leadId ? [sql`id = ${leadId}`] : []),
  ];
  if (step.status === 'merged') return undoMerge(tx, step.id, unchanged);
  if (step.status === 'chances') return undoChances(tx, step.id, unchanged);
  const events = await setStatus(
    tx,
    unchanged,
    sql`${undoing[step.status].change}, status_change_id = null`,
    'lead.changed',
  );
  const undone = totalOf(events);
  if (undone === 0) return fail('undo-too-late');
  const { kind, bulkKind } = undoing[step.status];
  return succeed({ undone, kind: leadId ? kind : bulkKind, events });
}

/**
 * Deletes the leads that match. Fails if more match than were counted. Winners and leads in a sealed draw are kept.
 */
export async function deleteMatching(
  db: Db,
  filters: BulkInput & SearchScope,
): Promise<Outcome<BulkDeleteResponse & ByEvent>> {
  const conditions = await conditionsAtCount(db, filters);
  await allowLongStatements(db);
  await lockEvents(db, conditions);
  const [result] = await db.query<BulkDeleteResponse & ByEvent>(
    sql`
      with matched as materialized (
        select id, won, ${isSealed} as sealed
        from leads ${where(conditions)} order by id for update
      ),
      changed as (
        delete from leads using matched
        where leads.id = matched.id and not matched.won and not sealed
          and (select count(*) from matched) <= ${filters.count}
        returning leads.id, event_id
      ),
      queued as (${queueWebhooks('lead.deleted', idsByEvent)}),
      kept as (insert into deleted_leads (id, event_id) select id, event_id from changed)
      select (select count(*)::int from changed) as deleted,
             (select count(*)::int from matched where won) as won,
             (select count(*)::int from matched where sealed and not won) as sealed,
             (select coalesce(json_agg(json_build_object('eventId', event_id, 'leads', leads)), '[]')
              from (select event_id, count(*)::int as leads from changed group by event_id) counted) as events
      where (select count(*) from matched) <= ${filters.count}`,
    BULK,
  );
  return result ? succeed(result) : fail('more-leads-match');
}
