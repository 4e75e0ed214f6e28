import type { z } from 'zod';
import type { AuditKind } from './audit-kinds.ts';
import type { ProblemCode } from './errors.ts';
import { notFoundProblems, type ParamsOf, paramSchemas } from './params.ts';
import { type Scope, scopeNames } from './scopes.ts';

/** Who may make a call. Sponsors are whoever has opened a private link; no user is one of them. */
export type Who = 'anyone' | 'users' | 'administrators' | 'sponsors';

/** Which tokens may make it: to read with `leads:read`, to change with `leads:write`, or with exactly this scope. */
export type Tokens = 'leads' | 'events' | 'draws' | Scope | 'none';

/**
 * Which calls somebody may make who may use only some events: none, those that name one of these events or something
 * in it, or also those that leave out all other events by themselves. Tokens name their event even there, unless the
 * call is 'filtered for tokens too'. 'tokens only' are those that limit tokens by themselves, and are for nobody else
 * who may use only some events.
 */
export type EventScope = 'none' | 'named' | 'filtered' | 'filtered for tokens too' | 'tokens only';

/**
 * A change that others learn of at once: pages in the hall, administrators' pages, webhooks. The server publishes the first
 * four for the events in the audit record, and the others where it changes the rows.
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

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Route = `${Method} /${string}`;

/** What the calls of a noun have in common, unless one of them says otherwise. */
interface Common {
  /** The group in the API's description. */
  tag: string;
  who: Who;
  tokens: Tokens;
  limited: EventScope;
  /** What its writing calls change. Required of each of them; `none` if nobody learns of it at once. */
  changes?: 'none' | Changed | readonly Changed[];
}

/** Everything there is to know about a call, except how it is answered. */
interface Row extends Partial<Common> {
  route: Route;
  summary: string;
  description?: string;
  /** Only if they are not what their names in the path say. */
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The largest body, if that is more than usual. */
  maxBytes?: number;
  /** By status. */
  answers: { 200?: z.ZodType; 201?: z.ZodType; 202?: z.ZodType; 204?: z.ZodType };
  /** The media types of an answer that is not JSON. */
  produces?: readonly string[];
  /** What can go wrong; the problems of guards, parameters and bodies need not be listed. */
  problems?: readonly ProblemCode[];
  /** Who may make it without an `eventId` in the query. */
  withoutEvent?: 'administrators';
  /** Set if the body's `currentPassword` confirms the change. */
  confirmed?: true;
  /** How often an address may make it in a minute, or may fail to; then the answer is `too-many-requests`. */
  limit?: { calls: number } | { failures: number };
  /** How the change is recorded, if always in the same way. */
  audit?: AuditKind;
  /** Set if compressing the answer is not worth the time. */
  compress?: false;
  /** Set for a page, which the API's description leaves out. */
  page?: true;
}

export interface Call extends Omit<Row, keyof Common>, Common {
  /** Its name in generated clients. */
  name: string;
  /** What a token needs for it. */
  scope: Scope | undefined;
}

export type Calls = Record<string, Call>;

/** A row with what it shares with its neighbours, and with the types of its parameters. */
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

function scopeOf({ tokens, route }: { tokens: Tokens; route: Route }): Scope | undefined {
  const usual = `${tokens}:${route.startsWith('GET ') ? 'read' : 'write'}`;
  return scopeNames.find((scope) => scope === tokens || scope === usual);
}
