import type { SessionUser } from '@drawbridge/contract/auth';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';

/** Who may call a route. */
export type Who = 'anyone' | 'users' | 'administrators';

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
  /** What the user is asking for, if it has an id. */
  request?: IdentifiedRequest;
}

type FindUser = (token: string) => Promise<SignedInUser | undefined>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set where a route differs from its feature's row in the table of `app.ts`. */
    who?: Who;
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

const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/i;

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

/** Guards every route added to `app` from here on; a route without `who` gets the default. */
export function guardRoutes(app: FastifyInstance, defaultWho: Who): void {
  app.addHook('onRoute', (route) => {
    const who = route.config?.who ?? defaultWho;
    route.config = { ...route.config, who };
    if (who === 'anyone') return;
    // onRequest runs before the body is parsed, so no work is done for unauthorised requests.
    route.onRequest = [(request) => admit(request, who), ...[route.onRequest ?? []].flat()];
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
