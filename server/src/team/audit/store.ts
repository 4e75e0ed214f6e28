import type { Readable } from 'node:stream';
import { UNKNOWN_ACTOR } from '@drawbridge/contract/core/audit-kinds';
import {
  type AuditChoices,
  type AuditEntry,
  type AuditFilters,
  auditEntry,
} from '@drawbridge/contract/team/audit';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { inEvents, type OnlyEvents } from '../../core/access.ts';
import type { Cursor, PageOf } from '../../core/cursor.ts';
import type { Database, Db } from '../../db/client.ts';
import { inPeriod } from '../../db/period.ts';
import { streamJsonArray } from '../../db/reads/json-array.ts';

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

/** The filters of the trail. A user limited to some events sees only entries about these, and none without an event. */
type Filters = AuditFilters & { only?: OnlyEvents };

/** One page of the entries that match, newest first. */
export async function listAudit(
  db: Db,
  filters: Filters,
  { limit, after }: PageOf,
): Promise<AuditEntry[]> {
  return db.query(
    sql`
      select ${columns} from audit_log ${matching(filters, after)}
      order by at desc, id desc limit ${limit}`,
    { row: auditEntry, replan: true },
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
      ? // Only a login can have no actor, and the index is one of kinds.
        sql`kind = 'login-failed' and actor_id is null and actor_name is null`
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

/** The actors or events in all entries of a few events, under their latest names. */
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

/** All actors or events in the trail under their latest names, with one step in the index for each. */
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
