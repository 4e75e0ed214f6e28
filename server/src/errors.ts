import { type ProblemCode, problems } from '@drawbridge/contract/errors';
import type { FieldProblem } from '@drawbridge/contract/problem-document';

/** An expected error. The contract's table defines its status and sentence. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly fields: FieldProblem[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ProblemCode,
    more: { sentence?: string; fields?: FieldProblem[]; retryAfterSeconds?: number } = {},
  ) {
    const [status, sentence] = problems[code];
    super(more.sentence ?? sentence);
    this.code = code;
    this.status = status;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** The result of an operation that is expected to fail at times: the value, or a problem's code. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: ProblemCode };

export function succeed<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function fail(problem: ProblemCode): { ok: false; problem: ProblemCode } {
  return { ok: false, problem };
}

/** Returns the value of a successful outcome, and throws the problem of a failed one. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Problem(outcome.problem);
  return outcome.value;
}

/** Returns what a look-up found, and throws the given problem if it found nothing. */
export function found<T>(value: T | undefined, missing: ProblemCode): T {
  if (value === undefined) throw new Problem(missing);
  return value;
}
