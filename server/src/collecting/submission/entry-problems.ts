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

/*
 * Fields are checked before the event is known, and the answers and the number by its rules. So that one reply names
 * everything that is wrong, these add the second kind to a problem of the first.
 */

const { phone, answers, questionsVersion } = publicLeadInput.shape;

/** Of an entry. */
export async function collectEntryProblems(
  db: Db,
  error: unknown,
  body: unknown,
  channel: LeadChannel,
  program = false,
): Promise<unknown> {
  const fields = fieldsOf(error);
  const sent = Object(body);
  if (!fields || !id.safeParse(sent.eventId).success) return error;
  const [event] = await db.query<EventRules>(sql`
    select country, questions, questions_version from events where id = ${sent.eventId}`);
  return event ? withFields([...fields, ...problemsByRules(sent, event, channel, program)]) : error;
}

/** Of the rows of an import. */
export function collectRowProblems(
  error: unknown,
  body: unknown,
  event: EventRules,
  program: boolean,
): unknown {
  const fields = fieldsOf(error);
  const { rows } = Object(body);
  if (!fields || !Array.isArray(rows) || rows.length > IMPORT_CHUNK_MAX) return error;
  const inRows = rows.flatMap((sent, index) => {
    const prefix = `rows.${index}.`;
    const own = fields.flatMap(({ field, ...more }) =>
      field.startsWith(prefix) ? [{ ...more, field: field.slice(prefix.length) }] : [],
    );
    const found = [...own, ...problemsByRules(Object(sent), event, 'import', program)];
    const { row } = Object(sent);
    return found.map((each) =>
      Number.isInteger(row)
        ? withRowNumber({ index, row }, each)
        : { ...each, field: prefix + each.field },
    );
  });
  const outside = fields.filter(({ field }) => !/^rows\.\d+\./.test(field));
  return withFields([...outside, ...inRows]);
}

/** A problem of a row, with the number that the row has in its file. */
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

/** Of a change of a lead by an administrator. */
export async function collectChangeProblems(
  db: Database,
  error: unknown,
  { leadId, body, user }: { leadId: string; body: unknown; user: CurrentUser },
): Promise<unknown> {
  const fields = fieldsOf(error);
  const lead = fields && id.safeParse(leadId).success ? await findLead(db, leadId) : undefined;
  const sent = Object(body);
  const events = [lead?.eventId ?? '', ...('eventId' in sent ? [sent.eventId] : [])];
  const theirs = events.every((each) => user.events?.includes(each) ?? true);
  if (!fields || !lead || !theirs) return error;
  const wanted = (['eventId', 'phone', 'answers'] as const).flatMap((name) => {
    const { data } = leadChange.shape[name].safeParse(sent[name]);
    return data === undefined ? [] : [[name, data]];
  });
  const program = user.scopes !== null;
  const more = await findChangeProblems(db, leadId, Object.fromEntries(wanted), { program });
  return withFields([...fields, ...more]);
}

/** The fields that break their own rules. */
function fieldsOf(error: unknown): UnfilledProblem[] | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined;
  const { code, fields } = toProblem(error);
  return code === 'invalid-input' ? fields : undefined;
}

/** What is wrong by the event's rules, as far as what was sent can be read. */
function problemsByRules(
  sent: Record<string, unknown>,
  event: EventRules,
  channel: LeadChannel,
  program: boolean,
): UnfilledProblem[] {
  const given = answers.safeParse(sent.answers);
  const version = questionsVersion.safeParse(sent.questionsVersion);
  if (!given.success || !version.success) return [];
  const { data: number } = phone.safeParse(sent.phone);
  const entry = { phone: number, answers: given.data, questionsVersion: version.data };
  return eventRuleProblems(entry, event, channel, program);
}

const withFields = (fields: UnfilledProblem[]) =>
  new Problem('invalid-input', {
    sentence: fields[0]?.message ?? '',
    values: fields[0]?.values,
    fields,
  });
