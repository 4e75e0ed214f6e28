import type { Readable } from 'node:stream';
import { listedFields } from '@drawbridge/contract/collecting/contact';
import type { LeadSort } from '@drawbridge/contract/collecting/lead-values';
import { searchWords } from '@drawbridge/contract/collecting/search';
import { brandStyles } from '@drawbridge/contract/core/brand';
import type { Answers } from '@drawbridge/contract/events/questions/kinds';
import { type AdminQuestion, adminQuestion } from '@drawbridge/contract/events/questions/schemas';
import { languageCodes } from '@drawbridge/contract/languages/languages';
import {
  type SponsorPage,
  type SponsorReport,
  sponsorPage,
} from '@drawbridge/contract/outreach/sponsor-pages';
import sql, { join, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { columnNames, contactColumnsSql } from '../../collecting/leads/contact-columns.ts';
import { containing } from '../../collecting/leads/filters.ts';
import { foldedName, isAfter, orderOf } from '../../collecting/leads/store.ts';
import type { Cursor, PageOf } from '../../core/cursor.ts';
import type { Cell } from '../../core/files/table-file.ts';
import type { Database, Db } from '../../db/client.ts';
import { type RowWriter, streamRows } from '../../db/reads/json-array.ts';
import { FairSemaphore } from '../../db/reads/semaphore.ts';
import { isErasable } from '../../events/events/erasure-store.ts';
import { inLanguages, leadCountOf } from '../../events/events/store.ts';
import { consentQuestionsOf } from '../../events/questions/rules.ts';
import { countAnswers } from '../../events/questions/store.ts';
import { hash } from '../../login/auth/secrets.ts';
import { publishWinner, type StoredResult } from '../../raffle/draws/rules.ts';
import { countPeople } from '../../raffle/rosters/eligible-store.ts';

const sharedWith = z.object({
  id: z.string(),
  name: z.string(),
  eventId: z.string(),
  logo: z.string(),
  event: sponsorPage.shape.event
    .omit({ accentStyles: true })
    .extend({ accent: z.string().nullable() }),
  endsOn: z.string().nullable(),
  /** All questions of the event. */
  questions: z.array(adminQuestion),
  /** The ids of the questions whose answers are shared. */
  shared: z.array(z.string()),
  prizes: z.array(z.string()),
  passwordHash: z.string().nullable(),
});

/** A sponsor with the data needed to list its leads. */
export type SharedWith = z.infer<typeof sharedWith>;

const selectSponsor = sql`
  select s.id, s.name, s.event_id, '/api/sponsors/' || s.id || '/logo/' || s.logo_hash as logo,
         json_build_object(
           'name', e.name, 'date', e.date, 'location', e.location, 'timeZone', e.time_zone,
           'language', e.language, 'languages', e.languages, 'translations', e.translations,
           'accent', e.accent, 'cover', e.cover) as event,
         e.date + e.retention_days as ends_on, e.questions,
         coalesce(p.questions, '{}') as shared,
         array(select id from prizes where sponsor_id = s.id order by position, created_at, id) as prizes,
         p.password_hash
  from sponsors s join events e on e.id = s.event_id
  left join sponsor_pages p on p.sponsor_id = s.id`;

/** Finds a sponsor for the organiser, who needs no link. */
export async function findSponsor(db: Db, id: string): Promise<SharedWith | undefined> {
  const [sponsor] = await db.query(sql`${selectSponsor} where s.id = ${id}`, { row: sharedWith });
  return sponsor;
}

/**
 * SQL condition: the sponsor's link is valid. It ends as soon as the leads may be erased, whether that has happened yet
 * or not.
 */
const VALID = sql`s.name is not null and not ${isErasable(sql`now()`)}`;

export async function findSponsorByLink(db: Db, secret: string): Promise<SharedWith | undefined> {
  const isLink = sql`p.link_hash = ${hash(secret)} and ${VALID}`;
  const [sponsor] = await db.query(sql`${selectSponsor} where ${isLink}`, { row: sharedWith });
  return sponsor;
}

const isSession = (token: string) =>
  sql`o.token_hash = ${hash(token)} and o.expires_at > now() and ${VALID}`;

/** Finds the sponsor of a session. A session belongs to one link: another link has another hash. */
export async function findSponsorBySession(db: Db, token: string): Promise<SharedWith | undefined> {
  const [sponsor] = await db.query(
    sql`${selectSponsor} join sponsor_sessions o on o.link_hash = p.link_hash where ${isSession(token)}`,
    { row: sharedWith },
  );
  return sponsor;
}

export async function isSponsorSession(db: Db, token: string): Promise<boolean> {
  const valid = await db.execute(sql`
    select from sponsor_sessions o join sponsor_pages p on p.link_hash = o.link_hash
    join sponsors s on s.id = p.sponsor_id join events e on e.id = s.event_id
    where ${isSession(token)}`);
  return valid > 0;
}

/** Starts a session, unless the link has been revoked or its password has changed meanwhile. */
export async function startSponsorSession(
  db: Db,
  { secret, token, passwordHash }: { secret: string; token: string; passwordHash: string | null },
): Promise<boolean> {
  const started = await db.execute(sql`
    insert into sponsor_sessions (token_hash, link_hash)
    select ${hash(token)}, link_hash from sponsor_pages
    where link_hash = ${hash(secret)} and password_hash is not distinct from ${passwordHash}`);
  return started > 0;
}

export async function deleteExpiredSponsorSessions(db: Db): Promise<void> {
  await db.execute(sql`delete from sponsor_sessions where expires_at < now()`);
}

/**
 * Records that a sponsor reads its leads. Returns true for a new visit: reads within an hour belong to the same one. A
 * page that stays open reads several times a minute, and one read per minute is stored.
 */
export async function recordView(db: Db, sponsorId: string): Promise<boolean> {
  const [noted] = await db.query<{ isNew: boolean }>(sql`
    with before as materialized (
      select sponsor_id, viewed_at from sponsor_pages
      where sponsor_id = ${sponsorId} and (viewed_at < now() - interval '1 minute') is not false
      for update
    )
    update sponsor_pages p set viewed_at = now() from before b where p.sponsor_id = b.sponsor_id
    returning (b.viewed_at < now() - interval '1 hour') is not false as is_new`);
  return noted?.isNew ?? false;
}

/** The questions whose answers a sponsor sees. Consent questions of sponsors are left out. */
export const sharedQuestions = ({ questions, shared }: SharedWith) =>
  questions.filter(({ id, sponsor }) => shared.includes(id) && !sponsor);

/** SQL condition: the lead has agreed to be shared with the sponsor. */
function hasAgreed(sponsor: SharedWith): Sql {
  const agreements = consentQuestionsOf(sponsor.questions, sponsor).map(({ id }) => id);
  // The last condition lets the index of leads with answers be used.
  return sql`(event_id = ${sponsor.eventId} and answers ?| ${agreements}::text[] and answers <> '{}')`;
}

/** Leads joined with the sponsor's own notes, as `note`. */
const withNotes = ({ id }: SharedWith) => sql`
  leads left join sponsor_notes n on n.lead_id = leads.id and n.sponsor_id = ${id}`;

/** The public key of a lead. Sponsors do not get the id itself, which could be used elsewhere. */
const keyOf = (id: Sql) => sql`md5(${id}::text)::uuid`;

/**
 * SQL condition: the lead contains every word of a search, in the fields that every sponsor sees or in the sponsor's
 * notes. The answers in `search_text` follow a separator, and may not be shared.
 */
function matching(search: string, { id }: SharedWith): Sql {
  const words = [...new Set(searchWords(search))];
  return join(
    [
      sql`true`,
      ...words.map(
        (word) => sql`(search_text like ${`${containing(word)}\x1f%`} or leads.id in (
          select lead_id from sponsor_notes
          where sponsor_id = ${id} and fold_text(note) like ${containing(word)}))`,
      ),
    ],
    ' and ',
  );
}

export async function countAgreed(db: Db, sponsor: SharedWith): Promise<number> {
  const { agreed } = await db.queryOne<{ agreed: number }>(sql`
    select count(*)::int as agreed from leads where ${hasAgreed(sponsor)}`);
  return agreed;
}

/** Limits reads of all leads of a sponsor: two at once, and one per sponsor, leave the database to others. */
const reads = new FairSemaphore(2, 1);

type SharedLead = SponsorPage['leads'][number] & { sorted: string };
type Counts = Pick<SponsorPage, 'agreed' | 'found'>;

/** Up to this number, leads are read by their ids. For more, an index in the page's order soon finds a page. */
const FEW = 500;

/** One page of a sponsor's leads with the shared answers, and the number of leads. */
export function listSharedLeads(
  db: Db,
  sponsor: SharedWith,
  { sort, search = '' }: { sort: LeadSort; search?: string | undefined },
  { limit, after }: PageOf,
): Promise<Counts & { leads: SharedLead[] }> {
  const agreed = hasAgreed(sponsor);
  const matches = matching(search, sponsor);
  return reads.run(sponsor.id, async () => {
    // Planned for every call: a plan made for few leads would read those of all events.
    const { ids, ...counts } = await db.queryOne<Counts & { ids: string[] | null }>(
      sql`
      select count(*)::int as agreed, (count(*) filter (where matches))::int as found,
             case when count(*) filter (where matches) <= ${FEW}
                  then array_agg(id) filter (where matches) end as ids
      -- The offset makes PostgreSQL evaluate the search once per lead, not once per aggregate.
      from (select id, ${matches} as matches from leads where ${agreed} offset 0) l`,
      { replan: true },
    );
    if (counts.found === 0) return { ...counts, leads: [] };
    const leads = await db.query<SharedLead>(
      sql`
      select ${contactColumnsSql('leads')}, ${keyOf(sql`id`)} as key, submitted_at as at, answers, n.note,
             ${sort === 'name' ? foldedName : sql`''`} as sorted
      from ${withNotes(sponsor)}
      where ${agreed} and ${ids ? sql`id = any(${ids}::uuid[])` : matches}
        and ${after ? isAfterShared(after, sort, agreed) : sql`true`}
      order by ${orderOf(sort)} limit ${limit}`,
      { replan: true },
    );
    const shared = sharedQuestions(sponsor);
    return {
      ...counts,
      leads: leads.map((lead) => ({ ...lead, answers: only(shared, lead.answers) })),
    };
  });
}

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** SQL condition: the lead comes after a position, which identifies a lead by its key. */
function isAfterShared({ at, id, name }: Cursor, sort: LeadSort, agreed: Sql): Sql {
  // Leads of the same time are repeated rather than left out if the lead of the position is no longer shared.
  const noteOfLead = sql`coalesce(
    (select id from leads where ${agreed} and submitted_at = ${at} and ${keyOf(sql`id`)} = ${id}),
    ${sort === 'oldest' ? LOWEST_ID : HIGHEST_ID}::uuid)`;
  return isAfter({ at, id: noteOfLead, name }, sort);
}

/** Writes or deletes a note. Returns false if no lead with this key is shared with the sponsor. */
export function writeNote(
  db: Db,
  sponsor: SharedWith,
  input: { key: string; note: string | null },
): Promise<boolean> {
  return reads.run(sponsor.id, () => noteLead(db, sponsor, input));
}

async function noteLead(
  db: Db,
  sponsor: SharedWith,
  { key: of, note }: { key: string; note: string | null },
): Promise<boolean> {
  const lead = sql`select id from leads where ${hasAgreed(sponsor)} and ${keyOf(sql`id`)} = ${of}`;
  if (note === null) {
    await db.execute(sql`
      delete from sponsor_notes where sponsor_id = ${sponsor.id} and lead_id in (${lead})`);
    return (await db.execute(lead)) > 0;
  }
  const written = await db.execute(sql`
    insert into sponsor_notes (lead_id, sponsor_id, note) select id, ${sponsor.id}, ${note} from (${lead}) lead
    on conflict (lead_id, sponsor_id) do update set note = excluded.note`);
  return written > 0;
}

function only(questions: readonly AdminQuestion[], answers: Answers): Answers {
  const shared = questions.flatMap(({ id }) => {
    const answer = answers[id];
    return answer === undefined ? [] : [[id, answer] as const];
  });
  return Object.fromEntries(shared);
}

/** Streams a file of all of a sponsor's leads with its notes; `cellsOf` writes their answers. */
export function streamSharedLeads(
  db: Database,
  sponsor: SharedWith,
  { writer, cellsOf }: { writer: RowWriter<Cell>; cellsOf: (answers: Answers) => Cell[] },
): Readable {
  const rows = sql`
    select ${columnNames(listedFields)}, (extract(epoch from submitted_at) * 1000)::bigint, n.note, answers
    from ${withNotes(sponsor)} where ${hasAgreed(sponsor)} order by submitted_at desc, id desc`;
  const withAnswers = (cells: (string | null)[]) => {
    const answers = cells.pop();
    return [...cells, ...cellsOf(JSON.parse(answers ?? '{}'))];
  };
  return streamRows(db, `sponsor ${sponsor.id}`, rows, {
    add: (leads) => writer.add(leads.map(withAnswers)),
    end: () => writer.end(),
  });
}

/** The report on an event for a sponsor. */
export function readReport(db: Db, sponsor: SharedWith): Promise<SponsorReport> {
  return reads.run(sponsor.id, () => buildReport(db, sponsor));
}

async function buildReport(db: Db, sponsor: SharedWith): Promise<SponsorReport> {
  const { eventId, event } = sponsor;
  const leads = hasAgreed(sponsor);
  const times = await db.query<SponsorReport['times'][number]>(sql`
    select to_char(submitted_at at time zone ${event.timeZone}, 'YYYY-MM-DD HH24:00') as at,
           count(*)::int as leads
    from leads where ${leads} group by 1 order by 1`);
  // Leads from before the question was first asked could not agree.
  const since = consentQuestionsOf(sponsor.questions, sponsor).map(
    (each) => each.sponsor?.since ?? '-infinity',
  );
  const { all } = await db.queryOne<{ all: number }>(sql`
    select count(*)::int as all from leads
    where event_id = ${eventId}
      and (${leads} or submitted_at >= any(${since}::timestamptz[]))`);
  return {
    ...describeSponsor(sponsor),
    agreed: times.reduce((sum, hour) => sum + hour.leads, 0),
    leads: all,
    times,
    answers: await countAnswers(db, eventId, { questions: sharedQuestions(sponsor), leads }),
    reach: await readReach(db, sponsor),
    prizes: await listPrizes(db, sponsor),
  };
}

/** The public reach of a sponsor, as far as it was counted. */
async function readReach(db: Db, { id, eventId }: SharedWith): Promise<SponsorReport['reach']> {
  const counts = await db.queryOne<SponsorReport['reach'] & { drawn: number }>(sql`
    select ${leadCountOf(sql`${eventId}`)} as entries,
           (select coalesce(max(size), 0) from rosters join records using (event_id, number)
            where event_id = ${eventId} and kind = 'draw') as people,
           coalesce(max(form_views), 0) as form_views
    from sponsor_reach where sponsor_id = ${id}`);
  const { people } = await countPeople(db, eventId, undefined);
  return { ...counts, people: Math.max(counts.people, people) };
}

type GivenPrize = Omit<SponsorReport['prizes'][number], 'winner'> &
  Pick<StoredResult, 'name' | 'display'> & { prize: string; agreed: boolean };

/**
 * A sponsor's prizes, with the winners as public pages show them. Winners who have agreed are in its list by full name.
 */
async function listPrizes(db: Db, sponsor: SharedWith): Promise<SponsorReport['prizes']> {
  const prizes = await db.query<GivenPrize>(sql`
    select p.name as prize, p.picture, d.at as drawn_at, r.size as people,
           w.name, e.winner_display as display, w.handed_over_at is not null as handed_over,
           exists (select from leads where id = w.lead_id and ${hasAgreed(sponsor)}) as agreed
    from prizes p join events e on e.id = p.event_id
    left join winners w on w.event_id = p.event_id and w.prize_id = p.id and w.forfeited_by is null
    left join records d on d.event_id = w.event_id and d.number = w.number
    left join rosters r on r.event_id = w.event_id and r.number = w.number
    where p.sponsor_id = ${sponsor.id} order by p.position, p.created_at, p.id, w.number, w.place`);
  return prizes.map(({ prize, name, display, agreed, ...drawn }) => {
    const published = { name, email: null, display: agreed ? 'full' : display } as const;
    return { ...drawn, name: prize, winner: name === null ? null : publishWinner(published).name };
  });
}

/** The event's data on a sponsor's page, apart from its leads. */
export function describeSponsor(sponsor: SharedWith) {
  const { name, logo } = sponsor;
  const { accent, ...event } = sponsor.event;
  const offered = event.languages ?? languageCodes;
  return {
    sponsor: { name: name ?? '', logo },
    event: { ...inLanguages(event, offered), accentStyles: accent && brandStyles(accent) },
    questions: sharedQuestions(sponsor).map((question) => inLanguages(question, offered)),
  };
}
