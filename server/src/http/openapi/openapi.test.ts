import { type ProblemCode, problems } from '@drawbridge/contract/core/errors';
import { scopeNames } from '@drawbridge/contract/core/scopes';
import { logoTypes } from '@drawbridge/contract/events/sponsors';
import { webhookKindNames } from '@drawbridge/contract/outreach/webhooks';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newProgram } from '../../test/checks/callers.ts';
import { startApi } from '../../test/world/api.ts';
import { createVolunteer } from '../../test/world/fixtures.ts';
import { pagePolicy } from '../security-headers.ts';
import type { Route } from '../session.ts';

const operation = z.object({
  operationId: z.string().regex(/^[a-z][A-Za-z]+$/),
  summary: z.string().min(1),
  tags: z.tuple([z.string()]),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(
      z.union([
        z.object({
          name: z.string(),
          in: z.enum(['path', 'query']),
          description: z.string().optional(),
          schema: z.looseObject({}),
        }),
        z.object({ $ref: z.literal('#/components/parameters/IdempotencyKey') }),
      ]),
    )
    .default([]),
  requestBody: z
    .object({ content: z.object({ 'application/json': z.object({ schema: z.looseObject({}) }) }) })
    .optional(),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string().min(1),
      headers: z.record(z.string(), z.object({ description: z.string() })).default({}),
      content: z
        .record(
          z.string(),
          z.object({ schema: z.looseObject({}), example: z.unknown().optional() }),
        )
        .default({}),
    }),
  ),
});
type Operation = z.infer<typeof operation>;

const description = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.literal('Drawbridge API'), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  tags: z.array(z.object({ name: z.string(), description: z.string().min(1) })),
  components: z.object({
    parameters: z.record(z.string(), z.object({ description: z.string().min(1) })),
    schemas: z.record(z.string(), z.looseObject({})),
    securitySchemes: z.object({
      token: z.object({ type: z.literal('http'), scheme: z.literal('bearer') }),
    }),
  }),
});

const api = await startApi();
const volunteer = (await createVolunteer(api)).client;
const response = await api.anyone.get('/api/openapi.json');
const raw = response.json<{ paths: object; webhooks: object }>();
const document = response.as(description);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, one]): [string, Operation] => [
    `${method.toUpperCase()} ${path}`,
    one,
  ]),
);
afterAll(() => api.close());

/** A route in the notation of the description. */
const nameOf = ({ method, url }: Route) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`;

/** Routes that the description omits: its own page and document, web pages, and the redirect to another server. */
const hidden =
  /^GET \/api\/(openapi\.json|docs(\/.*)?|auth\/sign-on\/end)$|^\w+ \/mail\/unsubscribe\//;

interface Property {
  type?: string | string[];
  const?: unknown;
  description?: string;
  $ref?: string;
  anyOf?: Property[];
  oneOf?: Property[];
  properties?: Record<string, Property>;
}

/**
 * True if a property needs a description. Names of texts, lists and objects in responses are clear by themselves, but
 * not those of numbers, flags and null.
 */
function saysLittle({ type, const: only, anyOf = [], oneOf = [] }: Property): boolean {
  if (only !== undefined) return false;
  const unclear = /^(number|integer|boolean|null)$/;
  return (
    [type].flat().some((each) => unclear.test(each ?? '')) || [...anyOf, ...oneOf].some(saysLittle)
  );
}

const tableTypes = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv',
];
const otherTypes: Record<string, string[]> = {
  'GET /api/events/live': ['text/event-stream'],
  'GET /api/events/{eventId}/live': ['text/event-stream'],
  'GET /pictures/{file}': ['image/webp'],
  'GET /api/sponsors/{sponsorId}/logo/{hash}': [...logoTypes].sort(),
  'POST /api/events/{eventId}/winners/export': tableTypes,
  'POST /api/leads/export': tableTypes,
  'POST /api/sponsor-page/file': tableTypes,
  'POST /api/status/backup': ['application/octet-stream'],
};

describe('the description of the API', () => {
  it('names the header Idempotency-Key at the calls that read it', () => {
    const reading = operations.flatMap(([name, { parameters }]) =>
      parameters.some((each) => '$ref' in each) ? [name] : [],
    );
    const some = ['POST /api/events/{eventId}/seal', 'POST /api/leads', 'POST /api/prizes'];
    expect(reading).toEqual(expect.arrayContaining(some));
    expect(reading).not.toContain('POST /api/leads/public');
    expect(reading.filter((name) => !name.startsWith('POST '))).toEqual([]);
  });

  it('keeps all rules that Redocly recommends', async () => {
    // Examples are recorded from responses that the schemas have produced, and take long to check.
    const examples = process.env.THOROUGH ? 'error' : 'off';
    const rules = { 'no-invalid-media-type-examples': examples } as const;
    const config = await createConfig({ extends: ['recommended'], rules });
    const problems = await lintFromString({ source: JSON.stringify(raw), config });
    expect(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    ).toEqual([]);
  });

  it('has every route of the server, and no other', () => {
    const served = api.app.routeList
      .filter(({ method }) => method !== 'HEAD')
      .map(nameOf)
      .filter((route) => !hidden.test(route));
    expect(operations.map(([name]) => name).sort()).toEqual(served.sort());
  });

  it('says of each how it succeeds, in JSON unless it is a file or a stream, and how it fails, in both forms', () => {
    for (const [name, { responses }] of operations) {
      const statuses = Object.keys(responses);
      expect([name, statuses.filter((status) => status < '300').length > 0]).toEqual([name, true]);
      expect([name, statuses]).toEqual([name, expect.arrayContaining(['500', '503'])]);
      for (const [status, { content }] of Object.entries(responses)) {
        expect([name, status, Object.keys(content).sort()]).toEqual([
          name,
          status,
          status < '300'
            ? (otherTypes[name] ?? ['application/json'])
            : status === '304'
              ? []
              : status === '431'
                ? ['text/plain']
                : ['application/problem+json', 'text/plain'],
        ]);
      }
    }
  });

  it('gives every call a name of its own', () => {
    const names = operations.map(([, { operationId }]) => operationId);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining(['getLeads', 'getLead', 'createLead', 'drawWinner']),
    );
  });

  it('names every problem that a route mentions by its code and sentence', () => {
    const byStatus = new Map<string, string[]>();
    for (const [code, [status, sentence]] of Object.entries(problems)) {
      const known = byStatus.get(String(status)) ?? [];
      byStatus.set(String(status), [...known, `${sentence} (\`${code}\`)`]);
    }
    const mentioned = new Set<string>();
    for (const [, { responses }] of operations) {
      for (const [status, { description }] of Object.entries(responses)) {
        if (status < '400') continue;
        for (const line of description.split('\n\n')) {
          expect(byStatus.get(status)).toContain(line);
          mentioned.add(line);
        }
      }
    }
    // The first one occurs before routing, and the second one on a page.
    const homeless: ProblemCode[] = ['request-too-slow', 'ticket-elsewhere'];
    const all = [...byStatus.values()].flat();
    expect(all.filter((line) => !mentioned.has(line)).sort()).toEqual(
      homeless.map((code) => `${problems[code][1]} (\`${code}\`)`).sort(),
    );
  });

  it('says what each route takes', () => {
    for (const [name, { parameters, requestBody }] of operations) {
      const pathParameters = parameters.flatMap((one) =>
        'in' in one && one.in === 'path' ? [`{${one.name}}`] : [],
      );
      expect([name, pathParameters]).toEqual([name, name.match(/\{\w+\}/g) ?? []]);
      if (/^(GET|DELETE)/.test(name)) expect([name, requestBody]).toEqual([name, undefined]);
    }
    const withBody = operations.filter(([, { requestBody }]) => requestBody).map(([name]) => name);
    const writes = operations.map(([name]) => name).filter((name) => /^(POST|PATCH)/.test(name));
    expect(writes.filter((name) => !withBody.includes(name)).sort()).toEqual([
      'PATCH /api/volunteer-assignments/{assignmentId}/revoke',
      'POST /api/auth/logout',
      'POST /api/auth/passkey-challenge',
      'POST /api/auth/sign-on',
      'POST /api/events/{eventId}/form-views',
      'POST /api/leads/{leadId}/here',
      'POST /api/mail/login-links/{volunteerId}',
      'POST /api/mail/test',
      'POST /api/prizes/{prizeId}/restore',
      'POST /api/sample',
      'POST /api/sponsors/{sponsorId}/restore',
      'POST /api/volunteer-assignments/{assignmentId}/restore',
      'POST /api/webhooks/{webhookId}/deliveries/{deliveryId}/send',
      'POST /api/webhooks/{webhookId}/test',
    ]);
  });

  it('groups the calls by the seven rooms', () => {
    const used = new Set(operations.map(([, { tags }]) => tags[0]));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
    expect(used.size).toBe(7);
  });

  it('describes every parameter, every property of a body, and every number, flag and null of an answer', () => {
    const undescribed = new Set<string>();
    const { schemas } = document.components;
    const seenValues = new Set<string>();
    const visit = (part: unknown, where: string, isNeeded: (property: Property) => boolean) => {
      if (typeof part !== 'object' || part === null) return;
      const { $ref, properties = {} } = part as Property;
      const name = typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : undefined;
      if (name && !seenValues.has(name)) {
        seenValues.add(name);
        visit(schemas[name], name, isNeeded);
      }
      for (const [field, property] of Object.entries(properties)) {
        if (!property.description && isNeeded(property)) undescribed.add(`${where}: ${field}`);
      }
      for (const [key, inner] of Object.entries(part)) {
        if (key !== 'example') visit(inner, where, isNeeded);
      }
    };
    for (const [route, { parameters, requestBody }] of operations) {
      for (const parameter of parameters) {
        if ('name' in parameter && !parameter.description) {
          undescribed.add(`${route}: ${parameter.name}`);
        }
      }
      visit(requestBody, route, () => true);
    }
    seenValues.clear();
    for (const [route, { responses }] of operations) visit(responses, route, saysLittle);
    visit(raw.webhooks, 'webhooks', saysLittle);
    expect([...undescribed]).toEqual([]);
  });

  it('has an example of every answer, but for files, streams, and what takes a passkey or a provider', () => {
    const without = operations.filter(
      ([, { responses }]) =>
        !Object.values(responses).some(({ content }) =>
          Object.values(content).some(({ example }) => example !== undefined),
        ),
    );
    expect(without.map(([, { operationId }]) => operationId).sort()).toEqual([
      'confirmWithoutPassword',
      'createAccountPasskey',
      'downloadBackup',
      'getPicture',
      'getSponsorLogo',
      'logInByPasskey',
      'logInBySignOn',
      'replaceSponsorNote',
      'startSignOn',
      'watchEvents',
      'watchRaffle',
    ]);
  });

  it('describes the headers of answers where they occur', () => {
    const headersOf = (name: string, status: string) =>
      Object.keys(operations.find(([each]) => each === name)?.[1].responses[status]?.headers ?? {});
    expect(headersOf('GET /api/leads', '200')).toEqual([
      'ETag',
      'Link',
      'RateLimit',
      'RateLimit-Policy',
    ]);
    expect(headersOf('GET /api/leads', '401')).toEqual(['WWW-Authenticate']);
    expect(headersOf('POST /api/auth/login', '429')).toEqual(['Retry-After']);
    const repeatable = operations.filter(([, { parameters }]) =>
      parameters.some((one) => '$ref' in one),
    );
    for (const [name] of repeatable) expect(name).not.toMatch(/^GET /);
    expect(repeatable.map(([name]) => name)).toContain('POST /api/leads');
  });

  it('says where the calls of a token are counted, and where an answer can be asked for again', async () => {
    const client = await newProgram(api, [...scopeNames]);
    const path = (name: string) =>
      name.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000').replace('GET ', '');
    for (const [name, { responses, security }] of operations) {
      if (!name.startsWith('GET ') || name.endsWith('/live')) continue;
      const answered = await client.get(path(name));
      const counted = answered.headers.has('ratelimit');
      const { '200': fine, '304': same, '429': tooMany } = responses;
      expect([name, 'RateLimit' in (fine?.headers ?? {})]).toEqual([name, counted]);
      expect([name, /too-many-requests/.test(tooMany?.description ?? '')]).toEqual([name, counted]);
      expect([name, Object.keys(same?.headers ?? {})]).toEqual([
        name,
        'ETag' in (fine?.headers ?? {}) ? ['ETag'] : [],
      ]);
      if (answered.status === 200 && !/^GET \/api\/leads(\/export)?$/.test(name)) {
        const tagged = answered.headers.has('etag');
        expect([name, 'ETag' in (fine?.headers ?? {})]).toEqual([name, tagged]);
      }
      if (security.length === 0) expect([name, counted]).toEqual([name, false]);
    }
    const change = operations.find(([name]) => name === 'PATCH /api/leads/{leadId}')?.[1];
    expect(change?.responses['429']?.description).toContain('too-many-requests');
    expect(change?.responses['403']?.description).toContain('not-for-tokens');
  });

  it('has every message to webhooks', () => {
    expect(Object.keys(raw.webhooks)).toEqual([...webhookKindNames, 'test']);
  });

  it('refers to nothing that is not there, and holds nothing that nobody refers to', () => {
    const references = [...JSON.stringify(raw).matchAll(/"\$ref":"([^"]*)"/g)].map(([, to]) => to);
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const steps = String(reference).split('/').slice(1);
      const target = steps.reduce<unknown>(
        (part, step) => (part as Record<string, unknown> | undefined)?.[step],
        raw,
      );
      expect([reference, typeof target]).toEqual([reference, 'object']);
    }
    const used = new Set(references);
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !used.has(`#/components/schemas/${name}`),
    );
    expect(unused).toEqual([]);
  });

  it('asks for a session where the server does, and only there', async () => {
    for (const [name, { security, responses }] of operations) {
      const [method = '', path = ''] = name.split(' ');
      const url = path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const toNobody = String((await api.anyone.send(method, url, body)).status);
      const toVolunteer = String((await volunteer.send(method, url, body)).status);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining([toNobody, toVolunteer]));
      // The prizes of one event are public and those of all events are not; no other route is both.
      if (name === 'GET /api/prizes') continue;
      expect([name, security]).toEqual([name, toNobody === '401' ? [{ token: [] }] : []]);
      // The provider may know a person who has no account here.
      if (toNobody === '401' || name === 'POST /api/auth/login-sign-on') continue;
      expect([name, ...Object.keys(responses)]).not.toContain('403');
    }
  });
});

describe('the page with the description', () => {
  it('is a page of ours that needs nothing from elsewhere and no script inside it', async () => {
    const page = await api.anyone.get('/api/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html\b/);
    expect(page.text).toContain('<title>Drawbridge API</title>');
    expect(page.headers.get('content-security-policy')).toBe(pagePolicy);

    const scripts = [...page.text.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    expect(page.text.match(/<script/g)).toHaveLength(scripts.length);
    for (const [, , inside = ''] of scripts) expect(inside.trim()).toBe('');
    expect(page.text).not.toMatch(/\son\w+=/i);

    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to]) => String(to));
    const server = api.anyone.url;
    for (const part of parts) {
      const url = new URL(part, `${server}/api/docs`);
      expect(url.origin).toBe(server);
      expect([part, (await api.anyone.get(url.pathname)).status]).toEqual([part, 200]);
    }
  });

  it('shows this very description', async () => {
    expect((await api.anyone.get('/api/docs/json')).json()).toEqual(raw);
  });
});
