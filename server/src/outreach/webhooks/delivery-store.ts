import {
  type Delivery,
  delivery,
  type WebhookPayload,
  webhookPayloads,
} from '@drawbridge/contract/outreach/webhooks';
import sql, { type Sql } from 'sql-template-tag';
import { findLeadsById } from '../../collecting/leads/store.ts';
import { signOnNeeded } from '../../core/access.ts';
import { PRODUCT, recordAudit } from '../../core/change/audit-log.ts';
import type { PageOf } from '../../core/cursor.ts';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { findWinners } from '../../raffle/winners/store.ts';
import type { Attempt } from './send.ts';

/** The lease of a claimed delivery, longer than an attempt takes. A delivery without a result by then is sent again. */
const LEASE = sql`interval '30 seconds'`;

const columns = sql`
  id, kind, created_at, state, attempts, due_at, status, response, error, payload`;

/** One page of a webhook's attempted deliveries, newest first. */
export async function listDeliveries(
  db: Db,
  webhookId: string,
  { limit, after }: PageOf,
): Promise<Delivery[]> {
  return db.query(
    sql`
    select ${columns} from deliveries
    where webhook_id = ${webhookId} and attempts > 0
      and ${after ? sql`(created_at, id) < (${after.at}, ${after.id})` : sql`true`}
    order by created_at desc, id desc limit ${limit}`,
    { row: delivery },
  );
}

const working = (webhookId: string) => sql`
  select id from webhooks where id = ${webhookId} and disabled_at is null`;

export async function addTest(db: Db, webhookId: string): Promise<Outcome<Delivery>> {
  return orProblem(
    db,
    webhookId,
    sql`insert into deliveries (webhook_id, kind) select id, 'test' from (${working(webhookId)}) w`,
  );
}

/** Queues a delivery again, with the same id and the same contents, unless these were erased. */
export async function sendAgain(db: Db, webhookId: string, id: string): Promise<Outcome<Delivery>> {
  return orProblem(
    db,
    webhookId,
    sql`update deliveries set state = 'waiting', due_at = now(), attempts = 1,
               retry_until = now() + interval '3 days'
        where id = ${id} and webhook_id = (${working(webhookId)})`,
  );
}

async function orProblem(db: Db, webhookId: string, change: Sql): Promise<Outcome<Delivery>> {
  const [changed] = await db.query(sql`${change} returning ${columns}`, { row: delivery });
  if (changed) return succeed(changed);
  const [found] = await db.query<{ disabled: boolean }>(sql`
    select disabled_at is not null as disabled from webhooks where id = ${webhookId}`);
  if (!found) return fail('webhook-not-found');
  return fail(found.disabled ? 'webhook-disabled' : 'delivery-not-found');
}

/** A delivery claimed by this process, until its lease ends. */
export interface Claimed {
  id: string;
  webhookId: string;
  kind: WebhookPayload['type'];
  eventId: string | null;
  subjectId: string | null;
  createdAt: string;
  attempts: number;
  payload: string | null;
  url: string;
  secrets: Buffer[];
}

/**
 * Expands the oldest queue rows into deliveries for webhooks with fewer than `each` deliveries due. The rest stays
 * queued until it can be sent.
 */
export async function unpackQueue(db: Db, each: number): Promise<void> {
  await db.execute(sql`
    with next as materialized (
      select q.webhook_id, q.id from webhooks w
      cross join lateral (
        select webhook_id, id from webhook_queue
        where webhook_id = w.id order by id limit 1 for update skip locked
      ) q
      where w.disabled_at is null and ${each} > (
        select count(*) from (
          select from deliveries where webhook_id = w.id and state = 'waiting' and due_at <= now() limit ${each}
        ) due)
    ), taken as (
      delete from webhook_queue q using next where (q.webhook_id, q.id) = (next.webhook_id, next.id) returning q.*
    )
    insert into deliveries (webhook_id, kind, event_id, subject_id, created_at, retry_until)
    select webhook_id, kind, event_id, subject_id, created_at, created_at + interval '3 days'
    from taken cross join lateral unnest(subject_ids) subject_id`);
}

/**
 * SQL condition: the owner (for a token: the token's owner) is overdue for single sign-on, or the owning token has
 * expired or is unconfirmed.
 */
const ownerMayNotSend = sql`
  exists (select from users u where u.id = w.owner_id and (
    ${signOnNeeded(sql`coalesce(u.owner_id, u.id)`)}
    or u.role = 'program' and not exists (
      select from sessions s where s.user_id = u.id and s.expires_at > now() and s.confirmed)))`;

/** Claims due deliveries, up to a number per webhook including those that are being sent. */
export async function claimDue(
  db: Db,
  sending: readonly Claimed[],
  each: number,
): Promise<Claimed[]> {
  const busy = sending.map(({ webhookId }) => webhookId);
  return db.query<Claimed>(sql`
    with due as materialized (
      select d.id from webhooks w
      cross join lateral (
        select id from deliveries
        where webhook_id = w.id and state = 'waiting' and due_at <= now()
        order by due_at
        limit ${each} - (select count(*) from unnest(${busy}::uuid[]) busy where busy = w.id)
        for update skip locked
      ) d
      where w.disabled_at is null and not ${ownerMayNotSend}
    )
    update deliveries d set due_at = now() + ${LEASE}, attempts = attempts + 1
    from due, webhooks w where d.id = due.id and w.id = d.webhook_id
    returning d.id, d.webhook_id, d.kind, d.event_id, d.subject_id, d.created_at, d.attempts, d.payload, w.url,
              array_remove(array[w.secret, case when w.previous_secret_until > now() then w.previous_secret end],
                           null) as secrets`);
}

/** Releases deliveries that were not sent because the server stops. */
export async function release(db: Db, deliveries: readonly Claimed[]): Promise<void> {
  await db.execute(sql`
    update deliveries set due_at = now(), attempts = attempts - 1
    where id = any(${deliveries.map(({ id }) => id)}::uuid[]) and state = 'waiting'`);
}

/** Creates and stores missing payloads. A concurrent erasure waits for this transaction, or the other way round. */
export async function writePayloads(
  db: Database,
  deliveries: readonly Claimed[],
): Promise<(Claimed & { payload: string })[]> {
  const without = deliveries.filter(({ payload }) => payload === null);
  const payloads = new Map<string, string>();
  if (without.length > 0) {
    await inTransaction(db, async (tx) => {
      const data = await readSubjects(tx, without);
      for (const { id, kind: type, createdAt: timestamp, ...of } of without) {
        const ids = { id: of.subjectId, eventId: of.eventId };
        const subject = data.get(`${type} ${of.subjectId}`);
        const bare = type === 'test' ? { webhookId: of.webhookId } : ids;
        // Receivers of this event must not get data of a lead that has moved to another one.
        const payload = { type, timestamp, data: subject?.eventId === of.eventId ? subject : bare };
        payloads.set(id, JSON.stringify(webhookPayloads[type].parse(payload)));
      }
      await tx.execute(sql`
        update deliveries set payload = made.payload
        from unnest(${[...payloads.keys()]}::uuid[], ${[...payloads.values()]}::text[]) made (id, payload)
        where deliveries.id = made.id`);
    });
  }
  return deliveries.map((each) => ({
    ...each,
    payload: each.payload ?? payloads.get(each.id) ?? '',
  }));
}

interface Subject {
  id: string;
  eventId: string;
}

/** Reads the existing subjects of deliveries, by kind and id, and locks them against erasure. */
async function readSubjects(tx: Db, deliveries: readonly Claimed[]): Promise<Map<string, Subject>> {
  const subjects = new Map<string, Subject>();
  for (const [noun, { lock, find }] of Object.entries(subjectReaders)) {
    const about = deliveries.filter(({ kind }) => kind.startsWith(noun) && !hasIdsOnly(kind));
    if (about.length === 0) continue;
    const ids = about.flatMap(({ subjectId }) => subjectId ?? []);
    await tx.execute(lock(ids));
    const rows = new Map((await find(tx, ids)).map((row) => [row.id, row]));
    for (const { kind, subjectId } of about) {
      const row = rows.get(subjectId ?? '');
      if (row) subjects.set(`${kind} ${subjectId}`, row);
    }
  }
  return subjects;
}

/** True for `lead.deleted` and `lead.erased`, which contain only ids. */
const hasIdsOnly = (kind: string) => kind === 'lead.deleted' || kind === 'lead.erased';

interface SubjectReader {
  lock: (ids: string[]) => Sql;
  find: (tx: Db, ids: string[]) => Promise<Subject[]>;
}

const subjectReaders: Record<string, SubjectReader> = {
  'lead.': {
    lock: (ids) => sql`select from leads where id = any(${ids}::uuid[]) order by id for key share`,
    find: findLeadsById,
  },
  'winner.': {
    lock: (ids) => sql`select from winners where id = any(${ids}::uuid[]) order by id for share`,
    find: findWinners,
  },
  'import.': {
    lock: (ids) => sql`select from imports where id = any(${ids}::uuid[]) for key share`,
    find: (tx, ids) =>
      tx.query(sql`
        select id, event_id, (result->>'imported')::int as imported,
               json_array_length(result->'leftOut'->'event')
                 + json_array_length(result->'leftOut'->'file') as left_out
        from imports where id = any(${ids}::uuid[]) and result is not null`),
  },
};

export interface Result extends Attempt {
  delivery: Claimed;
  retryAfterSeconds: number;
}

/** Saves the results of attempts. Disables webhooks that respond 410 or have failed for three days. */
export async function saveResults(
  db: Database,
  results: readonly Result[],
): Promise<{ url: string; because: string }[]> {
  const rows = results.map(({ delivery: { id, webhookId }, ...result }) => ({
    id,
    webhookId,
    ...result,
  }));
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`
      update deliveries d set
        state = case when r.error is null then 'delivered'
                     when r.status = 410 or d.retry_until <= now() then 'failed' else 'waiting' end,
        -- The last attempt is at retry_until.
        due_at = least(now() + make_interval(secs => r."retryAfterSeconds"), greatest(now(), d.retry_until)),
        status = r.status, error = r.error,
        -- A missing payload means that the person was erased, whom the response may name.
        response = case when d.payload is not null then r.response end
      from json_to_recordset(${JSON.stringify(rows)}) as r (
        id uuid, status int, response text, error text, "retryAfterSeconds" float8)
      where d.id = r.id and d.state = 'waiting'`);
    const webhooks = sql`(
      select "webhookId" as id, bool_or(error is null) as works, bool_or(status = 410) as gone
      from json_to_recordset(${JSON.stringify(rows)}) as r ("webhookId" uuid, error text, status int)
      group by 1) r`;
    await tx.execute(sql`
      update webhooks w set failing_since = case when not r.works then now() end
      from ${webhooks} where w.id = r.id and r.works = (w.failing_since is not null)`);
    if (rows.every(({ error }) => error === null)) return [];
    // The last attempt is three days after the change, and the first failure is a little later than the change.
    const disabled = await tx.query<{
      id: string;
      eventId: string | null;
      url: string;
      because: string;
    }>(sql`
      update webhooks w set disabled_at = now(),
             disabled_because = case when r.gone then 'gone' else 'failing' end
      from ${webhooks}
      where w.id = r.id and w.disabled_at is null and not r.works
        and (r.gone or w.failing_since < now() - interval '71 hours')
      returning w.id, w.event_id, w.url, w.disabled_because as because`);
    for (const { id, eventId, url, because } of disabled) {
      const details = { because: because === 'gone' ? 'answered 410' : 'failed for three days' };
      const subject = { id, name: hostOf(url) };
      await recordAudit(tx, PRODUCT, { kind: 'webhook-disabled', eventId, subject, details });
    }
    return disabled;
  });
}

/** The name of a webhook in the audit trail: only its host, because its URL may contain a secret. */
export const hostOf = (url: string) => new URL(url).host;

/** The number of waiting deliveries, for the metrics. */
export async function countWaiting(db: Db): Promise<{ deliveries: number }> {
  return db.queryOne(sql`
    select (select count(*) from deliveries where state = 'waiting')::int
           + (select coalesce(sum(cardinality(subject_ids)), 0) from webhook_queue)::int as deliveries`);
}

/** The number of webhooks that fail, or were disabled because they did. */
export async function countTroubledWebhooks(db: Db): Promise<number> {
  return db.execute(sql`
    select from webhooks where failing_since is not null or disabled_because in ('gone', 'failing')`);
}

/**
 * Deletes deliveries after a week, because they contain contact data, and queued messages that were not sent for too
 * long.
 */
export async function deleteExpiredDeliveries(db: Db): Promise<void> {
  await db.execute(sql`delete from webhook_queue where created_at < now() - interval '3 days'`);
  await db.execute(sql`
    delete from deliveries
    where created_at < now() - interval '7 days' and (state <> 'waiting' or retry_until < now())`);
}
