import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import type { Count, Total } from '../../plugins/shared-counts.ts';

/** Adds this process's counts to the shared ones, and returns the totals of the current windows. */
export async function addCounts(
  db: Db,
  counts: readonly Count[],
  windowMs: number,
): Promise<Total[]> {
  const subjects = new Map(counts.map(({ subject }) => [hash(subject), subject]));
  const seconds = windowMs / 1000;
  const totals = await db.query<{ subject: string; total: number; ageMs: number }>(sql`
    with incoming as (
      select decode(subject, 'hex') as subject, count
      from unnest(${[...subjects.keys()]}::text[], ${counts.map(({ count }) => count)}::int[])
        as t (subject, count)
    ),
    old as (
      -- Skips rows that another server has locked, to avoid a deadlock.
      delete from limit_counts where subject in (
        select subject from limit_counts
        where started_at < now() - make_interval(secs => 2 * ${seconds}::float8)
          and subject not in (select subject from incoming)
        for update skip locked)
    )
    insert into limit_counts as known (subject, count, started_at)
    -- All servers use the same order, for the same reason.
    select subject, count, now() from incoming order by subject
    on conflict (subject) do update set
      count = case
        when known.started_at <= now() - make_interval(secs => ${seconds}::float8) then excluded.count
        else least(known.count::bigint + excluded.count, 2000000000)::int
      end,
      started_at = case
        when known.started_at <= now() - make_interval(secs => ${seconds}::float8)
        then excluded.started_at else known.started_at
      end
    returning encode(subject, 'hex') as subject, count as total,
              greatest(0, extract(epoch from now() - started_at) * 1000)::int as age_ms`);
  return totals.map(({ subject, ...total }) => ({
    subject: subjects.get(subject) as string,
    ...total,
  }));
}

/** A key that all servers of this database share; the first of them to ask makes it. */
export async function readSharedKey(db: Db, purpose: string): Promise<Buffer> {
  const { key } = await db.queryOne<{ key: Buffer }>(sql`
    insert into shared_keys (purpose) values (${purpose})
    -- Changes nothing, but returns the key that another server has made.
    on conflict (purpose) do update set purpose = excluded.purpose
    returning key`);
  return key;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
