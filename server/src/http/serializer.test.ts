import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { calls } from '@drawbridge/contract/calls/all';
import type { Call } from '@drawbridge/contract/core/call';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { RecordedCall } from './openapi/openapi-details.ts';
import { copierOf } from './serializer.ts';

const file = fileURLToPath(import.meta.resolve('@drawbridge/contract/examples.json'));
const recorded: Record<string, RecordedCall> = JSON.parse(readFileSync(file, 'utf8'));

/** Every recorded answer with its schema. */
const answers = Object.values<Call>(calls).flatMap(({ name, responses }) => {
  const { status, response } = recorded[name] ?? {};
  const schema = responses[status as keyof typeof responses];
  return schema && typeof response === 'object' ? [[name, schema, response] as const] : [];
});

const SECRET = { secret: 'planted' };

/** The value with a field more in each of its objects, as a row that was read with too many columns. */
function plant(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plant);
  if (typeof value !== 'object' || value === null) return value;
  const planted = Object.entries(value).map(([name, each]) => [name, plant(each)]);
  return { ...Object.fromEntries(planted), ...SECRET };
}

it.each(answers)('%s lets out what its schema names, and nothing else', (_, schema, response) => {
  const copy = copierOf(schema);
  expect(JSON.parse(JSON.stringify(copy(response)))).toEqual(response);
  const parsed = schema.safeParse(plant(response));
  if (parsed.success) expect(copy(plant(response))).toEqual(parsed.data);
  else expect(textOf(() => copy(plant(response)))).not.toContain('planted');
});

/** What is let out: nothing if the value is refused. */
function textOf(make: () => unknown): string {
  try {
    return JSON.stringify(make());
  } catch {
    return '';
  }
}

it('there are answers of most calls', () => {
  expect(answers.length).toBeGreaterThan(100);
});

it('an object where the schema has a text is refused', () => {
  const copy = copierOf(z.object({ name: z.string(), marks: z.array(z.string().nullable()) }));
  expect(() => copy({ name: SECRET, marks: [] })).toThrow();
  expect(() => copy({ name: 'x', marks: [null, SECRET] })).toThrow();
  expect(() => copy({ name: 'x', marks: SECRET })).toThrow();
  expect(() => copy([SECRET])).toThrow();
});
