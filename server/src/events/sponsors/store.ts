import type { Deleted } from '@drawbridge/contract/core/ids';
import {
  LOGOS_MAX_BYTES,
  type PublicSponsor,
  publicSponsor,
  SPONSORS_MAX,
  type Sponsor,
  type SponsorChange,
  type SponsorInput,
  sponsor,
} from '@drawbridge/contract/events/sponsors';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { restoreDeleted, storeDeleted } from '../../core/change/restorable.ts';
import type { Db } from '../../db/client.ts';
import { changesOf, rowOf, valuesOf } from '../../db/columns.ts';
import { violates } from '../../db/errors.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import type { CurrentUser } from '../../http/session.ts';
import { saveSponsorConsent } from '../questions/store.ts';
import { measureLogo } from './rules.ts';

const asSponsor = rowOf(sponsor);

/** A sponsor with the hash of its logo instead of the logo. */
const sponsorSummary = sponsor.omit({ logo: true }).extend({ logoHash: z.string() });
export type SponsorSummary = z.infer<typeof sponsorSummary>;
const asSummary = rowOf(sponsorSummary);

/** A sponsor with the URL of its logo, which is valid until the logo changes. */
const asPublicSponsor = rowOf(publicSponsor, {
  computed: { logo: sql`'/api/sponsors/' || id || '/logo/' || logo_hash` },
});

const sponsorsOf = (eventId: string) =>
  sql`from sponsors where event_id = ${eventId} order by position, created_at, id`;

/** Lists sponsors without reading their logos, which PostgreSQL stores out of line. */
export const listSummaries = (db: Db, eventId: string): Promise<SponsorSummary[]> =>
  db.query(sql`select ${asSummary.columns} ${sponsorsOf(eventId)}`, asSummary);

export const listPublicSponsors = (db: Db, eventId: string): Promise<PublicSponsor[]> =>
  db.query(sql`select ${asPublicSponsor.columns} ${sponsorsOf(eventId)}`, asPublicSponsor);

export async function hasLogo(db: Db, id: string, logoHash: string): Promise<boolean> {
  const count = await db.execute(sql`
    select from sponsors where id = ${id} and logo_hash = ${logoHash}`);
  return count > 0;
}

/** Returns undefined if the logo no longer has this hash. */
export async function findLogo(
  db: Db,
  { id, logoHash }: Pick<SponsorSummary, 'id' | 'logoHash'>,
): Promise<string | undefined> {
  const [row] = await db.query<{ logo: string }>(sql`
    select logo from sponsors where id = ${id} and logo_hash = ${logoHash}`);
  return row?.logo;
}

export async function findSponsor(db: Db, id: string): Promise<Sponsor | undefined> {
  const [sponsor] = await db.query(
    sql`select ${asSponsor.columns} from sponsors where id = ${id}`,
    asSponsor,
  );
  return sponsor;
}

export async function createSponsor(db: Db, input: SponsorInput): Promise<Outcome<Sponsor>> {
  const { id: _, ...fields } = input;
  try {
    const created = await db.queryOne(
      sql`insert into sponsors ${valuesOf({ ...fields, ...measureLogo(input.logo) })}
          returning ${asSponsor.columns}`,
      asSponsor,
    );
    return withinLimits(db, created);
  } catch (error) {
    if (violates(error, 'sponsors_event_id_fkey')) return fail('event-not-found');
    throw error;
  }
}

/**
 * Checks the event's limits for logos. They are public, so the limits bound the data that one event can make the
 * server send.
 */
async function withinLimits(tx: Db, sponsor: Sponsor): Promise<Outcome<Sponsor>> {
  const { eventId } = sponsor;
  // Concurrent changes wait for each other here, and the next statement sees them.
  await tx.execute(sql`select from events where id = ${eventId} for no key update`);
  const { sponsors, bytes } = await tx.queryOne<{ sponsors: number; bytes: number }>(sql`
    select count(*)::int as sponsors, sum(logo_bytes)::float8 as bytes
    from sponsors where event_id = ${eventId}`);
  if (sponsors > SPONSORS_MAX) return fail('too-many-sponsors');
  return bytes > LOGOS_MAX_BYTES ? fail('logos-too-large') : succeed(sponsor);
}

type By = Pick<CurrentUser, 'scopes'>;

/**
 * Whether a token's change would decide with whom people share their details. That is so if the sponsor has a page
 * or ever had a consent question. Called when a sponsor is deleted or restored, or when its name or logo changes.
 */
async function decidesSharing(
  db: Db,
  by: By,
  { id, eventId }: Pick<Sponsor, 'id' | 'eventId'>,
): Promise<boolean> {
  if (!by.scopes) return false;
  const shared = await db.execute(sql`
    select from sponsor_pages where sponsor_id = ${id} union all
    select from events
    where id = ${eventId} and questions @> ${JSON.stringify([{ sponsor: { id } }])}::jsonb`);
  return shared > 0;
}

export async function changeSponsor(
  db: Db,
  id: string,
  change: SponsorChange,
  by: By,
): Promise<Outcome<Sponsor>> {
  const [before] = await db.query<Pick<Sponsor, 'id' | 'eventId' | 'name'> & LogoBefore>(sql`
    select id, event_id, name, logo_bytes, logo = coalesce(${change.logo ?? null}::text, logo) as same_logo
    from sponsors where id = ${id} for no key update`);
  if (!before) return fail('sponsor-not-found');
  const renamed = change.name !== undefined && change.name !== before.name;
  if ((renamed || !before.sameLogo) && (await decidesSharing(db, by, before)))
    return fail('publishing-needs-person');
  const logo = change.logo === undefined ? undefined : measureLogo(change.logo);
  const changed = await db.queryOne(
    sql`update sponsors set ${changesOf({ ...change, ...logo })} where id = ${id}
        returning ${asSponsor.columns}`,
    asSponsor,
  );
  if (change.name !== undefined) {
    const consent = await saveSponsorConsent(db, changed, 'as before');
    if (!consent.ok) return consent;
  }
  const isLarger = logo && logo.logoBytes > before.logoBytes;
  return isLarger ? withinLimits(db, changed) : succeed(changed);
}

interface LogoBefore {
  logoBytes: number;
  sameLogo: boolean;
}

type DeletedSponsor = Deleted & { name: string | null; eventId: string };

export async function deleteSponsor(db: Db, id: string, by: By): Promise<Outcome<DeletedSponsor>> {
  // Locks the sponsor, then its event, then its prizes, as changes of prizes do.
  await db.execute(sql`select from sponsors where id = ${id} for update`);
  await db.execute(sql`
    select from events where id = (select event_id from sponsors where id = ${id}) for no key update`);
  const { prizes } = await db.queryOne<{ prizes: string[] }>(sql`
    select array(select id from prizes where sponsor_id = ${id}) as prizes`);
  const [deleted] = await db.query<DeletedSponsor>(sql`
    with deleted as (delete from sponsors where id = ${id} returning *),
    ${storeDeleted('sponsors')}
    select id, name, event_id from deleted`);
  if (!deleted) return fail('sponsor-not-found');
  if (await decidesSharing(db, by, deleted)) return fail('publishing-needs-person');
  await revokeLink(db, id);
  const consent = await saveSponsorConsent(db, deleted, false);
  const more = { prizes, ...(consent.ok && consent.value && { asked: true }) };
  await db.execute(sql`
    update restorable_rows set contents = contents || ${JSON.stringify(more)}::jsonb where id = ${id}`);
  return succeed(deleted);
}

/**
 * Revokes the private link of a deleted sponsor. A restored sponsor needs a new one, because the holder was told
 * that the old one had ended.
 */
async function revokeLink(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`
    delete from sponsor_sessions
    where link_hash = (select link_hash from sponsor_pages where sponsor_id = ${id})`);
  await tx.execute(sql`
    update sponsor_pages set link_hash = null, link_created_at = null, password_hash = null
    where sponsor_id = ${id}`);
}

/** Restores a deleted sponsor. Possible for a day. */
export async function restoreSponsor(db: Db, id: string, by: By): Promise<Outcome<Sponsor>> {
  const [removed] = await db.query<{ asked: boolean; prizes: string[] | null }>(sql`
    select contents ? 'asked' as asked, contents->'prizes' as prizes from restorable_rows where id = ${id}`);
  const [restored] = await db.query(
    sql`${restoreDeleted('sponsors', id)} returning ${asSponsor.columns}`,
    asSponsor,
  );
  if (!restored) return fail('sponsor-not-found');
  const within = await withinLimits(db, restored);
  if (!within.ok) return within;
  if (await decidesSharing(db, by, restored)) return fail('publishing-needs-person');
  await db.execute(sql`
    update prizes set sponsor_id = ${id}
    where id = any(${removed?.prizes ?? []}::uuid[]) and event_id = ${restored.eventId} and sponsor_id is null`);
  // If the event has too many questions by now, the consent question stays off.
  if (removed?.asked) await saveSponsorConsent(db, restored, true);
  return succeed(restored);
}
