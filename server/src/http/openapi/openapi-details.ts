import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { calls } from '@drawbridge/contract/calls/all';
import type { Call } from '@drawbridge/contract/core/call';
import {
  webhookKindNames,
  webhookKinds,
  webhookPayloads,
} from '@drawbridge/contract/outreach/webhooks';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';

// Details of the API description besides schemas: headers, examples, and the messages to webhooks.

type Described = OpenAPIV3_1.OperationObject & {
  parameters?: (OpenAPIV3_1.ParameterObject & { schema?: OpenAPIV3_1.SchemaObject })[];
};

/** A recorded call with its real response. A test writes the file, and compares it. */
export interface RecordedCall {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  status: number;
  type: string;
  response?: unknown;
}

/** Adds all details from the table of calls to a description, except the schemas. */
export function addDetails(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const examples = readExamples();
  for (const methods of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(methods ?? {}) as Described[]) {
      const call: Call | undefined = calls[operation.operationId as keyof typeof calls];
      if (!call) continue;
      addHeaders(operation, call);
      const example = examples[call.name];
      if (example) addExample(operation, example);
    }
  }
  return {
    ...document,
    webhooks: describeMessages(),
    components: { ...document.components, parameters },
  };
}

/** The groups of calls, in the order of the description. */
export const groups: OpenAPIV3_1.TagObject[] = [
  { name: 'events', description: 'Events, their sponsors, questions and pictures' },
  { name: 'collecting', description: 'Leads: the form, lists, imports, figures, personal data' },
  { name: 'raffle', description: 'Prizes, draws, winners, tickets, the wall, the proof' },
  { name: 'outreach', description: "Webhooks, mail, sponsors' pages" },
  { name: 'team', description: 'Accounts, volunteers, tokens, the audit trail' },
  { name: 'login', description: 'Sessions, passwords, passkeys, single sign-on' },
  { name: 'operations', description: 'Health, status, backup, sample data' },
];

const header = (description: string): OpenAPIV3_1.HeaderObject => ({
  description,
  schema: { type: 'string' },
});

const headers = {
  'Content-Disposition': header('The name of the file: `attachment; filename="…"`.'),
  ETag: header(
    'The version of this response, for `If-None-Match`. Streamed lists have none, unless they are read in pages.',
  ),
  Link: header('`<address>; rel="next"`: the next page. Missing from the last one.'),
  RateLimit: header(
    'How many calls are left in this minute (`r`), and for how many seconds (`t`). Problems have it too.',
  ),
  'RateLimit-Policy': header('How many calls there may be (`q`) in so many seconds (`w`).'),
  'Retry-After': header('After how many seconds to try again.'),
  'WWW-Authenticate': header(
    'That a token is needed, or what is wrong with the one that was sent.',
  ),
};

const parameters: Record<string, OpenAPIV3_1.ParameterObject> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A UUID. A request that is sent again with it takes effect once, and gets the same response.',
    schema: { type: 'string', format: 'uuid' },
  },
};

type HeaderName = keyof typeof headers;

/** True if the calls of tokens are counted: not where anyone may call. */
export const countsTokens = ({ allowedFor, scope }: Call): boolean =>
  scope !== undefined && (allowedFor === 'users' || allowedFor === 'administrators');

/** The headers of a response, as the call's row implies them. */
function headersOf(call: Call, status: number): HeaderName[] {
  const { route, query, produces, limit, problems } = call;
  if (status === 304) return ['ETag'];
  if (status === 401) return ['WWW-Authenticate'];
  if (status === 429 || status === 503) return ['Retry-After'];
  if (status >= 300) return [];
  const paged = query instanceof z.ZodObject && 'cursor' in query.shape;
  const isLimited = limit || countsTokens(call) || problems?.includes('too-many-requests');
  return [
    ...(route.startsWith('GET /api/') && !produces ? (['ETag'] as const) : []),
    ...(paged ? (['Link'] as const) : []),
    ...(/\/(export|file|backup)$/.test(route) ? (['Content-Disposition'] as const) : []),
    ...(isLimited ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ];
}

function addHeaders(operation: Described, call: Call): void {
  if (headersOf(call, 200).includes('ETag')) {
    const description = 'The response is still that of the `ETag` in `If-None-Match`.';
    operation.responses = { ...operation.responses, 304: { description } };
  }
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const names = headersOf(call, Number(status));
    if (names.length === 0) continue;
    const described = names.map((name) => [name, headers[name]]);
    (response as OpenAPIV3_1.ResponseObject).headers = Object.fromEntries(described);
  }
  const repeatable = /users|administrators/.test(call.allowedFor) && call.route.startsWith('POST ');
  if (!repeatable) return;
  const key = { $ref: '#/components/parameters/IdempotencyKey' } as never;
  operation.parameters = [...(operation.parameters ?? []), key];
}

function readExamples(): Record<string, RecordedCall> {
  const path = createRequire(import.meta.url).resolve('@drawbridge/contract/examples.json');
  return JSON.parse(readFileSync(path, 'utf8'));
}

function addExample(
  operation: Described,
  { params, query, body, status, type, response: recorded }: RecordedCall,
): void {
  for (const parameter of operation.parameters ?? []) {
    const example = { ...params, ...query }[parameter.name];
    if (example === undefined) continue;
    const isText = !/integer|number|boolean/.test(String(parameter.schema?.type ?? 'string'));
    parameter.example = isText ? example : JSON.parse(example);
  }
  const { content } = (operation.requestBody ?? {}) as OpenAPIV3_1.RequestBodyObject;
  if (content?.['application/json'] && body !== undefined)
    content['application/json'].example = body;
  const response = operation.responses?.[status] as OpenAPIV3_1.ResponseObject | undefined;
  const media = response?.content?.[type];
  if (media && recorded !== undefined) media.example = recorded;
}

const messageHeaders: OpenAPIV3_1.ParameterObject[] = Object.entries({
  'webhook-id': 'The id of the message, the same for every attempt.',
  'webhook-timestamp': 'When it was sent, in seconds since 1970.',
  'webhook-signature':
    'Signatures of id, timestamp and body as Standard Webhooks describes them, with spaces between.',
}).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

/** Describes all webhook messages, from the schemas that the sender uses. */
function describeMessages(): Record<string, OpenAPIV3_1.PathItemObject> {
  const messages = [...webhookKindNames, 'test' as const].map((kind) => {
    const name = String(webhookPayloads[kind].meta()?.id);
    const post = {
      operationId: `receive${name}`,
      summary: kind === 'test' ? 'A test' : webhookKinds[kind],
      tags: ['outreach'],
      security: [],
      parameters: messageHeaders,
      requestBody: {
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
      },
      responses: {
        '2XX': { description: 'The message has arrived.' },
        '410': { description: 'No more of them: the webhook is disabled.' },
      },
    };
    return [kind, { post }] as const;
  });
  return Object.fromEntries(messages);
}
