import { z } from 'zod';
import { type ProblemCode, problems } from './errors.ts';
import { uuid } from './inputs/form-rules.ts';

/** An id made by the server, or by a client so that repeated requests are idempotent. */
export const id = z
  .string('The id must be a UUID')
  .regex(uuid, 'The id must be a UUID')
  .toLowerCase()
  .meta({ format: 'uuid' });

/** The client's id of a request that must not take effect twice; see `request-id-reused`. */
export const requestId = id
  .optional()
  .describe(
    'A UUID that you create for this request. For 24 hours, a repeated request with it gets the same response and does ' +
      'nothing; another request with it is refused.',
  );

/**
 * The id of an existing resource. Text that is not a UUID fails with the resource's own 'not found' problem instead of
 * a message about formats.
 */
export function reference(missing: ProblemCode, required = 'The id is required') {
  return z
    .string(required)
    .min(1, required)
    .toLowerCase()
    .refine((value) => uuid.test(value), absent(missing))
    .meta({ format: 'uuid' })
    .describe(`The UUID of the ${missing.replace('-not-found', '')}; without one, \`${missing}\`.`);
}

/** A reference or one of the words of a filter. `all` and a missing value both mean no filter. */
export function referenceOrAll(missing: ProblemCode, ...words: string[]) {
  return z
    .string()
    .toLowerCase()
    .refine((value) => ['all', ...words].includes(value) || uuid.test(value), absent(missing))
    .transform((value) => (value === 'all' ? undefined : value))
    .optional()
    .describe('The UUID to filter by; `all` or an empty value means no filter.');
}

function absent(problem: ProblemCode) {
  return { error: problems[problem][1], abort: true, params: { problem } };
}

const HASH = /^[0-9a-f]{64}$/;

/** A SHA-256 in lower-case hex. */
export const hash = z.string().regex(HASH, 'A hash is 64 hexadecimal digits');

/** The hash of an existing ticket. Any other text fails in the same way as an unknown ticket. */
export const ticketReference = z
  .string()
  .toLowerCase()
  .refine((value) => HASH.test(value), absent('ticket-not-found'))
  .describe('The hash that stands for a lead in public: 64 hexadecimal digits.');

/** The response to every deletion. */
export const deleted = z.object({ id }).meta({ id: 'Deleted' });

export type Deleted = z.infer<typeof deleted>;

/** The position of a prize or sponsor in its list. */
export const position = z
  .int('Position must be a whole number')
  .min(0, 'Position must not be negative')
  .max(1_000_000, 'Position is too large')
  .describe('Its index in the list, from 0; equal ones are in the order of their creation.');
