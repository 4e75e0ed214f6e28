import type { SessionUser } from '@drawbridge/contract/auth';
import { type Scope, scopeNames, TOKEN_PREFIX } from '@drawbridge/contract/programs/tokens';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';

/** Who may call a route. */
export type Who = 'anyone' | 'users' | 'administrators';

/** Which tokens may call a route: to read with `leads:read`, to change with `leads:write`, where such a scope exists. */
export type Tokens = 'leads' | 'events' | 'draws' | 'none';

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
  /** The only events that the user may use; null means all. */
  events: string[] | null;
  /** What the user is asking for, if it has an id. */
  request?: IdentifiedRequest;
}

/** The event that something belongs to, such as a lead, by the path of the API and its id. */
type FindEventOf = (path: string, id: string) => Promise<string | undefined>;
type FindUser = (token: string) => Promise<SignedInUser | undefined>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set where a route differs from its feature's row in the table of `app.ts`. */
    who?: Who;
    tokens?: Tokens;
    /** The scope that a token needs, if that does not follow from the method. */
    scope?: Scope | undefined;
    /** Whether the route itself leaves out what the caller may not see. */
    filtered?: boolean;
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

/** Guards every route added to `app` from here on; a route without `who` or `tokens` gets the default. */
export function guardRoutes(
  app: FastifyInstance,
  defaults: { who: Who; tokens: Tokens },
  findEventOf: FindEventOf,
): void {
  app.addHook('onRoute', (route) => {
    const { who, tokens, scope } = { ...defaults, scope: undefined, ...route.config };
    route.config = { ...route.config, who, tokens, scope: scope ?? scopeOf(tokens, route.method) };
    if (who === 'anyone') return;
    const countCalls = async (request: FastifyRequest) => {
      const user = await request.findUser();
      if (user?.scopes) app.limits.count(`token ${user.id}`, TOKEN_CALLS_PER_MINUTE);
    };
    // onRequest runs before the body is parsed, so no work is done for unauthorised requests.
    route.onRequest = [
      (request) => admit(request, who),
      countCalls,
      ...[route.onRequest ?? []].flat(),
    ];
    const limit = (request: FastifyRequest) => limitToEvents(request, findEventOf);
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

async function admit(request: FastifyRequest, who: Exclude<Who, 'anyone'>): Promise<void> {
  const user = await signedIn(request);
  if (who === 'administrators' && user.role !== 'admin') throw new Problem('administrators-only');
  if (!user.scopes) return;
  const { scope } = request.routeOptions.config;
  if (!scope) throw new Problem('not-for-tokens');
  if (!user.scopes.includes(scope)) throw new Problem('scope-missing');
}

/** Whoever may use only some events has to name one of them, also where others may leave it out. */
async function limitToEvents(request: FastifyRequest, findEventOf: FindEventOf): Promise<void> {
  const { events } = await signedIn(request);
  if (!events || request.routeOptions.config.filtered) return;
  const named = await namedEvents(request, findEventOf);
  if (named.length === 0) throw new Problem('event-not-named');
  if (!named.every((id) => events.includes(id))) throw new Problem('other-event');
}

async function namedEvents(request: FastifyRequest, findEventOf: FindEventOf): Promise<string[]> {
  const { schema = {} } = request.routeOptions;
  // What has no schema is not read by the route, so an event that it names limits nothing.
  const [params, query, body] = [
    schema.params && request.params,
    schema.querystring && request.query,
    schema.body && request.body,
  ].map((part) => (part ?? {}) as { id?: string; eventId?: string; filter?: { eventId?: string } });
  const [, , path = ''] = (request.routeOptions.url ?? '').split('/');
  const found = params?.id && path !== 'events' ? await findEventOf(path, params.id) : undefined;
  return [
    path === 'events' ? params?.id : found,
    params?.eventId,
    query?.eventId,
    body?.eventId,
    body?.filter?.eventId,
  ].filter((id) => id !== undefined);
}

function scopeOf(tokens: Tokens, method: string | string[]): Scope | undefined {
  const reads = [method].flat().every((each) => each === 'GET' || each === 'HEAD');
  return scopeNames.find((scope) => scope === `${tokens}:${reads ? 'read' : 'write'}`);
}

/** The signed-in user, and the id of the request if it has one. Only for routes that are not open to anyone. */
export async function signedIn(request: FastifyRequest): Promise<SignedInUser> {
  const user = await request.findUser();
  if (!user) throw new Problem('not-signed-in');
  // Only bodies that take an id have one, because others lose it when they are checked.
  const { id } = (request.body ?? {}) as { id?: string };
  if (id === undefined) return user;
  const { routeOptions, params, body } = request;
  const describe = () => JSON.stringify([routeOptions.method, routeOptions.url, params, body]);
  return { ...user, request: { id, describe } };
}
