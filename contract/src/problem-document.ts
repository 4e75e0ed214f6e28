import { z } from 'zod';
import { type ProblemCode, problems } from './errors.ts';
import type { TextValues } from './texts.ts';

const fieldProblem = z
  .object({ field: z.string(), message: z.string() })
  .meta({ id: 'FieldProblem' });

/** The body of an error for programs that ask for `application/problem+json` (RFC 9457). */
export const problemDocument = z
  .object({
    type: z.string(),
    /** What the code means, and what is wrong here, in the language of the request's `Accept-Language`. */
    title: z.string(),
    detail: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
    fields: z.array(fieldProblem).optional(),
  })
  .meta({ id: 'Problem' });

export type FieldProblem = z.infer<typeof fieldProblem>;
/** A problem before it is translated: an English sentence with places, and the values for them. */
export interface UnfilledProblem extends FieldProblem {
  values?: TextValues;
}
export type ProblemDocument = z.infer<typeof problemDocument>;
