// Loaded at the first input, because it brings zod along.

import {
  type Credentials,
  credentials,
  credentialsWithCode,
} from '@drawbridge/contract/login/auth';

export type LoginProblems = Partial<Record<keyof Credentials, string>>;

/** The values to send, or the problems by field. */
export function checkLogin(
  typed: Credentials,
  withCode: boolean,
): { values: Credentials } | { problems: LoginProblems } {
  const { data, error } = (withCode ? credentialsWithCode : credentials).safeParse(typed);
  if (data) return { values: data };
  const issues = error.issues.map(({ path, message }) => [path[0], message]);
  // The first of several problems of a field counts.
  return { problems: Object.fromEntries(issues.reverse()) };
}
