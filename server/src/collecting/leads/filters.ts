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

/** What to search: an event, or all that somebody may use. */
export interface SearchScope {
  eventId?: string | undefined;
  only?: OnlyEvents;
}

export type Filters = LeadFilters & SearchScope;

/** The condition that a lead is in what is searched. */
export function inScope({ eventId, only }: SearchScope): Sql {
  return eventId ? sql`event_id = ${eventId}` : inEvents(only);
}

export function where(conditions: Sql[]): Sql {
  return conditions.length > 0 ? join(conditions, ' and ', 'where ') : empty;
}

/** The conditions of a filter. */
export async function filterConditions(db: Db, filters: Filters): Promise<Sql[]> {
  return [...indexConditions(filters), ...(await residualConditions(db, filters))];
}

/** The conditions with which an index has the leads in the order of their submission. */
export function indexConditions({ eventId, only, addedBy, from, to }: Filters): Sql[] {
  return [
    (eventId || only) && inScope({ eventId, only }),
    addedBy && isAddedBy(addedBy),
    ...inPeriod(sql`submitted_at`, { eventId, from, to }),
  ].flatMap((condition) => condition || []);
}

/** The other conditions. */
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
      const wanted = filters[name];
      return wanted !== undefined && (wanted ? has : sql`(${has}) is not true`);
    }),
    q && (await matchesSearch(db, q, filters)),
    ...(answers ? hasAnswers(await wantedAnswers(db, answers, filters)) : []),
  ].flatMap((condition) => condition || []);
}

/** Comparing more leads than these takes seconds; an event has fewer. */
const COMPARED = 100_000;

/** Whether duplicates can be found in the event, or in some, or in all. */
export async function canFindDuplicates(db: Db, { eventId, only }: SearchScope): Promise<boolean> {
  if (eventId || only) return true;
  const { few } = await db.queryOne<{ few: boolean }>(sql`
    select coalesce(sum(n), 0) < ${COMPARED} as few from lead_counts where kind = 'event'`);
  return few;
}

/** How the leads with a mark are found, among those of an event or all. Each has an index. */
export const flagConditions: Record<LeadFlag, (searched: SearchScope) => Sql> = {
  invalidPhone: () => sql`not phone_valid`,
  // Without a join, and hashed whatever the planner expects: for an event that is too new for statistics, it
  // would compare each lead with each other, for minutes.
  duplicate: (searched) => sql`(id in (select unnest(array(
    ${laterThanFirst(sql`phone_key`, searched)} union all ${laterThanFirst(sql`email`, searched)}
  )))) is true`,
  incomplete: () => sql`incomplete`,
  won: () => sql`won and not ${hasForfeited(sql`event_id`, sql`ticket`)}`,
  imported: () => sql`channel = 'import' and source = 'volunteer'`,
};

/** The leads with a contact that an earlier lead of their event has. */
function laterThanFirst(contact: Sql, searched: SearchScope): Sql {
  return sql`
    select id from (
      select id, row_number() over (
        partition by event_id, ${contact} order by submitted_at, id) as place
      from leads where ${inScope(searched)} and ${contact} is not null
    ) placed
    where place > 1`;
}

/** The answers of a filter, `question:value`; one that no lead can have is a mistake. */
async function wantedAnswers(
  db: Db,
  filter: string,
  searched: SearchScope,
): Promise<[question: string, value: string][]> {
  const questions = [...(await listQuestions(db, searched)).values()].flat();
  return filter.split(',').map((pair) => {
    const [question = '', value = ''] = pair.split(':');
    const id = question.toLowerCase();
    const asked = questions.filter((each) => each.id === id);
    const isKnown = asked.some((each) => {
      const { values, hasChoices } = kindOf(each);
      // Leads may have another answer from when it was allowed.
      if (hasChoices && value === OTHER) return true;
      return values?.(each).some((known) => known.value === value);
    });
    if (isKnown) return [id, value];
    const sentence = asked.length > 0 ? 'There is no such answer' : 'There is no such question';
    throw new Problem('invalid-input', {
      sentence,
      fields: [{ field: 'answers', message: sentence }],
    });
  });
}

/** Leads with one of the given answers to each of the questions. */
function hasAnswers(answers: readonly [question: string, value: string][]): Sql[] {
  const wanted = new Map<string, Sql[]>();
  for (const [id, value] of answers) {
    wanted.set(id, [...(wanted.get(id) ?? []), hasAnswer(id, value)]);
  }
  // The index has no leads without answers.
  return [...wanted.values()].map((any) => sql`answers <> '{}' and (${join(any, ' or ')})`);
}

/** Whichever kind the question has. */
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

/** A deleted volunteer has no id, but the name stays on the leads. */
function isAddedBy(key: string): Sql {
  if (key === ADDED_BY_PUBLIC) return sql`submitted_by is null and submitter_name is null`;
  return uuid.test(key)
    ? sql`submitted_by = ${key}`
    : sql`submitted_by is null and submitter_name = ${key.replace(/^former /, '')}`;
}

/** Whether a lead came from a file and nobody has given it another source since. */
export const imported = sql`channel is not distinct from 'import' and source = 'volunteer'`;

/** Whether the lead with this event and ticket belongs to a winner who has forfeited. */
export function hasForfeited(eventId: Sql, ticket: Sql): Sql {
  return sql`exists (
    select from (select ${eventId} as event, ${ticket} as ticket) lead
    join winners w on w.event_id = lead.event
    where w.forfeited_by is not null and position(lead.ticket in w.tickets) > 0)`;
}

/**
 * Matches leads that contain every word of the search, or whose phone number contains all of it.
 * `search_text` is folded by the database, as the contract's `foldText` does it.
 */
async function matchesSearch(db: Db, typed: string, searched: SearchScope): Promise<Sql> {
  // The audit trail links to a lead by its id.
  if (uuid.test(typed)) return sql`id = ${typed}`;
  const words = searchWords(typed).map(hasWord);
  if (words.length === 0) return sql`true`;
  return sql`(${join(words, ' and ')}
    ${isPhone(typed) ? orPhoneLike(typed, await findKeys(db, typed, searched)) : empty})`;
}

/** Matches part of a number by its key's digits, and a whole number by its key. */
function orPhoneLike(typed: string, keys: readonly string[]): Sql {
  const digits = normalisePhone(typed);
  // A key does not contain the leading zero of a national number.
  const national = digits.replace(/^0+/, '') || digits;
  // The index has parts of `search_text` only, so both are compared.
  return sql`
    or (${hasWord(national)} and phone_key like ${containing(national)})
    or phone_key = any(${keys}::text[])`;
}

/** The index knows parts of three characters; for shorter ones it would be read from end to end. */
const isIndexed = (word: string) => /[\p{L}\p{N}]{3}/u.test(word);

/** Whether an index finds what is searched for, by one of its words at least. */
export const hasIndexedWord = (typed: string) => searchWords(typed).some(isIndexed);

function hasWord(word: string): Sql {
  return isIndexed(word)
    ? sql`search_text like ${containing(word)}`
    : sql`strpos(search_text, ${word}) > 0`;
}

/** The pattern of texts that contain this one. */
export function containing(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The keys of a phone number in each country whose events are searched. */
async function findKeys(db: Db, typed: string, { eventId, only }: SearchScope): Promise<string[]> {
  const events = await db.query<{ country: string }>(sql`
    select distinct country from events
    where ${eventId ? sql`id = ${eventId}` : inEvents(only, sql`id`)}`);
  return events.map(({ country }) => readPhone(typed, country).key);
}
