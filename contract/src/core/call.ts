import type { z } from 'zod';
import type { AuditKind } from './audit-kinds.ts';
import type { ProblemCode } from './errors.ts';
import { notFoundProblems, type ParamsOf, paramSchemas } from './params.ts';
import { type Scope, scopeNames } from './scopes.ts';

/** The role that may make a call. Sponsors have no account: they open a private link. */
export type AllowedFor = 'anyone' | 'users' | 'administrators' | 'sponsors';

/** The scope that a token needs. A noun stands for `…:read` in reading calls and `…:write` in changing ones. */
export type TokenScope = 'leads' | 'events' | 'draws' | Scope | 'none';

/**
 * How a call treats accounts and tokens limited to some events. `none`: refused. `named`: every id in the request must
 * belong to these events. `filtered`: the call also works without ids and filters its result; tokens must still name an
 * event, except with `filtered for tokens too`. `tokens only`: the call limits tokens by itself, and refuses accounts
 * limited to some events.
 */
export type EventScope = 'none' | 'named' | 'filtered' | 'filtered for tokens too' | 'tokens only';

/**
 * A change that is published at once to pages in the hall, administrators' pages and webhooks. The server publishes the
 * first four for the events in the audit record, and the others where it changes the rows.
 */
export type Changed =
  | 'prizes'
  | 'sponsors'
  | 'event'
  | 'leads'
  | 'new leads'
  | 'event deleted'
  | 'stage'
  | 'roll call'
  | 'draw sealed'
  | 'winners drawn'
  | 'draw voided'
  | 'win forfeited'
  | 'prize handed over'
  | 'handover undone'
  | 'records'
  | 'here'
  | 'sessions';

type Room = 'login' | 'events' | 'raffle' | 'collecting' | 'outreach' | 'team' | 'operations';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Route = `${Method} /${string}`;

/** Properties that the calls of a group share, unless a call overrides them. */
interface Common {
  /** The group in the API description. Pages are not described. */
  room?: Room;
  allowedFor: AllowedFor;
  tokenScope: TokenScope;
  eventScope: EventScope;
  /** The change that the writing calls publish. Required for each of them; `none` if nothing is published. */
  changes?: 'none' | Changed | readonly Changed[];
}

/** Everything about a call except its implementation. */
interface Row extends Partial<Common> {
  route: Route;
  summary: string;
  description?: string;
  /** The schemas of path parameters whose names do not imply them. */
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The largest body in bytes, if it is more than usual. */
  maxBytes?: number;
  /** The response schemas by status. */
  responses: { 200?: z.ZodType; 201?: z.ZodType; 202?: z.ZodType; 204?: z.ZodType };
  /** The media types of a response that is not JSON. */
  produces?: readonly string[];
  /** The problems of the call itself. Those of guards, parameters and bodies need not be listed. */
  problems?: readonly ProblemCode[];
  /** The role that may make the call without an `eventId` in the query. */
  withoutEvent?: 'administrators';
  /** True if the body's `currentPassword` confirms the change. */
  confirmed?: true;
  /** The limit per address and minute, on calls or on failed calls. Beyond it the response is `too-many-requests`. */
  limit?: { calls: number } | { failures: number };
  /** The audit kind of the change, if it is always the same. */
  audit?: AuditKind;
  /** False if compressing the response is not worth the time. */
  compress?: false;
  /** True for a page, which the API description leaves out. */
  page?: true;
}

export interface Call extends Omit<Row, keyof Common>, Common {
  /** The call's name in generated clients. */
  name: string;
  /** The scope that a token needs for the call. */
  scope: Scope | undefined;
}

export type Calls = Record<string, Call>;

/** A row merged with the properties of its group, and with the types of its parameters. */
type Complete<R extends Row, C extends Common, Name> = {
  params: z.ZodType<ParamsOf<R['route']>>;
} & Omit<C, keyof R> &
  R & { name: Name; scope: Scope | undefined };

export function defineCalls<const C extends Common, const Rows extends Record<string, Row>>(
  common: C,
  rows: Rows,
): { [Name in keyof Rows]: Complete<Rows[Name], C, Name> } {
  const complete = Object.entries(rows).map(([name, row]) => {
    const call = { params: paramSchemas(row.route), ...common, ...row, name };
    const missing = row.params ? [] : notFoundProblems(row.route);
    const problems = [...missing, ...(row.problems ?? [])];
    const changes = row.route.startsWith('GET ') ? undefined : call.changes;
    return [name, { ...call, problems, changes, scope: scopeOf(call) }];
  });
  return Object.fromEntries(complete);
}

function scopeOf({
  tokenScope,
  route,
}: {
  tokenScope: TokenScope;
  route: Route;
}): Scope | undefined {
  const usual = `${tokenScope}:${route.startsWith('GET ') ? 'read' : 'write'}`;
  return scopeNames.find((scope) => scope === tokenScope || scope === usual);
}
