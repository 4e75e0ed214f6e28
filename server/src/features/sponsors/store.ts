import type { Deleted } from '@drawbridge/contract/deleted';
import type { Sponsor, SponsorChange, SponsorInput } from '@drawbridge/contract/sponsors';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { keepRemoved, restoreRemoved } from '../removed/store.ts';

const columns = sql`id, event_id, name, logo, position, created_at`;

export async function listSponsors(db: Db, eventId: string): Promise<Sponsor[]> {
  return db.query<Sponsor>(sql`
    select ${columns} from sponsors where event_id = ${eventId}
    order by position, created_at, id`);
}

export async function createSponsor(db: Db, input: SponsorInput): Promise<Outcome<Sponsor>> {
  try {
    const sponsor = await db.queryOne<Sponsor>(sql`
      insert into sponsors (event_id, name, logo, position)
      values (${input.eventId}, ${input.name}, ${input.logo}, ${input.position})
      returning ${columns}`);
    return succeed(sponsor);
  } catch (error) {
    if (violates(error, 'sponsors_event_id_fkey')) return fail('event-not-found');
    throw error;
  }
}

export async function changeSponsor(
  db: Db,
  id: string,
  change: SponsorChange,
): Promise<Sponsor | undefined> {
  const [sponsor] = await db.query<Sponsor>(sql`
    update sponsors set
      name = ${change.name === undefined ? sql`name` : change.name},
      logo = coalesce(${change.logo ?? null}, logo),
      position = coalesce(${change.position ?? null}, position)
    where id = ${id}
    returning ${columns}`);
  return sponsor;
}

export async function deleteSponsor(db: Db, id: string): Promise<Outcome<Deleted>> {
  const count = await db.execute(sql`
    with gone as (delete from sponsors where id = ${id} returning *) ${keepRemoved('sponsors')}`);
  return count > 0 ? succeed({ id }) : fail('sponsor-not-found');
}

/** Undoes a deletion, until a day has passed. */
export async function restoreSponsor(db: Db, id: string): Promise<Outcome<Sponsor>> {
  const [sponsor] = await db.query<Sponsor>(sql`
    ${restoreRemoved('sponsors', id)} returning ${columns}`);
  return sponsor ? succeed(sponsor) : fail('sponsor-not-found');
}
