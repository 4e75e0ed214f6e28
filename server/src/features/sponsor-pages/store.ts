import type { Readable } from 'node:stream';
import { brandStyles } from '@drawbridge/contract/brand';
import { listedFields } from '@drawbridge/contract/contact';
import { languageCodes } from '@drawbridge/contract/languages';
import type { Answers } from '@drawbridge/contract/questions/kinds';
import type { AdminQuestion } from '@drawbridge/contract/questions/schemas';
import type { SponsorPage, SponsorReport } from '@drawbridge/contract/sponsor-pages';
import sql, { type Sql } from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { type RowWriter, streamRows } from '../../db/json-array.ts';
import type { PageOf } from '../cursor.ts';
import { isErasable } from '../events/erasure-store.ts';
import { inLanguages } from '../events/store.ts';
import type { Cell } from '../files/table-file.ts';
import { columnNames, shownContact } from '../leads/contact-columns.ts';
import { agreementsWith } from '../questions/rules.ts';
import { countAnswers } from '../questions/store.ts';
import { hash } from '../secrets.ts';

/** A sponsor with what is needed to show its leads. */
export interface SharedWith {
  id: string;
  name: string;
  eventId: string;
  logo: string;
  event: Omit<SponsorPage['event'], 'accentStyles'> & { accent: string | null };
  endsOn: string | null;
  /** All questions of the event. */
  questions: AdminQuestion[];
  /** Those whose answers are shared. */
  shared: string[];
  prizes: string[];
  passwordHash: string | null;
}

const selectSponsor = sql`
  select s.id, s.name, s.event_id, '/api/sponsors/' || s.id || '/logo/' || s.logo_hash as logo,
         json_build_object(
           'name', e.name, 'date', e.date, 'location', e.location, 'timeZone', e.time_zone,
           'language', e.language, 'languages', e.languages, 'translations', e.translations,
           'accent', e.accent) as event,
         e.date + e.retention_days as ends_on, e.questions,
         coalesce(p.questions, '{}') as shared, coalesce(p.prizes, '{}') as prizes, p.password_hash
  from sponsors s join events e on e.id = s.event_id
  left join sponsor_pages p on p.sponsor_id = s.id`;

/** The same for the organiser, who needs no link. */
export async function findSponsor(db: Db, id: string): Promise<SharedWith | undefined> {
  const [sponsor] = await db.query<SharedWith>(sql`${selectSponsor} where s.id = ${id}`);
  return sponsor;
}

/** Links end with the leads: they are not valid once these may be erased, whether that has happened yet or not. */
const VALID = sql`s.name is not null and not ${isErasable(sql`now()`)}`;

export async function findSponsorByLink(db: Db, secret: string): Promise<SharedWith | undefined> {
  const [sponsor] = await db.query<SharedWith>(sql`
    ${selectSponsor} where p.link_hash = ${hash(secret)} and ${VALID}`);
  return sponsor;
}

const ofSession = (token: string) =>
  sql`o.token_hash = ${hash(token)} and o.expires_at > now() and ${VALID}`;

/** Of a session that is as old as its link allows: another link has another hash. */
export async function findSponsorBySession(db: Db, token: string): Promise<SharedWith | undefined> {
  const [sponsor] = await db.query<SharedWith>(sql`
    ${selectSponsor} join sponsor_sessions o on o.link_hash = p.link_hash
    where ${ofSession(token)}`);
  return sponsor;
}

export async function isSponsorSession(db: Db, token: string): Promise<boolean> {
  const valid = await db.execute(sql`
    select from sponsor_sessions o join sponsor_pages p on p.link_hash = o.link_hash
    join sponsors s on s.id = p.sponsor_id join events e on e.id = s.event_id
    where ${ofSession(token)}`);
  return valid > 0;
}

/** Starts a session, unless the link has been revoked or has got another password meanwhile. */
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

export async function forgetSponsorSessions(db: Db): Promise<void> {
  await db.execute(sql`delete from sponsor_sessions where expires_at < now()`);
}

/**
 * Notes that a sponsor looks at its leads. Returns whether that is a new visit: for an hour, further looks belong to
 * the same one. A page that stays open looks several times a minute, of which one is written down.
 */
export async function noteView(db: Db, sponsorId: string): Promise<boolean> {
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

/** The questions whose answers a sponsor sees. Agreements with others are none of its business. */
export const sharedQuestions = ({ questions, shared }: SharedWith) =>
  questions.filter(({ id, sponsor }) => shared.includes(id) && !sponsor);

/** The leads that have agreed to be shared with a sponsor. */
function agreedWith(sponsor: SharedWith): Sql {
  const agreements = agreementsWith(sponsor.questions, sponsor).map(({ id }) => id);
  return sql`(event_id = ${sponsor.eventId} and answers ?| ${agreements}::text[])`;
}

export async function countAgreed(db: Db, sponsor: SharedWith): Promise<number> {
  const { agreed } = await db.queryOne<{ agreed: number }>(sql`
    select count(*)::int as agreed from leads where ${agreedWith(sponsor)}`);
  return agreed;
}

/** Stands for a lead's id in cursors: sponsors do not get the id itself, which would be of use elsewhere. */
const position = sql`md5(id::text)::uuid`;

/** One page of a sponsor's leads, the newest first, with the answers that are shared. */
export async function listSharedLeads(
  db: Db,
  sponsor: SharedWith,
  { limit, after }: PageOf,
): Promise<(SponsorPage['leads'][number] & { position: string })[]> {
  const leads = await db.query<SponsorPage['leads'][number] & { position: string }>(sql`
    select ${shownContact('leads')}, submitted_at as at, answers, ${position} as position from leads
    where ${agreedWith(sponsor)}
      and ${after ? sql`(submitted_at, ${position}) < (${after.at}, ${after.id})` : sql`true`}
    order by submitted_at desc, position desc limit ${limit}`);
  const shared = sharedQuestions(sponsor);
  return leads.map((lead) => ({ ...lead, answers: only(shared, lead.answers) }));
}

function only(questions: readonly AdminQuestion[], answers: Answers): Answers {
  const shared = questions.flatMap(({ id }) => {
    const answer = answers[id];
    return answer === undefined ? [] : [[id, answer] as const];
  });
  return Object.fromEntries(shared);
}

/** Streams a file of all of a sponsor's leads, of which `cellsOf` writes the answers. */
export function streamSharedLeads(
  db: Database,
  sponsor: SharedWith,
  { writer, cellsOf }: { writer: RowWriter<Cell>; cellsOf: (answers: Answers) => Cell[] },
): Readable {
  const rows = sql`
    select ${columnNames(listedFields)}, (extract(epoch from submitted_at) * 1000)::bigint, answers
    from leads where ${agreedWith(sponsor)} order by submitted_at desc, id desc`;
  const withAnswers = (cells: (string | null)[]) => {
    const answers = cells.pop();
    return [...cells, ...cellsOf(JSON.parse(answers ?? '{}'))];
  };
  return streamRows(db, `sponsor ${sponsor.id}`, rows, {
    add: (leads) => writer.add(leads.map(withAnswers)),
    end: () => writer.end(),
  });
}

/** More hours than these do not fit a page. */
const HOURS_MAX = 36;

/** How an event went for a sponsor. */
export async function readReport(db: Db, sponsor: SharedWith): Promise<SponsorReport> {
  const { eventId, event } = sponsor;
  const leads = agreedWith(sponsor);
  const count = (unit: 'hour' | 'day') =>
    db.query<SponsorReport['times'][number]>(sql`
      select to_char(date_trunc(${unit}::text, submitted_at at time zone ${event.timeZone}),
                     ${unit === 'hour' ? 'YYYY-MM-DD HH24:MI' : 'YYYY-MM-DD'}::text) as at,
             count(*)::int as leads
      from leads where ${leads} group by 1 order by 1`);
  const hours = await count('hour');
  // Whoever came before the question was first asked could not agree.
  const since = agreementsWith(sponsor.questions, sponsor).map(
    (each) => each.sponsor?.since ?? '-infinity',
  );
  const { all } = await db.queryOne<{ all: number }>(sql`
    select count(*)::int as all from leads
    where event_id = ${eventId}
      and (${leads} or submitted_at >= any(${since}::timestamptz[]))`);
  return {
    ...describeSponsor(sponsor),
    agreed: hours.reduce((sum, hour) => sum + hour.leads, 0),
    leads: all,
    times: hours.length > HOURS_MAX ? await count('day') : hours,
    answers: await countAnswers(db, eventId, { questions: sharedQuestions(sponsor), leads }),
    draws: await db.query<SponsorReport['draws'][number]>(sql`
      select ended_at as at, prize_name as prize from draws
      where event_id = ${eventId} and state = 'drawn' and prize_id = any(${sponsor.prizes}::uuid[])
      order by number`),
  };
}

/** What a sponsor is told about the event beside its leads. */
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
