import { id } from '@drawbridge/contract/ids';
import type { LeadChannel } from '@drawbridge/contract/lead-values';
import { publicLeadInput } from '@drawbridge/contract/leads';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { Problem } from '../../errors.ts';
import { toProblem } from '../../plugins/problems.ts';
import { type EventRules, moreProblems } from './rules.ts';

const { phone, answers, questionsVersion } = publicLeadInput.shape;

/**
 * Fields are checked before the event is known, and the answers and the number by its rules. So that one reply names
 * everything that is wrong, this adds the second kind to a problem of the first.
 */
export async function nameAllProblems(
  db: Db,
  error: unknown,
  body: unknown,
  channel: LeadChannel,
  program = false,
): Promise<unknown> {
  if (!hasZodFastifySchemaValidationErrors(error)) return error;
  const problem = toProblem(error);
  const { fields } = problem;
  const sent = Object(body);
  if (problem.code !== 'invalid-input' || !fields || !id.safeParse(sent.eventId).success)
    return error;
  const given = answers.safeParse(sent.answers);
  const version = questionsVersion.safeParse(sent.questionsVersion);
  if (!given.success || !version.success) return error;
  const [event] = await db.query<EventRules>(sql`
    select country, questions, questions_version from events where id = ${sent.eventId}`);
  if (!event) return error;
  const entry = {
    phone: phone.safeParse(sent.phone).data,
    answers: given.data,
    questionsVersion: version.data,
  };
  const all = [...fields, ...moreProblems(entry, event, channel, program)];
  return new Problem('invalid-input', {
    sentence: problem.message,
    values: problem.values,
    fields: all,
  });
}
