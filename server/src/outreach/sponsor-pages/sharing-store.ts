import type { Sharing, SharingInput } from '@drawbridge/contract/outreach/sponsor-pages';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { consentQuestionsOf } from '../../events/questions/rules.ts';
import { saveSponsorConsent } from '../../events/questions/store.ts';
import { hash } from '../../login/auth/secrets.ts';
import { countAgreed, findSponsor, type SharedWith, sharedQuestions } from './store.ts';

/** The sharing settings of each sponsor of an event, in their order. */
export async function listSharing(db: Db, eventId: string): Promise<Sharing[]> {
  const sponsors = await db.query<{ id: string }>(sql`
    select id from sponsors where event_id = ${eventId} order by position, created_at, id`);
  const all: Sharing[] = [];
  for (const { id } of sponsors) {
    const sponsor = await findSponsor(db, id);
    if (sponsor) all.push(await describeSharing(db, sponsor));
  }
  return all;
}

async function describeSharing(db: Db, sponsor: SharedWith): Promise<Sharing> {
  const [link] = await db.query<NonNullable<Sharing['link']>>(sql`
    select link_created_at as created_at, password_hash is not null as has_password, viewed_at
    from sponsor_pages where sponsor_id = ${sponsor.id} and link_hash is not null`);
  const agreements = consentQuestionsOf(sponsor.questions, sponsor);
  return {
    sponsorId: sponsor.id,
    asked: agreements.some(({ archived }) => !archived),
    questions: sharedQuestions(sponsor).map(({ id }) => id),
    prizes: sponsor.prizes,
    agreed: agreements.length > 0 ? await countAgreed(db, sponsor) : 0,
    link: link ?? null,
    endsOn: sponsor.endsOn,
  };
}

interface Changed {
  id: string;
  name: string | null;
  eventId: string;
}

/** Locks the sponsor's row first, and then its event, in the same order as other changes of a sponsor. */
async function lockSponsor(tx: Db, id: string): Promise<Changed | undefined> {
  const [sponsor] = await tx.query<Changed>(sql`
    select id, name, event_id from sponsors where id = ${id} for no key update`);
  return sponsor;
}

export async function changeSharing(
  tx: Db,
  id: string,
  { asked, questions, prizes }: SharingInput,
): Promise<Outcome<Changed & { sharing: Sharing }>> {
  const sponsor = await lockSponsor(tx, id);
  if (!sponsor) return fail('sponsor-not-found');
  const set = await saveSponsorConsent(tx, sponsor, asked);
  if (!set.ok) return set;
  await tx.execute(sql`
    insert into sponsor_pages (sponsor_id, event_id, questions)
    values (${id}, ${sponsor.eventId}, ${questions}::uuid[])
    on conflict (sponsor_id) do update set questions = excluded.questions`);
  await tx.execute(sql`
    update prizes set sponsor_id = case when id = any(${prizes}::uuid[]) then ${id}::uuid end
    where event_id = ${sponsor.eventId}
      and (sponsor_id is not distinct from ${id}) <> (id = any(${prizes}::uuid[]))`);
  const before = await findSponsor(tx, id);
  if (!before) return fail('sponsor-not-found');
  return succeed({ ...sponsor, sharing: await describeSharing(tx, before) });
}

/** Replaces the link, and ends the sessions of the previous one. */
export async function replaceLink(
  tx: Db,
  id: string,
  link: { secret: string; passwordHash: string | null; createdBy: string } | undefined,
): Promise<Outcome<Changed>> {
  const sponsor = await lockSponsor(tx, id);
  if (!sponsor) return fail('sponsor-not-found');
  if (link && sponsor.name === null) return fail('sponsor-without-name');
  const linkHash = link ? hash(link.secret) : null;
  await tx.execute(sql`
    delete from sponsor_sessions
    where link_hash in (select link_hash from sponsor_pages where sponsor_id = ${id})`);
  await tx.execute(sql`
    insert into sponsor_pages (sponsor_id, event_id, link_hash, link_created_at, link_created_by, password_hash)
    values (${id}, ${sponsor.eventId}, ${linkHash}, ${link ? sql`now()` : null},
            (select coalesce(owner_id, id) from users where id = ${link?.createdBy ?? null}),
            ${link?.passwordHash ?? null})
    on conflict (sponsor_id) do update set
      link_hash = excluded.link_hash, link_created_at = excluded.link_created_at,
      link_created_by = excluded.link_created_by,
      password_hash = excluded.password_hash`);
  // A new link has the same readers, so the notes stay; without a link nobody can read them.
  if (!link) await tx.execute(sql`delete from sponsor_notes where sponsor_id = ${id}`);
  return succeed(sponsor);
}

/** Revokes the links that an administrator has created, except those for some events. */
export async function revokeLinksCreatedBy(
  tx: Db,
  makerId: string,
  questionIds: string[],
): Promise<Changed[]> {
  return tx.query<Changed>(sql`
    with ended as (
      update sponsor_pages set link_hash = null, link_created_at = null, password_hash = null
      where link_created_by = ${makerId} and link_hash is not null and event_id <> all(${questionIds}::uuid[])
      returning sponsor_id, event_id
    ),
    erased as (delete from sponsor_notes n using ended where n.sponsor_id = ended.sponsor_id)
    select sponsor_id as id, s.name, ended.event_id from ended left join sponsors s on s.id = sponsor_id`);
}
