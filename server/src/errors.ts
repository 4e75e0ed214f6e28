import { type FieldProblem, type ProblemCode, problems } from '@drawbridge/contract/errors';

/** What goes wrong on purpose. The contract's table knows the status and the sentence. */
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

/** An expected outcome: the value, or the reason why there is none. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; reason: ProblemCode };

export function succeed<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function fail(reason: ProblemCode): { ok: false; reason: ProblemCode } {
  return { ok: false, reason };
}

/** The value of an outcome, or its reason as the problem that the client is told. */
export function resultOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Problem(outcome.reason);
  return outcome.value;
}

/** What a look-up found; nothing found is the given problem. */
export function found<T>(value: T | undefined, missing: ProblemCode): T {
  if (value === undefined) throw new Problem(missing);
  return value;
}
