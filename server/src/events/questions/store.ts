import { id } from '@drawbridge/contract/core/ids';
import { timestamp } from '@drawbridge/contract/core/inputs/times';
import type { TranslationsInput } from '@drawbridge/contract/events/events';
import { missingAnswers } from '@drawbridge/contract/events/questions/answers';
import { type Answer, type Audience, kindOf } from '@drawbridge/contract/events/questions/kinds';
import {
  type AdminQuestion,
  type AnswerCounts,
  adminQuestion,
  type QuestionsInput,
} from '@drawbridge/contract/events/questions/schemas';
import { type Language, languageCodes } from '@drawbridge/contract/languages/languages';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { inEvents, type OnlyEvents } from '../../core/access.ts';
import type { Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import type { CurrentUser } from '../../http/session.ts';
import { saveConsentTexts } from '../events/consent.ts';
import {
  affectsSponsorConsent,
  mergeQuestions,
  setSponsorConsentQuestion,
  translateQuestions,
  withOwnLanguage,
} from './rules.ts';

const eventQuestions = z.object({
  id,
  questions: z.array(adminQuestion),
  questionsVersion: z.int(),
});

/** The questions of an event, or of all events that have any, by event. */
export async function listQuestions(
  db: Db,
  { eventId, only }: { eventId?: string | undefined; only?: OnlyEvents },
): Promise<Map<string, AdminQuestion[]>> {
  const events = await db.query(
    sql`
    select id, questions from events
    where ${eventId ? sql`id = ${eventId}` : sql`questions <> '[]' and ${inEvents(only, sql`id`)}`}
    order by created_at, id`,
    { row: eventQuestions.omit({ questionsVersion: true }) },
  );
  return new Map(events.map(({ id, questions }) => [id, questions]));
}

/** Replaces the questions, unless they have changed since this version. */
export async function saveQuestions(
  tx: Db,
  eventId: string,
  input: QuestionsInput,
  by: Pick<CurrentUser, 'scopes'>,
): Promise<Outcome<{ asked: number }>> {
  // A weak lock: entries continue, and each reads either the old questions or the new ones.
  const [event] = await tx.query(
    sql`
    select id, questions, questions_version from events where id = ${eventId} for no key update`,
    { row: eventQuestions },
  );
  if (!event) return fail('event-not-found');
  if (event.questionsVersion !== input.version) return fail('questions-changed');
  let merged = mergeQuestions(event.questions, input);
  if (!merged.ok && ['questions-full', 'question-full'].includes(merged.problem)) {
    const ids = new Set(input.questions.map(({ id }) => id));
    merged = mergeQuestions(await findNeeded(tx, eventId, event.questions, ids), input);
  }
  if (!merged.ok) return merged;
  if (by.scopes && affectsSponsorConsent(event.questions, merged.value)) {
    return fail('publishing-needs-person');
  }
  if (await namesOthers(tx, eventId, merged.value)) return fail('sponsor-not-found');
  await tx.execute(sql`
    update events
    set questions = ${JSON.stringify(merged.value)}, questions_version = questions_version + 1
    where id = ${eventId}`);
  await completeLeads(tx, eventId, merged.value);
  return succeed({ asked: input.questions.length });
}

/**
 * Whether an active question names a sponsor that the event does not have, or that has another name now. In both
 * cases the stored question has been archived.
 */
async function namesOthers(
  tx: Db,
  eventId: string,
  questions: readonly AdminQuestion[],
): Promise<boolean> {
  const named = questions.flatMap(({ sponsor, archived }) => (archived ? [] : (sponsor ?? [])));
  const unknown = await tx.execute(sql`
    select from json_to_recordset(${JSON.stringify(named)}) as asked (id uuid, name text)
    where not exists (
      select from sponsors s where (s.id, s.name) = (asked.id, asked.name) and s.event_id = ${eventId})`);
  return unknown > 0;
}

/** Switches a sponsor's consent question on or off. Returns whether it was on before. */
export async function saveSponsorConsent(
  tx: Db,
  sponsor: { id: string; eventId: string; name: string | null },
  consent: boolean | 'as before',
): Promise<Outcome<boolean>> {
  const { id, eventId, name } = sponsor;
  const [event] = await tx.query(
    sql`
    select id, language, questions, questions_version, now()::timestamptz(3) as now from events
    where id = ${eventId} for no key update`,
    { row: eventQuestions.extend({ language: z.enum(languageCodes), now: timestamp }) },
  );
  if (!event) return fail('event-not-found');
  const before = event.questions.some((each) => each.sponsor?.id === id && !each.archived);
  // A consent question needs the sponsor's name.
  const isWanted = consent === 'as before' ? before && name !== null : consent;
  const changed = setSponsorConsentQuestion(
    event.questions,
    event.questionsVersion,
    { id, name, asked: isWanted, now: event.now },
    event.language,
  );
  if (!changed.ok) return changed;
  const isAsked = (questions: readonly AdminQuestion[]) =>
    questions.flatMap((each) => (each.archived ? [] : each.id)).join();
  if (isAsked(changed.value) !== isAsked(event.questions)) {
    await tx.execute(sql`
      update events
      set questions = ${JSON.stringify(changed.value)}, questions_version = questions_version + 1
      where id = ${eventId}`);
  }
  return succeed(before);
}

/** Replaces the translations of an event's texts, questions and prizes, unless its questions have changed since. */
export async function saveTranslations(
  tx: Db,
  eventId: string,
  { version, event, questions, prizes }: TranslationsInput,
  by: Pick<CurrentUser, 'scopes'>,
): Promise<Outcome<{ languages: string[] }>> {
  const [stored] = await tx.query(
    sql`
    select id, language, questions, questions_version from events
    where id = ${eventId} for no key update`,
    { row: eventQuestions.extend({ language: z.enum(languageCodes) }) },
  );
  if (!stored) return fail('event-not-found');
  const known = new Set(stored.questions.map(({ id }) => id));
  const isKnown = Object.keys(questions).every((id) => known.has(id));
  if (stored.questionsVersion !== version || !isKnown) return fail('questions-changed');
  const owners = [event, ...Object.values(questions), ...Object.values(prizes)];
  const languages = [...new Set(owners.flatMap((each) => Object.keys(each)))].sort();
  if (languages.includes(stored.language)) return fail('translation-not-needed');
  const translated = translateQuestions(stored.questions, { version, questions });
  if (!translated.ok) return translated;
  if (by.scopes && affectsSponsorConsent(stored.questions, translated.value)) {
    return fail('publishing-needs-person');
  }
  const translations = JSON.stringify(prizes);
  const updated = await tx.execute(sql`
    select from jsonb_object_keys(${translations}::jsonb) prize_id
    where not exists (select from prizes p where p.event_id = ${eventId} and p.id = prize_id::uuid)`);
  if (updated > 0) return fail('prizes-changed');
  try {
    await tx.execute(sql`
      update prizes p set translations = given.texts
      from (select id, coalesce(${translations}::jsonb -> id::text, '{}') as texts from prizes
            where event_id = ${eventId}) given
      where p.id = given.id and p.translations <> given.texts`);
  } catch (error) {
    if (violates(error, 'prizes_drawn')) return fail('prize-name-fixed');
    throw error;
  }
  await tx.execute(sql`
    update events
    set translations = ${JSON.stringify(event)}, questions = ${JSON.stringify(translated.value)},
        questions_version = questions_version + 1
    where id = ${eventId}`);
  await saveConsentTexts(tx, [eventId]);
  return succeed({ languages });
}

/** Prepares an event's agreements for changing its own language to this one. */
export async function adoptEventLanguage(
  tx: Db,
  eventId: string,
  language: Language,
): Promise<Outcome<null>> {
  const [event] = await tx.query(
    sql`
    select id, questions, questions_version from events where id = ${eventId} for no key update`,
    { row: eventQuestions },
  );
  if (!event) return fail('event-not-found');
  const changed = withOwnLanguage(event.questions, event.questionsVersion, language);
  if (!changed.ok) return changed;
  const questions = JSON.stringify(changed.value);
  if (questions === JSON.stringify(event.questions)) return succeed(null);
  await tx.execute(sql`
    update events set questions = ${questions}, questions_version = questions_version + 1
    where id = ${eventId}`);
  return succeed(null);
}

/** Clears the flag `incomplete` of leads whose missing answers are no longer required. */
async function completeLeads(
  tx: Db,
  eventId: string,
  questions: readonly AdminQuestion[],
): Promise<void> {
  const requiredOf = (audience: Audience) =>
    missingAnswers(questions, {}, audience).map(({ id }) => id);
  // The same rule as the contract's `audienceOf`.
  await tx.execute(sql`
    update leads set incomplete = false
    where event_id = ${eventId} and incomplete and answers ?& case
      when channel in ('administrator', 'import') then ${requiredOf('both')}::text[]
      when coalesce(channel, source) = 'volunteer' then ${requiredOf('volunteers')}::text[]
      else ${requiredOf('visitors')}::text[] end`);
}

/**
 * The questions and choices that leads have answered, and the questions that are still asked, because people may be
 * answering an earlier version.
 */
async function findNeeded(
  tx: Db,
  eventId: string,
  questions: readonly AdminQuestion[],
  ids: ReadonlySet<string>,
): Promise<AdminQuestion[]> {
  const counts = await countAnswers(tx, eventId);
  return questions.flatMap((question) => {
    const answerCounts = counts.find((each) => each.question === question.id);
    if (!answerCounts?.answered && !ids.has(question.id)) return [];
    const chosen = new Set(
      answerCounts?.values.flatMap(({ value, leads }) => (leads > 0 ? value : [])),
    );
    return [{ ...question, choices: question.choices.filter(({ id }) => chosen.has(id)) }];
  });
}

/** Counts how many leads have answered each question, and with which values if these can be counted. */
export async function countAnswers(
  db: Db,
  eventId: string,
  /** Limits the count to these questions and leads. */
  only?: { questions: readonly AdminQuestion[]; leads: Sql },
): Promise<AnswerCounts> {
  const questions = only?.questions ?? (await listQuestions(db, { eventId })).get(eventId) ?? [];
  if (questions.length === 0) return [];
  const counting = questions.filter((question) => kindOf(question).values);
  const answerRows = await db.query<{ question: string; answer: Answer | null; leads: number }>(
    sql`
      select answered.question, one.answer, count(distinct id)::int as leads
      from leads
      cross join lateral jsonb_each(answers) answered (question, answer)
      cross join lateral jsonb_array_elements(
        case jsonb_typeof(answered.answer)
          when 'array' then answered.answer else jsonb_build_array(answered.answer) end) each (answer)
      cross join lateral (
        -- Free texts count as one value, including answers besides the choices.
        select case
          when answered.question <> all(${counting.map(({ id }) => id)}::text[]) then '""'
          when jsonb_typeof(each.answer) = 'object' then '{"other": ""}'
          else each.answer end as answer) one
      where event_id = ${eventId} and answers <> '{}' and ${only?.leads ?? sql`true`}
      -- A row without an answer counts all leads that answered the question.
      group by grouping sets ((1, 2), (1))`,
    { replan: true },
  );
  return questions.map((question) => {
    const { values, countedAs = String } = kindOf(question);
    const rows = answerRows.filter((row) => row.question === question.id);
    const sum = (matching: typeof rows) => matching.reduce((all, { leads }) => all + leads, 0);
    return {
      question: question.id,
      answered: sum(rows.filter(({ answer }) => answer === null)),
      values: (values?.(question) ?? []).map(({ value, name }) => ({
        value,
        name,
        leads: sum(rows.filter(({ answer }) => answer !== null && countedAs(answer) === value)),
      })),
    };
  });
}
