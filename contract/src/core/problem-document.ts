import { z } from 'zod';
import type { TextValues } from '../languages/texts.ts';
import { type ProblemCode, problems } from './errors.ts';

const fieldProblem = z
  .object({
    field: z.string().describe('The path of the field, such as `answers.company`.'),
    message: z.string().describe('The problem with the field.'),
  })
  .meta({ id: 'FieldProblem' });

/** The body of an error for clients that ask for `application/problem+json` (RFC 9457). */
export const problemDocument = z
  .object({
    type: z.string().describe('The address of a page about the problem.'),
    title: z.string().describe('The meaning of the code, in the language of `Accept-Language`.'),
    detail: z.string().describe('The message, in the language of `Accept-Language`.'),
    status: z.int().describe('The HTTP status.'),
    code: z
      .enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]])
      .describe('The stable code, for programs.'),
    fields: z
      .array(fieldProblem)
      .optional()
      .describe('The problems of single fields, if the input is invalid.'),
  })
  .meta({ id: 'Problem' });

export type FieldProblem = z.infer<typeof fieldProblem>;
/** A problem before translation: an English sentence with placeholders, and their values. */
export interface UnfilledProblem extends FieldProblem {
  values?: TextValues;
}
export type ProblemDocument = z.infer<typeof problemDocument>;
