import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../scripts/lib/any-character.mjs';
import { propertyRuns, valuesFor } from '../database/property-runs.ts';
import type { Body } from '../world/example-context.ts';
import { logo, next } from '../world/fixtures.ts';
import { exampleOf, openBadInputTest, withBody } from './bad-input.ts';

/** Any code unit of UTF-16, which may be half of a character. */
const codeUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

const { world, prepareWithBody, watch } = openBadInputTest();

/** The example's body as text, with one field written differently. */
function withField(body: Body, field: string, json: string): string {
  const fields = Object.entries({ ...body, [field]: null }).map(
    ([key, value]) => `${JSON.stringify(key)}:${key === field ? json : JSON.stringify(value)}`,
  );
  return `{${fields.join()}}`;
}

/**
 * The fields sent along with the tested one. A PATCH takes any subset, so the field is sent alone, except for a
 * password.
 */
function rest(method: string, body: Body): Body {
  if (method !== 'PATCH') return body;
  return 'currentPassword' in body ? { currentPassword: body.currentPassword } : {};
}

describe('a field that is not what it should be', () => {
  const values = [
    ...['null', 'true', '0', '-1', '1.5', '1e400', '9223372036854775808'],
    ...['[]', '{}', '[null]', '[[[["x"]]]]', '{"toString": "x"}'],
    ...['""', '" "', '"x"', '"\\u0000"', '"\\ud800"', '"NaN"', '"1e5"', '"99999-01-01"'],
    JSON.stringify('x'.repeat(60_000)),
    JSON.stringify('😀'.repeat(15_000)),
    JSON.stringify(`data:image/svg+xml,${'<!-- -->'.repeat(60)}`),
    JSON.stringify('00000000-0000-0000-0000-000000000000'),
  ];

  // Sorting so many marks took seconds. The sizes are those of the largest usual body, and of the longest text before
  // it is composed.
  const marks = (count: number) => '\u0301'.repeat(count) + '\u0323'.repeat(count);
  const slow = [15_000, 9_900].map((count) => `a${marks(count)}@example.com`);
  /** A limit on CPU time. A request with a body of this size takes a few milliseconds. */
  const CPU_MAX_MS = 500;

  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: codeUnit, minLength: 1 }),
    fc.string({ minLength: 2, maxLength: 120 }),
    fc.uuid(),
    fc.emailAddress(),
    fc.stringMatching(/^[0-9 +()-]{8,22}$/),
    fc.stringMatching(/^-?\d{0,9}\.?\d{0,3}$/),
    fc.stringMatching(/^\d{6}$/),
    fc.stringMatching(/^\d{4}-[01]\d-[0-3]\d(T[0-2]\d:[0-5]\d(:[0-5]\d)?Z?)?$/),
    fc.double(),
    fc.integer(),
    fc.array(fc.oneof(fc.uuid(), fc.jsonValue()), { maxLength: 5 }),
    fc.constantFrom('upcoming', 'ended', 'qr', 'verified', 'promoted', 'admin', logo, '__proto__'),
  );

  it.each(withBody)('never breaks %s', async (name) => {
    const { call, client, method, path, body } = await prepareWithBody(name);
    const attempt = await watch();
    const index = withBody.indexOf(name);
    for (const [at, [field, value]] of Object.entries(body()).entries()) {
      // Passwords are hashed and never stored, so they may contain anything.
      if (typeof value !== 'string' || /password/i.test(field)) continue;
      for (const bad of valuesFor(at, ['\u0000', '\ud83d', '\udc00'], 3)) {
        const input = { ...body(), [field]: bad + value };
        const response = await attempt(client.send(method, path, input));
        expect([field, response.status < 500 && response.status >= 400]).toEqual([field, true]);
      }
    }
    const slowBodies = slow.flatMap((text) => [...withTexts(body(), text)]);
    for (const changed of valuesFor(index, slowBodies)) {
      const json = JSON.stringify(changed);
      const before = process.cpuUsage();
      await attempt(client.send(method, path, gzipSync(json), { 'content-encoding': 'gzip' }));
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000, json.slice(0, 200)).toBeLessThan(CPU_MAX_MS);
    }
    for (const [at, field] of Object.keys(body()).entries()) {
      for (const json of valuesFor(index + at, values)) {
        await attempt(client.send(method, path, withField(rest(method, body()), field, json)));
      }
    }
    for (const field of valuesFor(index, Object.keys(body()), 3)) {
      const others = Object.entries(body()).filter(([key]) => key !== field);
      await attempt(client.send(method, path, Object.fromEntries(others)));
    }
    const anyField = fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...Object.keys(body())) },
      { weight: 1, arbitrary: fc.string() },
      { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'id', 'createdBy') },
    );
    await fc.assert(
      fc.asyncProperty(anyField, anything, async (key, value) => {
        const others = Object.entries(rest(method, body()));
        const changed = Object.fromEntries([...others, [key, value]]);
        await attempt(client.send(method, path, changed));
      }),
      // Hashing passwords is slow on purpose.
      { numRuns: propertyRuns(/login|team/.test(call.room ?? '') ? 20 : 60) },
    );
  });
});

/** The value with every text in it replaced, one at a time. */
function* withTexts(value: unknown, text: string): Generator<unknown> {
  if (typeof value === 'string') yield text;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const changed of withTexts(part, text)) {
      yield Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
    }
  }
}

describe('text that means something to other programs', () => {
  const texts = [
    `Robert'); DROP TABLE leads;--`,
    `" OR ""=" \\'; select pg_sleep(10) --`,
    '<script>alert("1")</script><!-- & &amp; -->',
    '#{7*7} {{7*7}} $1 %s %00 \\u0000 \\x00',
    '=HYPERLINK("http://x","y")',
    'Zoë 李小龍 محمد 👩‍👩‍👧 e\u0301 \u202eevil \u200b\u2028\ufffe',
  ];
  const plainFields = new Set(['name', 'fullName', 'location', 'description', 'value', 'username']);
  const lists: Record<string, string> = {
    accounts: '/api/accounts',
    tokens: '/api/tokens',
    auth: '/api/users/volunteers',
    users: '/api/users/volunteers',
    events: '/api/events',
    leads: '/api/leads',
    prizes: '/api/prizes',
    sponsors: '/api/sponsors',
    volunteer: '/api/volunteer/leads',
  };

  const noTexts = Object.fromEntries([...plainFields].map((field) => [field, 5]));
  const hasTexts = (name: string) =>
    exampleOf(name)
      .call.body?.safeParse(noTexts)
      .error?.issues.some(({ path }) => plainFields.has(String(path[0])));
  /** Calls whose response does not contain the texts that were sent. */
  const others = ['logIn', 'createAccountPasskey', 'updateAccountPasskey'];
  const answering = withBody.filter((name) => hasTexts(name) && !others.includes(name));

  it.each(answering)('is just text to %s, and comes back as it was', async (name) => {
    const { client, method, path, body } = await prepareWithBody(name);
    const sent: string[] = [];
    for (const field of Object.keys(body()).filter((key) => plainFields.has(key))) {
      for (const text of texts) {
        const unique = `${text} ${next()}`;
        const fields = { ...rest(method, body()), [field]: unique };
        const response = await client.send(method, path, fields);
        if (field === 'username' && text === texts.at(-1)) {
          // User names tell accounts apart, so invisible characters in them are refused.
          expect(response.status, response.text).toBe(400);
          continue;
        }
        expect([200, 201, 204], response.text).toContain(response.status);
        const thing = response.json() as Body & { user?: Body };
        // Texts are stored composed, and without characters that would reverse other texts.
        const invisible = field === 'fullName' ? /[\u202e\u200b]/g : '\u202e';
        const kept = unique.replace(invisible, '').normalize('NFC');
        expect(Object.values(thing.user ?? thing)).toContain(kept);
        sent.push(kept);
      }
    }
    expect(sent.length).toBeGreaterThan(0);

    const list = lists[path.split('/')[2] ?? ''];
    const response = await world.api.admin.get(
      `${list}${list === '/api/sponsors' ? `?eventId=${world.eventId}` : ''}`,
    );
    const stored = (response.json() as Body[]).flatMap((thing) => Object.values(thing));
    // After changes, only the last text of each field is stored.
    if (method === 'POST') expect(stored).toEqual(expect.arrayContaining(sent));
    else expect(stored).toContain(sent.at(-1));
  });
});
