import type { SessionUser } from '@drawbridge/contract/accounts/auth';
import { id } from '@drawbridge/contract/ids';
import { type Scope, scopeNames, TOKEN_PREFIX } from '@drawbridge/contract/programs/tokens';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';

/** Who may call a route. Sponsors are whoever has opened a private link; no user is one of them. */
export type Who = 'anyone' | 'users' | 'administrators' | 'sponsors';

/** Which tokens may call a route: to read with `leads:read`, to change with `leads:write`, where such a scope exists. */
export type Tokens = 'leads' | 'events' | 'draws' | 'none';

/**
 * Which calls somebody may make who may use only some events: none, those that name one of these events or something
 * in it, or also those that leave out all other events by themselves. Tokens name their event even there, unless the
 * call is 'filtered for tokens too'.
 */
export type Limited = 'none' | 'named' | 'filtered' | 'filtered for tokens too';

export interface Route {
  method: string;
  url: string;
}

/** A request to which its client gave an id, so that it takes effect once however often it is sent. */
export interface IdentifiedRequest {
  id: string;
  /** The same text for a repeated request, and another one for any other request. */
  describe(): string;
}

export interface SignedInUser extends SessionUser {
  sessionId: string;
  /** What a program may do; null for people. */
  scopes: Scope[] | null;
  /** What the user is asking for, if it has an id. */
  request?: IdentifiedRequest;
}

/** The events that things belong to, by the noun in the API's paths and their ids; undefined for what belongs to none. */
type FindEventsOf = (noun: string, ids: string[]) => Promise<string[] | undefined>;
/** Whether a token is that of somebody who has opened a sponsor's link. */
type IsSponsor = (token: string) => Promise<boolean>;
/** Whether a user's request was answered before. */
type WasAnswered = (userId: string, request: IdentifiedRequest) => Promise<boolean>;
interface Guards {
  findEventsOf: FindEventsOf;
  wasAnswered: WasAnswered;
  isSponsor: IsSponsor;
}
type FindUser = (token: string) => Promise<SignedInUser | undefined>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set where a route differs from its feature's row in the table of `app.ts`. */
    who?: Who;
    tokens?: Tokens;
    /** The scope that a token needs, if that does not follow from the method. */
    scope?: Scope | undefined;
    limited?: Limited;
  }
  interface FastifyInstance {
    /** All routes, so that a test can tell when one has been forgotten. */
    routeList: Route[];
  }
  interface FastifyRequest {
    /** The user of the bearer token, looked up on demand, and once unless `again` is true. */
    findUser(again?: boolean): Promise<SignedInUser | undefined>;
  }
}

const bearer = new RegExp(`^Bearer (?:${TOKEN_PREFIX})?([A-Za-z0-9_-]{43})$`, 'i');

/** The session token that the request carries. */
export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return bearer.exec(headers.authorization ?? '')?.[1];
}

export function identifyUsers(app: FastifyInstance, findUserByToken: FindUser): void {
  const known = new WeakMap<FastifyRequest, Promise<SignedInUser | undefined>>();

  app.decorateRequest('findUser', function findUser(this: FastifyRequest, again = false) {
    let user = again ? undefined : known.get(this);
    if (!user) {
      const token = bearerToken(this);
      user = token ? findUserByToken(token) : Promise.resolve(undefined);
      known.set(this, user);
    }
    return user;
  });
}

/** Records every route added to `app` from here on. */
export function listRoutes(app: FastifyInstance): void {
  app.decorate('routeList', []);
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) app.routeList.push({ method: one, url });
  });
}

/** How many calls a token may make in a minute. */
const TOKEN_CALLS_PER_MINUTE = 600;

/** Guards every route added to `app` from here on; a route without `who`, `tokens` or `limited` gets the default. */
export function guardRoutes(
  app: FastifyInstance,
  defaults: { who: Who; tokens: Tokens; limited: Limited },
  { findEventsOf, wasAnswered, isSponsor }: Guards,
): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...defaults, ...route.config };
    const { who = defaults.who, tokens = defaults.tokens } = route.config;
    route.config.scope ??= scopeOf(tokens, route.method);
    if (who === 'anyone') return;
    if (who === 'sponsors') {
      const admitSponsor = async (request: FastifyRequest) => {
        const token = bearerToken(request);
        if (!token || !(await isSponsor(token))) throw new Problem('not-signed-in');
      };
      route.onRequest = [admitSponsor, ...[route.onRequest ?? []].flat()];
      return;
    }
    const countCalls = async (request: FastifyRequest) => {
      const user = await request.findUser();
      if (user?.scopes) app.limits.count(request, `token ${user.id}`, TOKEN_CALLS_PER_MINUTE);
    };
    // onRequest runs before the body is parsed, so no work is done for unauthorised requests.
    route.onRequest = [
      (request) => admit(request, who),
      countCalls,
      ...[route.onRequest ?? []].flat(),
    ];
    const limit = (request: FastifyRequest) => limitToEvents(request, findEventsOf, wasAnswered);
    route.preHandler = [limit, ...[route.preHandler ?? []].flat()];
    if ([route.method].flat().every((method) => method === 'GET' || method === 'HEAD')) return;
    // A body may take half a minute to arrive, and the session may have ended meanwhile.
    const recheck = async (request: FastifyRequest) => {
      await request.findUser(true);
      await admit(request, who);
    };
    route.preHandler = [recheck, ...[route.preHandler ?? []].flat()];
  });
}

async function admit(request: FastifyRequest, who: 'users' | 'administrators'): Promise<void> {
  const user = await signedIn(request);
  if (who === 'administrators' && user.role !== 'admin') throw new Problem('administrators-only');
  if (!user.scopes) return;
  const { scope } = request.routeOptions.config;
  if (!scope) throw new Problem('not-for-tokens');
  if (!user.scopes.includes(scope)) throw new Problem('scope-missing');
}

/** Refuses what somebody who may use only some events asks about others, or about all of them. */
async function limitToEvents(
  request: FastifyRequest,
  findEventsOf: FindEventsOf,
  wasAnswered: WasAnswered,
): Promise<void> {
  const { id, events, scopes, request: identified } = await signedIn(request);
  if (!events) return;
  const { limited = 'none' } = request.routeOptions.config;
  const ids = limited === 'none' ? [] : idsIn(request);
  const found = await Promise.all(ids.map((each) => findEventsOf(...each)));
  const known = found.filter((each) => each !== undefined);
  const named = known.flat();
  if (!named.every((id) => events.includes(id))) {
    throw new Problem(scopes ? 'other-event' : 'not-in-your-events');
  }
  if (named.length > 0) return;
  // What it named was deleted by the same request.
  if (known.length > 0 && identified && (await wasAnswered(id, identified))) return;
  // What no longer exists cannot be told from what is elsewhere.
  if (known.length > 0 && !scopes) throw new Problem('not-in-your-events');
  if (limited === 'filtered for tokens too' || (limited === 'filtered' && !scopes)) return;
  throw new Problem(scopes ? 'event-not-named' : 'all-events-only');
}

/** Fields with ids of things in events. */
const nounOf: Record<string, string> = {
  eventId: 'events',
  leadId: 'leads',
  leadIds: 'leads',
  prizeId: 'prizes',
  prizeIds: 'prizes',
  sponsorId: 'sponsors',
};
/** Fields with ids of people, of their devices, and of what belongs to something else that is named. */
const ofNoEvent = ['volunteerId', 'userId', 'actorId', 'deviceId', 'deliveryId'];

/** All ids in a request, with the nouns of what they name. */
function idsIn(request: FastifyRequest): [noun: string, ids: string[]][] {
  const { schema = {}, url = '' } = request.routeOptions;
  // What has no schema is not read by the route, so an event that it names limits nothing.
  const parts = [
    schema.params && request.params,
    schema.querystring && request.query,
    schema.body && request.body,
  ];
  const inPath = (schema.params && (request.params as { id?: string }).id) || undefined;
  const [, noun = ''] = /([^/]+)\/:id\b/.exec(url) ?? [];
  return [...(inPath ? [[noun, [inPath]] as [string, string[]]] : []), ...parts.flatMap(idsOf)];
}

/** The ids in a value, at any depth. */
function idsOf(value: unknown): [noun: string, ids: string[]][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const ids = [inner].flat().filter((each) => typeof each === 'string');
    if (!/Ids?$/.test(field) || ids.length === 0) return idsOf(inner);
    const noun = nounOf[field];
    if (noun) return [[noun, ids]];
    if (ofNoEvent.includes(field)) return [];
    // Nobody has said yet what this names, so it may be in any event.
    throw new Problem('all-events-only');
  });
}

function scopeOf(tokens: Tokens, method: string | string[]): Scope | undefined {
  const reads = [method].flat().every((each) => each === 'GET' || each === 'HEAD');
  return scopeNames.find((scope) => scope === `${tokens}:${reads ? 'read' : 'write'}`);
}

/** The signed-in user, and the id of the request if it has one. Only for routes that are not open to anyone. */
export async function signedIn(request: FastifyRequest): Promise<SignedInUser> {
  const user = await request.findUser();
  if (!user) throw new Problem('not-signed-in');
  const { method, routeOptions, params, body, headers } = request;
  if (method === 'GET' || method === 'HEAD') return user;
  // Bodies that have a schema without an id lose it when they are checked; the header stays.
  const { id: given = headers['idempotency-key'] } = (body ?? {}) as { id?: unknown };
  if (given === undefined) return user;
  const read = id.safeParse(given);
  if (!read.success) throw new Problem('invalid-input', { sentence: 'The id must be a UUID' });
  const describe = () => JSON.stringify([routeOptions.method, routeOptions.url, params, body]);
  return { ...user, request: { id: read.data, describe } };
}
