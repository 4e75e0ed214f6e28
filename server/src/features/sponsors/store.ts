import type { Deleted } from '@drawbridge/contract/deleted';
import type { Sponsor, SponsorChange, SponsorInput } from '@drawbridge/contract/sponsors';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';

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

type DeletedSponsor = Deleted & { name: string | null; eventId: string };

export async function deleteSponsor(db: Db, id: string): Promise<Outcome<DeletedSponsor>> {
  const [deleted] = await db.query<DeletedSponsor>(sql`
    delete from sponsors where id = ${id} returning id, name, event_id`);
  return deleted ? succeed(deleted) : fail('sponsor-not-found');
}
