import { type ProblemCode, problems } from '@drawbridge/contract/core/errors';
import type { UnfilledProblem } from '@drawbridge/contract/core/problem-document';
import type { TextValues } from '@drawbridge/contract/languages/texts';

interface ProblemDetails {
  sentence?: string;
  /** The values for the placeholders of the sentence. */
  values?: TextValues | undefined;
  fields?: UnfilledProblem[];
  retryAfterSeconds?: number;
}

/** An expected error. The contract's table defines its status and sentence. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly values: TextValues | undefined;
  readonly fields: UnfilledProblem[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, more: ProblemDetails = {}) {
    const [status, sentence] = problems[code];
    super(more.sentence ?? sentence);
    this.code = code;
    this.status = status;
    this.values = more.values;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export interface Failure {
  ok: false;
  problem: ProblemCode;
  details?: ProblemDetails | undefined;
}

/** The result of an operation that is expected to fail at times: the value, or a problem's code. */
export type Outcome<T> = { ok: true; value: T } | Failure;

export function succeed<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function fail(problem: ProblemCode, details?: ProblemDetails): Failure {
  return { ok: false, problem, details };
}

/** Fails because of invalid fields; the sentence is that of the first one. */
export function failFields(fields: UnfilledProblem[]): Failure {
  const [first] = fields;
  return fail('invalid-input', { sentence: first?.message ?? '', values: first?.values, fields });
}

/** Returns the value of a successful outcome, or throws the problem of a failed one. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Problem(outcome.problem, outcome.details);
  return outcome.value;
}

/** Returns the result of a look-up, or throws the given problem if there is none. */
export function orProblem<T>(value: T | undefined, missing: ProblemCode): T {
  if (value === undefined) throw new Problem(missing);
  return value;
}
