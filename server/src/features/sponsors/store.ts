import type { Sponsor, SponsorChange, SponsorInput } from '@drawbridge/contract/sponsors';
import { type Db, violates } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';

const columns = ['id', 'event_id', 'name', 'logo', 'position', 'created_at'];

export async function listSponsors(sql: Db, eventId: string): Promise<Sponsor[]> {
  return sql<Sponsor[]>`
    select ${sql(columns)} from sponsors where event_id = ${eventId}
    order by position, created_at, id`;
}

export async function createSponsor(sql: Db, input: SponsorInput): Promise<Outcome<Sponsor>> {
  try {
    const [sponsor] = await sql<[Sponsor]>`
      insert into sponsors (event_id, name, logo, position)
      values (${input.eventId}, ${input.name}, ${input.logo}, ${input.position})
      returning ${sql(columns)}`;
    return succeed(sponsor);
  } catch (error) {
    if (violates(error, 'sponsors_event_id_fkey')) return fail('event-not-found');
    throw error;
  }
}

export async function changeSponsor(
  sql: Db,
  id: string,
  change: SponsorChange,
): Promise<Sponsor | undefined> {
  const [sponsor] = await sql<Sponsor[]>`
    update sponsors set
      name = ${change.name === undefined ? sql`name` : change.name},
      logo = coalesce(${change.logo ?? null}, logo),
      position = coalesce(${change.position ?? null}, position)
    where id = ${id}
    returning ${sql(columns)}`;
  return sponsor;
}

export async function deleteSponsor(sql: Db, id: string): Promise<boolean> {
  return (await sql`delete from sponsors where id = ${id}`).count > 0;
}
