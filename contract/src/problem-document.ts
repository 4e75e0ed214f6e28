import { z } from 'zod';
import { type ProblemCode, problems } from './errors.ts';

export const fieldProblem = z
  .object({ field: z.string(), message: z.string() })
  .meta({ id: 'FieldProblem' });

/** The body of an error for programs that ask for `application/problem+json` (RFC 9457). */
export const problemDocument = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
    fields: z.array(fieldProblem).optional(),
  })
  .meta({ id: 'Problem' });

export type FieldProblem = z.infer<typeof fieldProblem>;
export type ProblemDocument = z.infer<typeof problemDocument>;
