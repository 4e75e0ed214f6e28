import type { Call, Calls } from '@drawbridge/contract/calls/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { BackupResult } from '../backup/nightly.ts';
import type { Database, Db } from '../db/client.ts';
import type { Outcome } from '../errors.ts';
import type { Connections } from '../plugins/connections.ts';
import { networkOf } from '../plugins/limits.ts';
import type { PageNonces } from '../plugins/page-nonces.ts';
import { type SignedInUser, signedIn } from '../plugins/session.ts';
import type { Settings } from '../settings.ts';
import {
  type AuditDescription,
  type AuditFacts,
  auditChange,
  kindOf,
  recordAudit,
} from './audit/store.ts';
import type { WriteMonitor } from './health/write-monitor.ts';
import type { NewLeads } from './leads/new-leads.ts';
import type { SubmitLead } from './leads/submission-queue.ts';

/** What every feature receives. */
export interface Services {
  db: Database;
  writes: WriteMonitor;
  connections: Connections;
  settings: Settings;
  backups: BackupResult;
  submitLead: SubmitLead;
  newLeads: NewLeads;
  nonces: PageNonces;
  /** What sends to webhooks, and mail if that is on; each can be told that there is something to send. */
  deliveries: { wake(): void };
  mail: { wake(): void } | undefined;
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A request that has passed its guards, and how to answer it. */
interface Exchange<C extends Call> {
  params: Output<C['params']>;
  query: Output<C['query']>;
  body: Output<C['body']>;
  user: C['who'] extends 'users' | 'administrators' ? SignedInUser : undefined;
  /**
   * Makes a change for the user and records it, in one transaction and once for a request with an id. A refused change
   * throws its problem. Unless described otherwise, the record is of the row that the change returns.
   */
  change<T>(
    work: (tx: Db, user: SignedInUser) => Promise<Outcome<T>>,
    description?: AuditDescription<T>,
  ): Promise<T>;
  /** Records what the user did without changing anything. */
  record(facts?: AuditFacts): Promise<void>;
  /** Counts a failure towards the call's limit. */
  countFailure(): void;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Answers<C extends Call> = C['answers'][keyof C['answers']];
/** What the outward schema takes, or the reply itself if it has been sent. */
type Answer<C extends Call> = z.input<Extract<Answers<C>, z.ZodType>> | FastifyReply;

type Handlers<Rows extends Calls> = {
  [Name in keyof Rows]: (
    exchange: Exchange<Rows[Name]>,
  ) => Answer<Rows[Name]> | Promise<Answer<Rows[Name]>>;
};

export interface Feature {
  calls: Calls;
  register(app: FastifyInstance, services: Services): void;
}

/** Binds calls to the functions that answer them, by their names. */
export function feature<Rows extends Calls>(
  calls: Rows,
  build: (services: Services, app: FastifyInstance) => Handlers<Rows>,
): Feature {
  return {
    calls,
    register: (app, services) => {
      const handlers = build(services, app) as Record<string, AnyHandler>;
      for (const [name, call] of Object.entries(calls)) {
        const handler = handlers[name];
        if (!handler) throw new Error(`Nothing answers the call '${name}'`);
        app.route(routeOf(call, answering(call, handler, services.db)));
      }
      const unknown = Object.keys(handlers).find((name) => !(name in calls));
      if (unknown) throw new Error(`There is no call '${unknown}'`);
    },
  };
}

type AnyHandler = (exchange: Exchange<Call>) => unknown;

function routeOf(call: Call, handler: (request: FastifyRequest, reply: FastifyReply) => unknown) {
  const [method = '', url = ''] = call.route.split(' ');
  const { params, query, body, answers, maxBytes, compress } = call;
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
          response: answers,
        },
  };
}

function answering(call: Call, handler: AnyHandler, db: Database) {
  const statuses = Object.keys(call.answers).map(Number);
  const [status = 200] = statuses;
  const known = call.who === 'users' || call.who === 'administrators';
  const { limit } = call;

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const count = (max: number) =>
      request.server.limits.count(request, `${call.name} ${networkOf(request.ip)}`, max);
    if (limit && 'calls' in limit) count(limit.calls);
    if (statuses.length === 1 && status !== 200) reply.code(status);
    const { params, query, body } = request;
    return handler({
      ...({ params, query, body, request, reply } as object),
      user: known ? await signedIn(request) : undefined,
      change: (work, description) => auditChange(db, request, call, work, description),
      record: async (facts) => recordAudit(db, await signedIn(request), kindOf(call, facts ?? {})),
      countFailure: () => limit && 'failures' in limit && count(limit.failures),
    } as Exchange<Call>);
  };
}
