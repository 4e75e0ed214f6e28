import type { LeadFilters } from '@drawbridge/contract/collecting/lead-lists';
import {
  ADDED_BY_PUBLIC,
  type LeadFlag,
  leadFlagNames,
} from '@drawbridge/contract/collecting/lead-values';
import { isPhone, searchWords } from '@drawbridge/contract/collecting/search';
import { uuid } from '@drawbridge/contract/core/inputs/form-rules';
import { AGREED, kindOf, OTHER } from '@drawbridge/contract/events/questions/kinds';
import { normalisePhone } from '@drawbridge/contract/phones/phone';
import { readPhone } from '@drawbridge/contract/phones/phone-key';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { inEvents, type OnlyEvents } from '../../core/access.ts';
import type { Db } from '../../db/client.ts';
import { inPeriod } from '../../db/period.ts';
import { Problem } from '../../errors.ts';
import { listQuestions } from '../../events/questions/store.ts';

/** The leads to search: those of one event, or of all events that the user may access. */
export interface SearchScope {
  eventId?: string | undefined;
  only?: OnlyEvents;
}

export type Filters = LeadFilters & SearchScope;

/** SQL condition: the lead is in the scope. */
export function inScope({ eventId, only }: SearchScope): Sql {
  return eventId ? sql`event_id = ${eventId}` : inEvents(only);
}

export function where(conditions: Sql[]): Sql {
  return conditions.length > 0 ? join(conditions, ' and ', 'where ') : empty;
}

export async function filterConditions(db: Db, filters: Filters): Promise<Sql[]> {
  return [...indexConditions(filters), ...(await residualConditions(db, filters))];
}

/** Conditions that the index on `submitted_at` covers, so that rows come out in order. */
export function indexConditions({ eventId, only, addedBy, from, to }: Filters): Sql[] {
  return [
    (eventId || only) && inScope({ eventId, only }),
    addedBy && isAddedBy(addedBy),
    ...inPeriod(sql`submitted_at`, { eventId, from, to }),
  ].flatMap((condition) => condition || []);
}

/** Conditions that are checked row by row. */
export async function residualConditions(db: Db, filters: Filters): Promise<Sql[]> {
  const { status, source, q, answers } = filters;
  if (filters.duplicate && !(await canFindDuplicates(db, filters))) {
    const sentence = 'There are too many leads to find all duplicates. Choose an event.';
    throw new Problem('invalid-input', { sentence });
  }
  return [
    status && sql`status = ${status}`,
    source && sql`source = ${source}`,
    ...leadFlagNames.map((name) => {
      const has = flagConditions[name](filters);
      const value = filters[name];
      return value !== undefined && (value ? has : sql`(${has}) is not true`);
    }),
    q && (await matchesSearch(db, q, filters)),
    ...(answers ? hasAnswers(await wantedAnswers(db, answers, filters)) : []),
  ].flatMap((condition) => condition || []);
}

/** The limit for finding duplicates in all events: comparing more leads takes seconds. A single event has fewer. */
const COMPARED = 100_000;

/** Whether duplicates can be found in the scope. */
export async function canFindDuplicates(db: Db, { eventId, only }: SearchScope): Promise<boolean> {
  if (eventId || only) return true;
  const { few } = await db.queryOne<{ few: boolean }>(sql`
    select coalesce(sum(n), 0) < ${COMPARED} as few from lead_counts where kind = 'event'`);
  return few;
}

/** The SQL condition of each flag, for the leads in a scope. Each has an index. */
export const flagConditions: Record<LeadFlag, (searched: SearchScope) => Sql> = {
  invalidPhone: () => sql`not phone_valid`,
  // A hashed subquery, not a join: without statistics for a new event the planner would choose a nested loop over
  // all pairs of leads, which takes minutes.
  duplicate: (searched) => sql`(id in (select unnest(array(
    ${laterThanFirst(sql`phone_key`, searched)} union all ${laterThanFirst(sql`email`, searched)}
  )))) is true`,
  incomplete: () => sql`incomplete`,
  won: () => sql`won and not ${hasForfeited(sql`event_id`, sql`ticket`)}`,
  imported: () => sql`channel = 'import' and source = 'volunteer'`,
  manyChances: () => sql`chances > 1`,
  here: () => isHere,
  notInDraw: () => sql`(${reasonNotInDraw}) is not null`,
};

/** SQL condition: the lead has answered the latest roll call of its event. */
export const isHere = sql`(here > 0 and (event_id, here) in (
  select event_id, max(number) from roll_calls group by event_id))`;

/**
 * The first reason why a lead is not in the next draw, as in `eligible_leads`. The subqueries do not depend on the
 * lead, so that they are hashed once for all leads.
 */
export const reasonNotInDraw = sql`case
  when won then 'won'
  when status = 'pending' then 'pending'
  when status = 'promoted' then 'promoted'
  when barred_from is not distinct from event_id
    or (event_id, phone_key) in (select event_id, phone_key from leads where won)
    or (event_id, lower(email)) in (select event_id, lower(email) from winners where email is not null) then 'shared'
  when event_id in (select event_id from roll_calls where closed_at is null)
    and (event_id, here) not in (select event_id, number from roll_calls where closed_at is null) then 'absent'
end`;

/** Selects the leads whose contact an earlier lead of their event has. */
function laterThanFirst(contact: Sql, searched: SearchScope): Sql {
  return sql`
    select id from (
      select id, row_number() over (
        partition by event_id, ${contact} order by submitted_at, id) as place
      from leads where ${inScope(searched)} and ${contact} is not null
    ) placed
    where place > 1`;
}

/** Parses the filter's answers, `question:value`. An unknown question or answer is a problem. */
async function wantedAnswers(
  db: Db,
  filter: string,
  searched: SearchScope,
): Promise<[question: string, value: string][]> {
  const questions = [...(await listQuestions(db, searched)).values()].flat();
  return filter.split(',').map((pair) => {
    const [question = '', value = ''] = pair.split(':');
    const id = question.toLowerCase();
    const matches = questions.filter((each) => each.id === id);
    const isKnown = matches.some((each) => {
      const { values, hasChoices } = kindOf(each);
      // Leads may contain a free answer from when the question allowed it.
      if (hasChoices && value === OTHER) return true;
      return values?.(each).some((known) => known.value === value);
    });
    if (isKnown) return [id, value];
    const sentence = matches.length > 0 ? 'There is no such answer' : 'There is no such question';
    throw new Problem('invalid-input', {
      sentence,
      fields: [{ field: 'answers', message: sentence }],
    });
  });
}

/** SQL conditions: the lead has one of the given answers to each of the questions. */
function hasAnswers(answers: readonly [question: string, value: string][]): Sql[] {
  const conditions = new Map<string, Sql[]>();
  for (const [id, value] of answers) {
    conditions.set(id, [...(conditions.get(id) ?? []), hasAnswer(id, value)]);
  }
  // The index contains only leads with answers.
  return [...conditions.values()].map((any) => sql`answers <> '{}' and (${join(any, ' or ')})`);
}

/** SQL condition: the lead has this answer, whatever the question's kind. */
function hasAnswer(id: string, value: string): Sql {
  if (value === OTHER) return sql`answers @? ${`$."${id}".other`}::jsonpath`;
  if (value === AGREED) return sql`answers @? ${`$."${id}" ? (@ >= 0)`}::jsonpath`;
  const truth = value === 'yes' || value === 'no' ? [value === 'yes'] : [];
  const rating = /^[1-5]$/.test(value) ? [Number(value)] : [];
  const contained = [value, [value], ...truth, ...rating].map(
    (each) => sql`answers @> ${JSON.stringify({ [id]: each })}::jsonb`,
  );
  return join(contained, ' or ');
}

/** SQL condition: this user added the lead. Leads of a deleted volunteer have no user id, but keep the name. */
function isAddedBy(key: string): Sql {
  if (key === ADDED_BY_PUBLIC) return sql`submitted_by is null and submitter_name is null`;
  return uuid.test(key)
    ? sql`submitted_by = ${key}`
    : sql`submitted_by is null and submitter_name = ${key.replace(/^former /, '')}`;
}

/** SQL condition: the lead was imported, and its source has not been changed since. */
export const imported = sql`channel is not distinct from 'import' and source = 'volunteer'`;

/** SQL condition: the lead with this event and ticket belongs to a winner who has forfeited. */
export function hasForfeited(eventId: Sql, ticket: Sql): Sql {
  return sql`exists (
    select from (select ${eventId} as event, ${ticket} as ticket) lead
    join winners w on w.event_id = lead.event
    where w.forfeited_by is not null and position(lead.ticket in w.tickets) > 0)`;
}

/**
 * SQL condition: the lead contains every word of the search, or its phone number contains all of it. The database
 * folds `search_text` as the contract's `foldText` does.
 */
async function matchesSearch(db: Db, typed: string, searched: SearchScope): Promise<Sql> {
  // The audit trail links to a lead by its id.
  if (uuid.test(typed)) return sql`id = ${typed}`;
  const words = searchWords(typed).map(hasWord);
  if (words.length === 0) return sql`true`;
  return sql`(${join(words, ' and ')}
    ${isPhone(typed) ? orPhoneLike(typed, await findKeys(db, typed, searched)) : empty})`;
}

/** Matches part of a number by the digits of its key, and a whole number by its key. */
function orPhoneLike(typed: string, keys: readonly string[]): Sql {
  const digits = normalisePhone(typed);
  // A key does not contain the leading zero of a national number.
  const national = digits.replace(/^0+/, '') || digits;
  // The index covers only `search_text`, so both columns are compared.
  return sql`
    or (${hasWord(national)} and phone_key like ${containing(national)})
    or phone_key = any(${keys}::text[])`;
}

/** Whether the trigram index can find a word. Shorter words would need a scan of the whole index. */
const isIndexed = (word: string) => /[\p{L}\p{N}]{3}/u.test(word);

/** Whether an index can find at least one word of the search. */
export const hasIndexedWord = (typed: string) => searchWords(typed).some(isIndexed);

function hasWord(word: string): Sql {
  return isIndexed(word)
    ? sql`search_text like ${containing(word)}`
    : sql`strpos(search_text, ${word}) > 0`;
}

/** The LIKE pattern for texts that contain this part. */
export function containing(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The keys of a phone number, one for each country of the searched events. */
async function findKeys(db: Db, typed: string, { eventId, only }: SearchScope): Promise<string[]> {
  const events = await db.query<{ country: string }>(sql`
    select distinct country from events
    where ${eventId ? sql`id = ${eventId}` : inEvents(only, sql`id`)}`);
  return events.map(({ country }) => readPhone(typed, country).key);
}
