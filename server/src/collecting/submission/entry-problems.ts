import { IMPORT_CHUNK_MAX } from '@drawbridge/contract/collecting/imports';
import { leadChange, publicLeadInput } from '@drawbridge/contract/collecting/leads';
import { id } from '@drawbridge/contract/core/ids';
import type { UnfilledProblem } from '@drawbridge/contract/core/problem-document';
import type { LeadChannel } from '@drawbridge/contract/events/lead-sources';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { Problem } from '../../errors.ts';
import { toProblem } from '../../http/problems.ts';
import type { CurrentUser } from '../../http/session.ts';
import { findChangeProblems } from '../lead-changes/change-store.ts';
import { type EventRules, eventRuleProblems } from '../leads/rules.ts';
import { findLead } from '../leads/store.ts';

/**
 * Collects the problems of a request, so that one response contains all of them. The schema checks fields before
 * the event is known. When it fails, these functions add the problems of phone and answers under the event's rules.
 */

const { phone, answers, questionsVersion } = publicLeadInput.shape;

/** Adds the problems of an entry under the event's rules. */
export async function collectEntryProblems(
  db: Db,
  error: unknown,
  body: unknown,
  channel: LeadChannel,
  program = false,
): Promise<unknown> {
  const fields = fieldsOf(error);
  const input = Object(body);
  if (!fields || !id.safeParse(input.eventId).success) return error;
  const [event] = await db.query<EventRules>(sql`
    select country, questions, questions_version from events where id = ${input.eventId}`);
  return event
    ? withFields([...fields, ...problemsByRules(input, event, channel, program)])
    : error;
}

/** Adds the problems of an import's rows under the event's rules. */
export function collectRowProblems(
  error: unknown,
  body: unknown,
  event: EventRules,
  program: boolean,
): unknown {
  const fields = fieldsOf(error);
  const { rows } = Object(body);
  if (!fields || !Array.isArray(rows) || rows.length > IMPORT_CHUNK_MAX) return error;
  const rowProblems = rows.flatMap((input, index) => {
    const prefix = `rows.${index}.`;
    const schemaProblems = fields.flatMap(({ field, ...more }) =>
      field.startsWith(prefix) ? [{ ...more, field: field.slice(prefix.length) }] : [],
    );
    const problems = [
      ...schemaProblems,
      ...problemsByRules(Object(input), event, 'import', program),
    ];
    const { row } = Object(input);
    return problems.map((each) =>
      Number.isInteger(row)
        ? withRowNumber({ index, row }, each)
        : { ...each, field: prefix + each.field },
    );
  });
  const outside = fields.filter(({ field }) => !/^rows\.\d+\./.test(field));
  return withFields([...outside, ...rowProblems]);
}

/** Adds the row's number in its file to a problem. */
export function withRowNumber(
  { index, row }: { index: number; row: number },
  { field, message, values }: UnfilledProblem,
): UnfilledProblem {
  return {
    field: `rows.${index}.${field}`,
    message: `Row {row}: ${message}`,
    values: { ...values, row: String(row) },
  };
}

/** Adds the problems of an administrator's edit of a lead under the event's rules. */
export async function collectChangeProblems(
  db: Database,
  error: unknown,
  { leadId, body, user }: { leadId: string; body: unknown; user: CurrentUser },
): Promise<unknown> {
  const fields = fieldsOf(error);
  const lead = fields && id.safeParse(leadId).success ? await findLead(db, leadId) : undefined;
  const input = Object(body);
  const events = [lead?.eventId ?? '', ...('eventId' in input ? [input.eventId] : [])];
  const theirs = events.every((each) => user.events?.includes(each) ?? true);
  if (!fields || !lead || !theirs) return error;
  const wanted = (['eventId', 'phone', 'answers'] as const).flatMap((name) => {
    const { data } = leadChange.shape[name].safeParse(input[name]);
    return data === undefined ? [] : [[name, data]];
  });
  const program = user.scopes !== null;
  const more = await findChangeProblems(db, leadId, Object.fromEntries(wanted), { program });
  return withFields([...fields, ...more]);
}

/** The problems of fields that do not match the schema. */
function fieldsOf(error: unknown): UnfilledProblem[] | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined;
  const { code, fields } = toProblem(error);
  return code === 'invalid-input' ? fields : undefined;
}

/** The problems under the event's rules, for the fields that match the schema. */
function problemsByRules(
  input: Record<string, unknown>,
  event: EventRules,
  channel: LeadChannel,
  program: boolean,
): UnfilledProblem[] {
  const parsedAnswers = answers.safeParse(input.answers);
  const version = questionsVersion.safeParse(input.questionsVersion);
  if (!parsedAnswers.success || !version.success) return [];
  const { data: number } = phone.safeParse(input.phone);
  const entry = { phone: number, answers: parsedAnswers.data, questionsVersion: version.data };
  return eventRuleProblems(entry, event, channel, program);
}

const withFields = (fields: UnfilledProblem[]) =>
  new Problem('invalid-input', {
    sentence: fields[0]?.message ?? '',
    values: fields[0]?.values,
    fields,
  });
