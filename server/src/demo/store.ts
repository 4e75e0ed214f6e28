import type { LeadStatus } from '@drawbridge/contract/lead-values';
import sql from 'sql-template-tag';
import type { Db } from '../db/client.ts';

export async function hasEvents(db: Db): Promise<boolean> {
  return (await db.execute(sql`select from events limit 1`)) > 0;
}

export async function findAnyAdministrator(db: Db): Promise<string | undefined> {
  const [user] = await db.query<{ id: string }>(sql`
    select id from users where role = 'admin' order by created_at limit 1`);
  return user?.id;
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
