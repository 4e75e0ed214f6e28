import type { AuditKind } from '@drawbridge/contract/core/audit-kinds';
import type { Call, Calls } from '@drawbridge/contract/core/call';
import type { BeaconChain } from '@drawbridge/contract/fair-draw/sealed/beacon';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Database, Db } from '../db/client.ts';
import { readFor } from '../db/reads/cancelling.ts';
import type { WriteMonitor } from '../db/write-monitor.ts';
import { type Outcome, unwrap } from '../errors.ts';
import type { Connections } from '../http/connections/connections.ts';
import { networkOf } from '../http/limits.ts';
import { type CurrentUser, currentUser } from '../http/session.ts';
import type { Settings } from '../settings.ts';
import { type AuditRecord, fieldsOf, recordAudit } from './change/audit-log.ts';
import { change } from './change/change.ts';
import type { ReadCreated } from './change/idempotency.ts';

/** The services that every feature receives. A feature that needs more declares them in `feature`. */
export interface Services {
  db: Database;
  writes: WriteMonitor;
  connections: Connections;
  settings: Settings;
  beaconChain: BeaconChain;
}

/** The audit record of a change. Its kind is that of the call, unless given. */
type AuditFacts = Omit<AuditRecord, 'kind'> & { kind?: AuditKind };
type AuditDescription<T> = AuditFacts | ((changed: T) => AuditFacts | AuditFacts[] | undefined);

type Output<Schema> = Schema extends { _zod: object } ? z.output<Schema> : undefined;

/** A request that has passed its guards, with the means to respond. */
interface Exchange<C extends Call> {
  params: Output<C['params']>;
  query: Output<C['query']>;
  body: Output<C['body']>;
  user: C['allowedFor'] extends 'users' | 'administrators' ? CurrentUser : undefined;
  /**
   * Makes a change for the user and records it, in one transaction, and once for a request with an id. A refused change
   * throws its problem. Without a description, the audit record is about the returned row. If the change creates a row,
   * `read` reads it again by its id for a repeated request.
   */
  change<T>(
    work: (tx: Db, user: CurrentUser) => Promise<Outcome<T>>,
    description?: AuditDescription<T>,
    read?: ReadCreated<T>,
  ): Promise<T>;
  /** Records an action that changed nothing. */
  record(facts?: AuditFacts): Promise<void>;
  /** Counts a failure towards the call's limit. */
  countFailure(): void;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The input of the response schema, or the reply itself if it has been sent. */
type HandlerResult<C extends Call> = z.input<C['responses'][keyof C['responses']]> | FastifyReply;

type Handlers<Rows extends Calls> = {
  [Name in keyof Rows]: (
    exchange: Exchange<Rows[Name]>,
  ) => HandlerResult<Rows[Name]> | Promise<HandlerResult<Rows[Name]>>;
};

export interface Feature<Needs = Services> {
  calls: Calls;
  register(app: FastifyInstance, services: Needs): void;
}

/** Binds calls to their handlers, by name. */
export function feature<Rows extends Calls, Needs extends Services = Services>(
  calls: Rows,
  build: (services: Needs, app: FastifyInstance) => Handlers<Rows>,
): Feature<Needs> {
  return {
    calls,
    register: (app, services) => {
      const handlers = build(services, app) as Record<string, AnyHandler>;
      for (const [name, call] of Object.entries(calls)) {
        const handler = handlers[name];
        if (!handler) throw new Error(`The call '${name}' has no handler`);
        app.route(routeOf(call, handlerOf(call, handler, services.db)));
      }
      const unknown = Object.keys(handlers).find((name) => !(name in calls));
      if (unknown) throw new Error(`There is no call '${unknown}'`);
    },
  };
}

type AnyHandler = (exchange: Exchange<Call>) => unknown;

function routeOf(call: Call, handler: (request: FastifyRequest, reply: FastifyReply) => unknown) {
  const [method = '', url = ''] = call.route.split(' ');
  const { params, query, body, responses, maxBytes, compress } = call;
  return {
    method,
    url,
    handler,
    config: { call },
    ...(maxBytes && { bodyLimit: maxBytes }),
    ...(compress === false && { compress }),
    schema: call.page
      ? {}
      : {
          ...(params && { params }),
          ...(query && { querystring: query }),
          ...(body && { body }),
          response: responses,
        },
  };
}

function handlerOf(call: Call, handler: AnyHandler, db: Database) {
  const statuses = Object.keys(call.responses).map(Number);
  const [status = 200] = statuses;
  const known = call.allowedFor === 'users' || call.allowedFor === 'administrators';
  // Public responses are shared by many readers, and a live stream reads for all its viewers.
  const cancellable =
    call.route.startsWith('GET ') &&
    call.allowedFor !== 'anyone' &&
    !call.produces?.includes('text/event-stream');
  const { limit } = call;
  const count = (request: FastifyRequest, max: number) =>
    request.server.limits.count(request, `${call.name} ${networkOf(request.ip)}`, max);

  /** Created lazily because few calls use it: this makes an entry 10 % faster. */
  class ExchangeOfCall {
    readonly params: unknown;
    readonly query: unknown;
    readonly body: unknown;
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly user: CurrentUser | undefined;

    constructor(request: FastifyRequest, reply: FastifyReply, user: CurrentUser | undefined) {
      this.params = request.params;
      this.query = request.query;
      this.body = request.body;
      this.request = request;
      this.reply = reply;
      this.user = user;
    }
    get change(): Exchange<Call>['change'] {
      return (work, description, read) =>
        changeByCall(db, this.request, call, { work, description, read });
    }
    get record(): Exchange<Call>['record'] {
      return async (facts) =>
        recordAudit(db, await currentUser(this.request), kindOf(call, facts ?? {}));
    }
    get countFailure(): Exchange<Call>['countFailure'] {
      return () => limit && 'failures' in limit && count(this.request, limit.failures);
    }
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (limit && 'calls' in limit) count(request, limit.calls);
    if (statuses.length === 1 && status !== 200) reply.code(status);
    const user = known ? await currentUser(request) : undefined;
    const respond = () => handler(new ExchangeOfCall(request, reply, user) as Exchange<Call>);
    return cancellable ? readFor(goneOf(reply), respond) : respond();
  };
}

/** A signal that is aborted if the client disconnects before its response was sent. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const disconnect = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) disconnect.abort();
  });
  return disconnect.signal;
}

interface ChangeOfCall<T> {
  work: (tx: Db, user: CurrentUser) => Promise<Outcome<T>>;
  description?: AuditDescription<T> | undefined;
  read?: ReadCreated<T> | undefined;
}

/** Makes a change for the logged-in user of a call, as the call's row declares. A refused change throws its problem. */
async function changeByCall<T>(
  db: Database,
  request: FastifyRequest,
  call: Call,
  { work, description = (changed) => auditFactsOf(changed, request), read }: ChangeOfCall<T>,
): Promise<T> {
  const user = await currentUser(request);
  const describe = (changed: T) => {
    const facts = typeof description === 'function' ? description(changed) : description;
    return [facts ?? []].flat().map((each) => kindOf(call, each));
  };
  const { changes = 'none' } = call;
  const published = [changes].flat().filter((each) => each !== 'none');
  const runUnwrapped = async (tx: Db) => unwrap(await work(tx, user));
  return change(db, user, runUnwrapped, describe, { changes: published, read });
}

function kindOf(call: Call, facts: AuditFacts): AuditRecord {
  const { kind = call.audit } = facts;
  if (!kind) throw new Error(`Nothing says how '${call.name}' is recorded`);
  return { ...facts, kind };
}

function auditFactsOf(changed: unknown, { method, body }: FastifyRequest): AuditFacts {
  const { id, name, eventId } = changed as { id: string; name?: string; eventId?: string };
  const fields = method === 'PATCH' && body ? { details: { fields: fieldsOf(body) } } : {};
  return { eventId: eventId ?? null, subject: { id, name: name ?? null }, ...fields };
}
