import { calls } from '@drawbridge/contract/calls/all';
import { leadFormCalls, pageCalls } from '@drawbridge/contract/calls/pages';
import { type AllowedFor, type Call, defineCalls } from '@drawbridge/contract/core/call';
import { z } from 'zod';
import { callerIn, newSponsorClient, password } from '../checks/callers.ts';
import type { TestApi } from '../world/api.ts';
import type { Client } from '../world/client.ts';
import type { Body, Examples, Prepare, World } from '../world/example-context.ts';
import { createPrize, createSponsor } from '../world/fixtures.ts';
import {
  accountExamples,
  newAccountId,
  newAssignmentId,
  newPasskeyId,
  newVolunteerId,
} from './accounts.ts';
import { eventExamples } from './events.ts';
import { leadExamples, newImportId, newLeadId } from './leads.ts';
import { newWebhookId, raffleExamples } from './raffle.ts';

/*
 * An example of every call of the server, in a context in which it succeeds. The tests of access, of bad input, of
 * repeated requests, of the audit trail and of indexes all use this list.
 */

export type CallName = keyof typeof calls;

export interface Example {
  /** The name of the call, with the words that distinguish several examples of it. */
  name: string;
  variant: string;
  call: Call;
  allowedFor: AllowedFor;
  /** The status of the response for a caller with permission. */
  status: number;
  prepare: Prepare;
}

/** A call that is not in the table: the API description. */
const description = (route: `GET /${string}`) => ({
  route,
  summary: 'The description of the API',
  responses: { 200: z.unknown() },
});
const descriptionCalls = defineCalls(
  { allowedFor: 'anyone', tokenScope: 'none', eventScope: 'none' },
  {
    getDescription: description('GET /api/openapi.json'),
    showDescription: description('GET /api/docs'),
    getDocsJson: description('GET /api/docs/json'),
    getDocsYaml: description('GET /api/docs/yaml'),
    getDocsFile: description('GET /api/docs/static/*'),
    getDocsIndex: description('GET /api/docs/static/index.html'),
    getDocsScript: description('GET /api/docs/static/swagger-initializer.js'),
  },
);

const given: Examples = {
  ...accountExamples,
  ...eventExamples,
  ...leadExamples,
  ...raffleExamples,
  getDocsFile: () => ({ params: { '*': 'swagger-ui.css' } }),
};

/** Functions that create the resource of a path parameter, by the parameter's name. */
const makers: Record<string, (world: World) => string | Promise<string>> = {
  accountId: newAccountId,
  assignmentId: newAssignmentId,
  eventId: ({ eventId }) => eventId,
  importId: newImportId,
  leadId: newLeadId,
  passkeyId: newPasskeyId,
  prizeId: async ({ api, eventId }) => (await createPrize(api.admin, eventId)).id,
  sponsorId: async ({ api, eventId }) => (await createSponsor(api, eventId)).id,
  volunteerId: newVolunteerId,
  webhookId: newWebhookId,
};

/** The calls that these tests can make; their servers have no web app. */
export const servedCalls = Object.values<Call>({ ...calls, ...descriptionCalls }).filter(
  ({ name }) => !(name in pageCalls || name in leadFormCalls),
);

const parametersOf = ({ route }: Call) =>
  [...route.matchAll(/:(\w+)|\*/g)].map(([, name = '*']) => name);

/** The examples of a call. A call that needs no input needs no example. */
function examplesOf(call: Call): Example[] {
  const own = Object.entries(given).filter(([name]) => name.split(' ')[0] === call.name);
  const unmade = parametersOf(call).filter((name) => !(name in makers));
  const takesInput = call.query || (call.body && !call.confirmed) || unmade.length > 0;
  if (takesInput && own.length === 0) throw new Error(`The call '${call.name}' has no example`);
  // The status for an existing resource is lower than the one for a created resource.
  const usual = Math.max(200, ...Object.keys(call.responses).map(Number));
  return (own.length > 0 ? own : [[call.name, () => ({})] as const]).map(([name, example]) => {
    const { status = usual, prepare = () => ({}) } =
      typeof example === 'function' ? { prepare: example } : example;
    const variant = name.slice(call.name.length).trim();
    const allowedFor =
      variant === 'of all events' ? (call.withoutEvent ?? call.allowedFor) : call.allowedFor;
    return { name, variant, call, allowedFor, status, prepare };
  });
}

export const examples = servedCalls.flatMap(examplesOf);

const unknown = Object.keys(given).find((name) => !examples.some((each) => each.name === name));
if (unknown) throw new Error(`The example '${unknown}' is of no call`);

export interface PreparedCall {
  call: Call;
  client: Client;
  method: string;
  path: string;
  query: Record<string, string>;
  /** The path with the query. */
  url: string;
  body?: () => Body;
}

/** Creates the resources of the call. */
export async function prepareCall({ call, prepare }: Example, world: World): Promise<PreparedCall> {
  const [method = '', pattern = ''] = call.route.split(' ');
  const own = call.confirmed ? { ...world, caller: await callerIn(world) } : world;
  const {
    params = {},
    query = {},
    client = await usualClient(call, own),
    ...more
  } = await prepare(own);
  const confirmation = call.confirmed && { currentPassword: password };
  const body = call.body && (() => ({ ...confirmation, ...more.body?.() }));

  const named: Record<string, string> = { ...params };
  for (const name of parametersOf(call)) {
    const made = named[name] ?? (await makers[name]?.(own));
    if (made === undefined) throw new Error(`The example of '${call.name}' has no ${name}`);
    named[name] = made;
  }
  const path = pattern.replace(/:(\w+)|\*/g, (_, name = '*') => named[name] ?? '');
  const url = Object.keys(query).length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
  return { call, client, method, path, query, url, ...(body && { body }) };
}

/** The caller unless the example has one: the user who confirms the call, a sponsor, a visitor or an administrator. */
async function usualClient(
  { confirmed, allowedFor, route }: Call,
  { api, caller }: World,
): Promise<Client> {
  if (confirmed && caller) return caller;
  if (allowedFor === 'sponsors') return newSponsorClient(api);
  return allowedFor === 'anyone' && !route.startsWith('GET ') ? api.anyone : api.admin;
}

/** The calls in the server's API description. */
export async function describedCalls({ anyone }: TestApi) {
  const { paths } = (await anyone.get('/api/openapi.json')).json() as {
    paths: Record<string, Record<string, Described>>;
  };
  return Object.values(paths).flatMap((methods) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      name: operationId,
      reads: method === 'get',
      parameters: parameters.map((parameter) => parameter.in),
      body: requestBody !== undefined,
    })),
  );
}

interface Described {
  operationId: string;
  parameters?: { in: string }[];
  requestBody?: object;
}
