import { STATUS_CODES } from 'node:http';
import type { AllowedFor, Call, EventScope } from '@drawbridge/contract/core/call';
import { type ProblemCode, problems } from '@drawbridge/contract/core/errors';
import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import { problemDocument } from '@drawbridge/contract/core/problem-document';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema, RouteHandlerMethod } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { compressAll, sendCompressed } from '../response-cache.ts';
import { pagePolicy } from '../security-headers.ts';
import { addDetails, countsTokens, groups } from './openapi-details.ts';

/** Generates the API description from the contract's schemas. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${PRODUCT_NAME} API`,
        version: '1',
        license: { name: 'MIT', identifier: 'MIT' },
        description:
          'A guide with a first call is at [/help/api](/help/api).\n\n' +
          'Errors are one plain sentence (text/plain). Send "Accept: application/json" or ' +
          '"application/problem+json" to get the same error as RFC 9457 with a stable code and, for bad ' +
          'input, the fields. "If-None-Match" with an ETag gets a 304 for the same response. A ' +
          'logged-in client can repeat a POST, which takes effect once, with the same UUID as ' +
          '"id" in the body, where it takes one, or in the header "Idempotency-Key".',
      },
      tags: groups,
      servers: [{ url: '/', description: 'This server' }],
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description:
              'The token of a session, or one that an administrator has created for a program',
          },
        },
      },
    },
    transform: (document) => {
      const { call } = document.route.config ?? {};
      if (!call || call.page) return { schema: { hide: true }, url: document.url };
      const { schema, url } = jsonSchemaTransform(
        document as Parameters<typeof jsonSchemaTransform>[0],
      );
      return { schema: describeCall(call, schema), url };
    },
    transformObject: (document) =>
      dropUnusedSchemas(addDetails(jsonSchemaTransformObject(document) as OpenAPIV3_1.Document)),
  });
}

/** Serves the page and the document of the API. Registered last, so that they include every route. */
export async function publishApiDescription(app: FastifyInstance): Promise<void> {
  let description: Promise<Buffer> | undefined;
  const sendDescription: RouteHandlerMethod = async (_request, reply) => {
    description ??= compressAll([JSON.stringify(app.swagger())]);
    return sendCompressed(reply, await description, 'application/json; charset=utf-8');
  };
  const options = { compress: false } as const;
  app.get('/api/openapi.json', options, sendDescription);
  await app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      // The plugin's own routes would write the description again for every request. JSON is also valid YAML.
      if (/\/(json|yaml)$/.test(route.url)) route.handler = sendDescription;
      // The plugin's own redirect leads to itself if the URL has a query.
      if (route.url.endsWith('/static/index.html')) {
        route.handler = async (_request, reply) => reply.redirect('/api/docs/');
      }
    });
    pages.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', pagePolicy);
    });
    await pages.register(swaggerUi, {
      routePrefix: '/api/docs',
      theme: { title: `${PRODUCT_NAME} API` },
      uiConfig: { layout: 'BaseLayout', docExpansion: 'list' },
    });
  });
}

const guardProblems: Record<AllowedFor, ProblemCode[]> = {
  anyone: [],
  users: ['not-signed-in'],
  administrators: ['not-signed-in', 'administrators-only'],
  sponsors: ['not-signed-in'],
};

/** Describes a call from its row, around its schemas in JSON. */
function describeCall(call: Call, schema: FastifySchema): FastifySchema {
  const types = (call.produces ?? ['application/json']).map((type) => type.replace(/;.*/, ''));
  const responses = Object.entries((schema.response ?? {}) as Record<string, object>).map(
    ([status, response]) => [
      status,
      {
        description: STATUS_CODES[status],
        content: Object.fromEntries(
          types.map((type) => [type, { schema: contentOf(type, response) }]),
        ),
      },
    ],
  );
  return {
    ...schema,
    tags: [call.room ?? ''],
    summary: call.summary,
    operationId: call.name,
    description: [call.description, scopeSentence(call), sizeSentence(call)]
      .filter(Boolean)
      .join('\n\n'),
    response: { ...Object.fromEntries(responses), ...describeProblems(problemsOf(call)) },
    security: call.allowedFor === 'anyone' ? [] : [{ token: [] }],
  };
}

/** The content of a response. Files are bytes, whatever their response schema is. */
const contentOf = (type: string, response: object) =>
  /^(text\/|application\/json)/.test(type) ? response : { type: 'string', format: 'binary' };

const sizeSentence = ({ maxBytes }: Call) =>
  maxBytes && `The body may have ${Math.floor(maxBytes / 1024)} KB.`;

function scopeSentence({ allowedFor, scope }: Call): string | undefined {
  if (allowedFor === 'anyone') return undefined;
  if (allowedFor === 'sponsors') return 'The token is that of a private link that was opened.';
  return scope ? `Tokens need the scope \`${scope}\`.` : 'Tokens cannot call this.';
}

/** Removes unused schemas. Every schema is generated as input and as output, but most are used as only one of them. */
function dropUnusedSchemas(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const schemas = document.components?.schemas ?? {};
  const used = new Set<string>();
  const collect = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (name === undefined || used.has(name)) continue;
      used.add(name);
      collect(schemas[name] ?? null);
    }
  };
  collect([document.paths, document.webhooks]);
  const usedSchemas = Object.fromEntries(
    Object.entries(schemas).filter(([name]) => used.has(name)),
  );
  return { ...document, components: { ...document.components, schemas: usedSchemas } };
}

const tokenProblems = ['scope-missing', 'event-not-named', 'other-event'] as const;

/** The problems that accounts limited to some events can get. */
function refusedProblems(eventScope: EventScope): ProblemCode[] {
  if (eventScope === 'none' || eventScope === 'tokens only') return ['all-events-only'];
  return eventScope === 'named'
    ? ['all-events-only', 'not-in-your-events']
    : ['not-in-your-events'];
}

const passwordProblems = ['wrong-password', 'too-many-wrong-passwords'] as const;

function problemsOf(call: Call): ProblemCode[] {
  const { allowedFor, scope, eventScope, route, query, body, withoutEvent } = call;
  const reads = route.startsWith('GET ');
  const guards = withoutEvent ?? allowedFor;
  const codes: ProblemCode[] = [
    ...guardProblems[guards],
    ...(allowedFor === 'anyone' || allowedFor === 'sponsors'
      ? []
      : scope
        ? tokenProblems
        : (['not-for-tokens'] as const)),
    ...(allowedFor === 'administrators' ? refusedProblems(eventScope) : []),
    ...(allowedFor === 'users' && eventScope === 'named' ? (['not-in-your-events'] as const) : []),
    ...(query || body ? (['invalid-input'] as const) : []),
    ...(body ? (['malformed-request', 'too-large', 'unsupported-media-type'] as const) : []),
    ...(call.confirmed ? passwordProblems : []),
    ...(call.problems ?? []),
    ...(call.limit || countsTokens(call) ? (['too-many-requests'] as const) : []),
    ...(allowedFor === 'anyone' || reads ? [] : (['request-id-reused', 'request-done'] as const)),
    'unexpected',
    'database-away',
    'headers-too-large',
  ];
  return [...new Set(codes)];
}

/** A reference to the schema of problems. Loading the schema adds it to the description. */
const problemSchema = { $ref: `#/components/schemas/${problemDocument.meta()?.id}` };

function describeProblems(codes: ProblemCode[]) {
  const sentences = new Map<number, string[]>();
  for (const code of codes) {
    const [status, sentence] = problems[code];
    sentences.set(status, [...(sentences.get(status) ?? []), `${sentence} (\`${code}\`)`]);
  }
  return Object.fromEntries(
    [...sentences].map(([status, lines]) => [
      status,
      {
        description: lines.join('\n\n'),
        content: {
          'text/plain': { schema: { type: 'string' } },
          // Headers that are too large are never parsed, so the requested format is unknown.
          ...(status !== problems['headers-too-large'][0] && {
            'application/problem+json': { schema: problemSchema },
          }),
        },
      },
    ]),
  );
}
