import type { LeadStatus } from '@drawbridge/contract/lead-values';
import sql, { raw } from 'sql-template-tag';
import type { Db } from '../db/client.ts';

export async function hasEvents(db: Db): Promise<boolean> {
  return (await db.execute(sql`select from events limit 1`)) > 0;
}

export async function findAnyAdministrator(db: Db): Promise<string | undefined> {
  const [user] = await db.query<{ id: string }>(sql`
    select id from users where role = 'admin' order by created_at limit 1`);
  return user?.id;
}

export async function markSample(db: Db, table: 'events' | 'users', id: string): Promise<void> {
  await db.execute(sql`update ${raw(table)} set sample = true where id = ${id}`);
}

export async function hasSample(db: Db): Promise<boolean> {
  return (await db.execute(sql`select from events where sample limit 1`)) > 0;
}

/** Deletes what is marked, with all that was done in it since. */
export async function removeSample(db: Db): Promise<{ events: number; volunteers: number }> {
  return {
    events: await db.execute(sql`delete from events where sample`),
    volunteers: await db.execute(sql`delete from users where sample`),
  };
}

/** Sets when leads were submitted and verified, which the API does not allow. */
export async function backdateLeads(
  db: Db,
  leads: readonly { id: string; submittedAt: string; status: LeadStatus }[],
): Promise<void> {
  await db.execute(sql`
    update leads set
      submitted_at = past.submitted_at,
      status = past.status,
      verified_at = case when past.status = 'pending' then null
                         else least(past.submitted_at + interval '2 hours', now()) end
    from unnest(
      ${leads.map(({ id }) => id)}::uuid[], ${leads.map(({ submittedAt }) => submittedAt)}::timestamptz[],
      ${leads.map(({ status }) => status)}::text[]
    ) as past (id, submitted_at, status)
    where leads.id = past.id`);
}
