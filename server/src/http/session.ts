import type { Call } from '@drawbridge/contract/core/call';
import { id } from '@drawbridge/contract/core/ids';
import type { Scope } from '@drawbridge/contract/core/scopes';
import type { SessionUser } from '@drawbridge/contract/login/auth';
import { TOKEN_PREFIX } from '@drawbridge/contract/team/tokens';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';

export interface Route {
  method: string;
  url: string;
}

/** A request with a client's id, which takes effect once however often it is sent. */
export interface IdempotentRequest {
  id: string;
  /** A text that is the same for a repeated request, and different for any other request. */
  describe(): string;
}

export interface CurrentUser extends SessionUser {
  sessionId: string;
  /** The scopes of a program; null for people. */
  scopes: Scope[] | null;
  /** The current request, if it has an id. */
  request?: IdempotentRequest;
}

/** Database look-ups of the guards. */
interface Lookups {
  /**
   * The events that resources belong to, by the name of the field with their ids; undefined if the field is not about
   * events.
   */
  findEventsOf(field: string, ids: string[]): Promise<string[] | undefined>;
  /** True if the token belongs to an opened sponsor link. */
  isSponsor(token: string): Promise<boolean>;
  /** Throws unless the request's `currentPassword` is that of its user. */
  confirmUser(request: FastifyRequest): Promise<void>;
}
type FindUser = (token: string) => Promise<CurrentUser | undefined>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's row in the table of calls. Routes without one are public. */
    call?: Call;
  }
  interface FastifyInstance {
    /** All routes, so that a test can detect a missing one. */
    routeList: Route[];
  }
  interface FastifyRequest {
    /** The user of the bearer token, looked up on demand, and once unless `again` is true. */
    findUser(again?: boolean): Promise<CurrentUser | undefined>;
  }
}

const bearer = new RegExp(`^Bearer (?:${TOKEN_PREFIX})?([A-Za-z0-9_-]{43})$`, 'i');

/** The session token that the request carries. */
export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return bearer.exec(headers.authorization ?? '')?.[1];
}

export function identifyUsers(app: FastifyInstance, findUserByToken: FindUser): void {
  const known = new WeakMap<FastifyRequest, Promise<CurrentUser | undefined>>();

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

/** Records every route that is added to `app` afterwards. */
export function listRoutes(app: FastifyInstance): void {
  app.decorate('routeList', []);
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) app.routeList.push({ method: one, url });
  });
}

/** The number of calls that a token may make in a minute. */
const TOKEN_CALLS_PER_MINUTE = 600;

/** Guards every route that is added to `app` afterwards, as its row in the table of calls says. */
export function guardRoutes(app: FastifyInstance, lookups: Lookups): void {
  const countCalls = async (request: FastifyRequest) => {
    const user = await request.findUser();
    if (user?.scopes) app.limits.count(request, `token ${user.id}`, TOKEN_CALLS_PER_MINUTE);
  };
  const admitSponsor = async (request: FastifyRequest) => {
    const token = bearerToken(request);
    if (!token || !(await lookups.isSponsor(token))) throw new Problem('not-signed-in');
  };

  app.addHook('onRoute', (route) => {
    const { call } = route.config ?? {};
    if (!call) return;
    const guard = (hook: 'onRequest' | 'preHandler', ...guards: Guard[]) => {
      route[hook] = [...guards, ...[route[hook] ?? []].flat()];
    };
    const limit: Guard = (request) => limitToEvents(request, call, lookups);
    if (call.allowedFor === 'sponsors') return guard('onRequest', admitSponsor);
    if (call.allowedFor === 'anyone') {
      if (!call.withoutEvent) return;
      const hasAllEvents = (request: FastifyRequest) =>
        (request.query as { eventId?: string }).eventId === undefined;
      return guard('preHandler', async (request) => {
        if (!hasAllEvents(request)) return;
        await admit(request, call, 'administrators');
        await limit(request);
      });
    }
    const { allowedFor } = call;
    // onRequest runs before the body is parsed, so no work is done for unauthorised requests.
    guard('onRequest', (request) => admit(request, call, allowedFor), countCalls);
    const reads = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD');
    // A body may take half a minute to arrive, and the session may have ended meanwhile.
    const recheck: Guard = async (request) => {
      await request.findUser(true);
      await admit(request, call, allowedFor);
    };
    const confirm: Guard = (request) => lookups.confirmUser(request);
    guard('preHandler', ...(reads ? [] : [recheck]), limit, ...(call.confirmed ? [confirm] : []));
  });
}

type Guard = (request: FastifyRequest) => Promise<void>;

async function admit(
  request: FastifyRequest,
  { scope }: Call,
  allowedFor: 'users' | 'administrators',
): Promise<void> {
  const user = await currentUser(request);
  if (allowedFor === 'administrators' && user.role !== 'admin')
    throw new Problem('administrators-only');
  if (!user.scopes) return;
  if (!scope) throw new Problem('not-for-tokens');
  if (!user.scopes.includes(scope)) throw new Problem('scope-missing');
}

/** Refuses requests of users limited to some events that concern other events, or all of them. */
async function limitToEvents(
  request: FastifyRequest,
  call: Call,
  { findEventsOf }: Lookups,
): Promise<void> {
  const { events, scopes } = await currentUser(request);
  if (!events) return;
  const { eventScope } = call;
  if (eventScope === 'tokens only' && scopes) return;
  const ids = eventScope === 'none' || eventScope === 'tokens only' ? [] : idsIn(request, call);
  const foundEvents = await Promise.all(ids.map((each) => findEventsOf(...each)));
  const known = foundEvents.filter((each) => each !== undefined);
  const named = known.flat();
  if (!named.every((id) => events.includes(id))) {
    throw new Problem(scopes ? 'other-event' : 'not-in-your-events');
  }
  if (named.length > 0) return;
  // An unknown id gets the same response as an id in another event, so that existence is not revealed.
  if (known.length > 0 && !scopes) throw new Problem('not-in-your-events');
  if (eventScope === 'filtered for tokens too' || (eventScope === 'filtered' && !scopes)) return;
  throw new Problem(scopes ? 'event-not-named' : 'all-events-only');
}

type Ids = [field: string, ids: string[]][];

/** Fields with ids of resources in events. */
const EVENT_ID_FIELDS = ['eventId', 'leadId', 'leadIds', 'prizeId', 'prizeIds', 'sponsorId'];
/** Fields with ids of users, of devices, and of resources below another one that is named as well. */
const OTHER_ID_FIELDS = ['volunteerId', 'userId', 'actorId', 'deviceId', 'deliveryId'];

/** All ids in a request, with their fields. Parts of the request that the call does not read are ignored. */
function idsIn({ params, query, body }: FastifyRequest, call: Call): Ids {
  const pathParams = (call.params ? params : {}) as Record<string, string>;
  return [
    ...Object.entries(pathParams).map(([field, id]): Ids[number] => [field, [id]]),
    ...idsOf(call.query && query),
    ...idsOf(call.body && body),
  ];
}

/** The ids in a value, at any depth. */
function idsOf(value: unknown): Ids {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]): Ids => {
    const ids = [inner].flat().filter((each) => typeof each === 'string');
    // The leads of a bulk change.
    if (field === 'ids') return [['leadId', ids]];
    if (!/Ids?$/.test(field) || ids.length === 0) return idsOf(inner);
    if (EVENT_ID_FIELDS.includes(field)) return [[field.replace(/s$/, ''), ids]];
    if (OTHER_ID_FIELDS.includes(field)) return [];
    // Deny id fields that are in neither list: they could refer to any event.
    throw new Problem('all-events-only');
  });
}

/** The logged-in user, and the id of the request if it has one. Only for routes that are not public. */
export async function currentUser(request: FastifyRequest): Promise<CurrentUser> {
  const user = await request.findUser();
  if (!user) throw new Problem('not-signed-in');
  const { method, routeOptions, params, body, headers } = request;
  // Other methods only read, or have the same effect when repeated.
  if (method !== 'POST') return user;
  // A body whose schema has no id loses it in validation; the header stays.
  const { id: given = headers['idempotency-key'] } = (body ?? {}) as { id?: unknown };
  if (given === undefined) return user;
  const read = id.safeParse(given);
  if (!read.success) throw new Problem('invalid-input', { sentence: 'The id must be a UUID' });
  const describe = () => JSON.stringify([routeOptions.method, routeOptions.url, params, body]);
  return { ...user, request: { id: read.data, describe } };
}
