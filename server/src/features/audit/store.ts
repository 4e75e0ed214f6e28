import type { Readable } from 'node:stream';
import { OPERATOR_NAME } from '@drawbridge/contract/accounts/account-names';
import type { AuditChoices, AuditEntry, AuditFilters } from '@drawbridge/contract/audit';
import { type AuditKind, UNKNOWN_ACTOR } from '@drawbridge/contract/audit-kinds';
import type { Call } from '@drawbridge/contract/calls/call';
import type { FastifyRequest } from 'fastify';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { streamJsonArray } from '../../db/json-array.ts';
import { inPeriod } from '../../db/period.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type Outcome, Problem, unwrap } from '../../errors.ts';
import { type SignedInUser, signedIn } from '../../plugins/session.ts';
import { inEvents, type OnlyEvents } from '../access/store.ts';
import type { Cursor, PageOf } from '../cursor.ts';
import { once } from '../requests/store.ts';

/** Who did something. An entry without an actor is about somebody unknown. */
export interface Actor {
  id: string | null;
  username: string;
}

/** Whoever runs commands on the server. */
export const OPERATOR = { id: null, username: OPERATOR_NAME, sessionId: null };

export interface AuditRecord {
  kind: AuditKind;
  /** By its id; `eventName` is needed only if the event no longer exists. */
  eventId?: string | null;
  eventName?: string;
  /** What was changed. Leads are named by their id alone. */
  subject?: { id: string; name?: string | null };
  /** Never contact data. */
  details?: Record<string, string | number>;
}

/** Adds an entry. Called with a transaction, it is stored if and only if the change is. */
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
 * Counts failures in one entry per account, event, subject, reason and hour, so that whoever guesses cannot bury the
 * rest of the trail. The entry has the details of the last attempt.
 */
export async function recordFailure(
  db: Database,
  account: Actor | undefined,
  failure: AuditRecord & {
    kind: 'log-in-failed' | 'handover-code-wrong' | 'sponsor-password-wrong';
  },
): Promise<void> {
  const { kind, eventId = null, subject, details = {} } = failure;
  await inTransaction(db, async (tx) => {
    // One at a time, so that attempts at the same moment find the same entry.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${kind}))`);
    const counted = await tx.execute(sql`
      update audit_log set details = (
        ${JSON.stringify(details)}::jsonb || jsonb_build_object(
          'count', coalesce((details->>'count')::int, 1) + 1))::json
      where kind = ${kind} and at > now() - interval '1 hour'
        and actor_id is not distinct from ${account?.id ?? null}
        and event_id is not distinct from ${eventId}::uuid
        and subject_id is not distinct from ${subject?.id ?? null}::uuid
        and details->>'reason' is not distinct from ${details.reason ?? null}::text`);
    if (counted === 0) await recordAudit(tx, account, failure);
  });
}

/**
 * Makes a change and records it, in one transaction, unless the actor's session has ended. A change that
 * throws a problem is rolled back, and `describe` may return undefined for one that turned out to change
 * nothing. A request that is repeated under its id changes nothing, and returns what it returned before.
 */
export async function audited<T>(
  db: Database,
  actor: Actor & Pick<SignedInUser, 'request'> & { sessionId: string | null },
  change: (tx: Db) => Promise<T>,
  describe: (changed: T) => AuditRecord | AuditRecord[] | undefined,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    if (actor.sessionId) await keepSession(tx, actor.sessionId);
    return once(tx, actor.id, actor.request, async () => {
      const changed = await change(tx);
      for (const record of [describe(changed) ?? []].flat()) await recordAudit(tx, actor, record);
      return changed;
    });
  });
}

/** What is recorded of a change; the kind is that of the call unless it says otherwise. */
export type AuditFacts = Omit<AuditRecord, 'kind'> & { kind?: AuditKind };
export type AuditDescription<T> =
  | AuditFacts
  | ((changed: T) => AuditFacts | AuditFacts[] | undefined);

/** Makes an audited change for the signed-in user of a call. A refused change throws its problem. */
export async function auditChange<T>(
  db: Database,
  request: FastifyRequest,
  call: Call,
  work: (tx: Db, user: SignedInUser) => Promise<Outcome<T>>,
  description: AuditDescription<T> = (changed) => ofRow(changed, request),
): Promise<T> {
  const user = await signedIn(request);
  const describe = (changed: T) => {
    const facts = typeof description === 'function' ? description(changed) : description;
    return [facts ?? []].flat().map((each) => kindOf(call, each));
  };
  return audited(db, user, async (tx) => unwrap(await work(tx, user)), describe);
}

export function kindOf(call: Call, facts: AuditFacts): AuditRecord {
  const { kind = call.audit } = facts;
  if (!kind) throw new Error(`Nothing says how '${call.name}' is recorded`);
  return { ...facts, kind };
}

function ofRow(changed: unknown, { method, body }: FastifyRequest): AuditFacts {
  const { id, name, eventId } = changed as { id: string; name?: string; eventId?: string };
  const fields = method === 'PATCH' && body ? { details: { fields: fieldsOf(body) } } : {};
  return { eventId: eventId ?? null, subject: { id, name: name ?? null }, ...fields };
}

/** Whoever ends the session from here on, such as by disabling the account, waits for the transaction. */
async function keepSession(tx: Db, id: string): Promise<void> {
  const active = await tx.execute(sql`
    select from sessions where id = ${id} and expires_at > now() for key share`);
  if (active === 0) throw new Problem('not-signed-in');
}

const columns = sql`
  id, at, kind, ${reference('actor')}, ${reference('event')}, ${reference('subject')},
  (select json_build_object('id', l.id, 'eventId', l.event_id)
   from leads l where l.id = audit_log.subject_id) as lead,
  details`;

function reference(noun: 'actor' | 'event' | 'subject'): Sql {
  const [id, name] = [raw(`${noun}_id`), raw(`${noun}_name`)];
  return sql`
    case when coalesce(${id}::text, ${name}) is not null
         then json_build_object('id', ${id}, 'name', ${name}) end as ${raw(noun)}`;
}

/** Whoever may use only some events reads only of them, and of nothing that happens outside of events. */
type Filters = AuditFilters & { only?: OnlyEvents };

/** One page of the entries that match, newest first. */
export async function listAudit(
  db: Db,
  filters: Filters,
  { limit, after }: PageOf,
): Promise<AuditEntry[]> {
  return db.query<AuditEntry>(
    sql`
      select ${columns} from audit_log ${matching(filters, after)}
      order by at desc, id desc limit ${limit}`,
    { replan: true },
  );
}

export function streamAudit(db: Database, readerId: string, filters: Filters): Readable {
  return streamJsonArray(
    db,
    readerId,
    sql`
      select row_to_json(entry) from (
        select ${columns} from audit_log ${matching(filters)} order by at desc, id desc
      ) entry`,
  );
}

function matching(filters: Filters, after?: Cursor): Sql {
  const conditions = [
    filters.actorId === UNKNOWN_ACTOR
      ? // Only a log-in can come from nobody, and the index is one of kinds.
        sql`kind = 'log-in-failed' and actor_id is null and actor_name is null`
      : filters.actorId && sql`actor_id = ${filters.actorId}`,
    filters.eventId && sql`event_id = ${filters.eventId}`,
    filters.only && inEvents(filters.only),
    filters.kind && sql`kind = ${filters.kind}`,
    ...inPeriod(sql`at`, filters),
    after && sql`(at, id) < (${after.at}, ${after.id})`,
  ].flatMap((condition) => (condition ? [condition] : []));
  return conditions.length > 0 ? join(conditions, ' and ', 'where ') : empty;
}

export async function listAuditChoices(db: Db, only: OnlyEvents): Promise<AuditChoices> {
  const list = (noun: 'actor' | 'event') =>
    only ? listNamedIn(db, noun, only) : listNamed(db, noun);
  return { people: await list('actor'), events: await list('event') };
}

/** The same for a few events, of which all entries are read. */
async function listNamedIn(
  db: Db,
  noun: 'actor' | 'event',
  only: OnlyEvents,
): Promise<{ id: string; name: string }[]> {
  const [id, name] = [raw(`${noun}_id`), raw(`${noun}_name`)];
  return db.query(sql`
    select id, name from (
      select distinct on (${id}) ${id} as id, coalesce(${name}, '') as name from audit_log
      where ${id} is not null and ${inEvents(only)} order by ${id}, at desc, audit_log.id desc
    ) named order by lower(name), id`);
}

/** Everybody and everything in the trail under their latest names, one step in the index for each. */
async function listNamed(db: Db, noun: 'actor' | 'event'): Promise<{ id: string; name: string }[]> {
  const [id, name] = [raw(`${noun}_id`), raw(`${noun}_name`)];
  const first = (condition: Sql) => sql`
    select ${id} as id, ${name} as name from audit_log
    where ${id} is not null ${condition} order by ${id}, at desc, audit_log.id desc limit 1`;
  return db.query(sql`
    with recursive named as (
      (${first(empty)})
      union all
      select next.id, next.name
      from named, lateral (${first(sql`and ${id} > named.id`)}) next
    )
    select id, coalesce(name, '') as name from named order by lower(name), id`);
}

/** The name of an account in the audit trail: people choose their names, and only user names are unique. */
export function labelOf({ name, username }: { name: string | null; username: string }): string {
  return name === null ? username : `${name} (${username})`;
}

/** The names of the fields that a change sends; their values may be contact data. */
export function fieldsOf(change: object): string {
  return Object.entries(change)
    .flatMap(([field, value]) => (value === undefined ? [] : [field]))
    .join(', ');
}
