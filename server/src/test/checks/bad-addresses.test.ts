import { problems } from '@drawbridge/contract/core/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../scripts/lib/any-character.mjs';
import { propertyRuns, valuesFor } from '../database/property-runs.ts';
import { eventBody } from '../world/fixtures.ts';
import { expectSentence, openBadInputTest, withPath, withQuery } from './bad-input.ts';

const { world, prepare, watch } = openBadInputTest();

describe('a path', () => {
  const uuid = '00000000-0000-4000-8000-000000000000';
  const ids = [
    ...[uuid, uuid.slice(1), `${uuid}0`, uuid.replaceAll('-', ''), `{${uuid}}`, `${uuid}%00`],
    ...['0', '-1', '1e400', 'null', 'undefined', 'NaN', '[object%20Object]', '__proto__'],
    ...['constructor', '%00', '%F0%9F%98%80', '%ED%95%9C', "'%20or%201=1--", '%3Cscript%3E'],
    ...['..%2F..%2Fetc%2Fpasswd', '%5C..%5C', '*', '%25', '%2B', ';', 'x'.repeat(100)],
    'x'.repeat(5000),
  ];
  const broken = ['%', '%z', '%zz', '%E0%A4%A', '%C0%80', '%FF', 'x%', '%ED%A0%80'];

  it.each(withPath)('with an id that is none is not found: %s', async (name) => {
    const { call, client, method, body } = await prepare(name);
    const [, template = ''] = call.route.split(' ');
    const attempt = await watch();
    const send = (id: string) =>
      attempt(
        client.send(
          method,
          template.replace(/:\w+/, () => id),
          body?.(),
        ),
      );
    const sentences = Object.values(problems).flatMap(([status, sentence]) =>
      status === 404 ? [sentence] : [],
    );
    const index = withPath.indexOf(name);
    // Applause is counted without a database query, so an unknown event is accepted.
    const unknown = name === 'applaud' ? ids.slice(1) : ids;
    for (const id of valuesFor(index, unknown)) {
      const [status, sentence] = (await send(id)).problem;
      expect([id, status]).toEqual([id, 404]);
      expect(sentences).toContain(sentence);
    }
    for (const id of valuesFor(index, broken)) {
      expect((await send(id)).problem).toEqual([400, 'The request could not be understood']);
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 60 }), async (id) => {
        // Without a name, a path outside /api is one of the web app, which a complete server has.
        if (/^\.{0,2}$/.test(id) && !template.startsWith('/api/')) return;
        await send(encodeURIComponent(id));
      }),
      { numRuns: propertyRuns(30) },
    );
  });
});

describe('a query', () => {
  it.each(withQuery)(
    'says everything once, and is answered whatever its shape: %s',
    async (name) => {
      const { client, method, path, query } = await prepare(name);
      for (const [key, value] of Object.entries(query)) {
        const pair = new URLSearchParams({ [key]: value });
        for (const twice of [`${pair}&${pair}`, `${pair}&${key}=`]) {
          const response = await client.send(method, `${path}?${twice}`);
          expectSentence(response);
          expect([key, response.status]).toEqual([key, 400]);
        }
      }
      const moment = fc.stringMatching(
        /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/,
      );
      const cursor = fc
        .tuple(fc.stringMatching(/^\d{4}-[01]\d-[0-3]\dT[\d:.]{1,12}\+00:00$/), fc.uuid())
        .map((parts) => Buffer.from(parts.join(' ')).toString('base64url'));
      const value = fc.oneof(
        fc.string({ unit: anyCharacter }),
        fc.string(),
        moment,
        cursor,
        fc.double().map(String),
        fc.constantFrom('', ' ', '%', '\u0000', 'all', 'null', '1e2', '0x10', '+05:30', 'infinity'),
      );
      const anyKey = fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...Object.keys(query)) },
        fc.string(),
      );
      await fc.assert(
        fc.asyncProperty(anyKey, value, fc.boolean(), async (key, value, alone) => {
          const changed = new URLSearchParams({ ...(alone ? {} : query), [key]: value });
          expectSentence(await client.send(method, `${path}?${changed}`));
        }),
        { numRuns: propertyRuns(80) },
      );
      const [key = ''] = Object.keys(query);
      const texts = [
        ...['?', '&', '=', '==&&', '%', '%zz', `${key}`, `${key}=%zz`, `${key}=%`, `${key}=%C0%80`],
        ...[
          `${key}[]=x`,
          `${key}[a]=x`,
          `${key}.a=x`,
          '__proto__=x',
          '__proto__[a]=x',
          `${key}=%00`,
        ],
        `${key}=${'x'.repeat(8000)}`,
        Array.from({ length: 2000 }, (_, i) => `k${i}`).join('&'),
      ];
      // Timestamps that are valid by the standard, but not in PostgreSQL.
      const moments = [
        'from=0000-01-01T00:00:00Z',
        'to=2026-01-01T00:00:00%2B23:59',
        `cursor=${Buffer.from(`0000-01-01T00:00:00+00:00 ${world.eventId}`).toString('base64url')}`,
      ];
      for (const text of [...valuesFor(withQuery.indexOf(name), texts, 8), ...moments]) {
        expectSentence(await client.send(method, `${path}?${text}`));
      }
    },
  );
});

describe('headers', () => {
  it('with anything but the token of an active session authenticate no one', async () => {
    const { token = '' } = world.api.admin;
    for (const authorization of [
      ...['', 'Bearer', 'Bearer ', 'Bearer null', 'Bearer undefined', 'bearer x', token],
      ...[`Basic ${token}`, `Bearer  ${token}`, `Bearer ${token} x`, `Bearer ${token},x`],
      ...[`Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Bearer "${token}"`, `Token ${token}`],
      ...[`Bearer ${token.toLowerCase()}x`.slice(0, -1), `Bearer ${'A'.repeat(43)}`],
      ...["Bearer ' or 1=1--", `Bearer ${'x'.repeat(8000)}`, 'Bearer \u00ff\u00fe'],
    ]) {
      const headers = { authorization };
      const refused = await world.api.anyone.post('/api/events', eventBody(), headers);
      expect([authorization, ...refused.problem]).toEqual([
        authorization,
        401,
        'Please log in to continue',
      ]);
      // Public calls stay public.
      const open = await world.api.anyone.get(`/api/events/${world.eventId}`, headers);
      expect([open.status, Object.keys(open.json() as object)]).toEqual([
        200,
        [
          ...['id', 'name', 'date', 'location', 'status', 'drawAt', 'drawClock', 'timeZone'],
          ...['shortCode', 'country', 'phoneMinLength', 'language', 'languages', 'translations'],
          ...['organiser', 'privacyText', 'privacyUrl', 'consentNote', 'marketingText'],
          ...['receipts', 'logo', 'cover', 'accent', 'accentStyles', 'consentVersion'],
          ...['questions', 'questionsVersion'],
        ],
      ]);
    }
  });

  it('with any other value are answered', async () => {
    const values = ['', ',', ';', '*', '*;q=0', '*/*;q=x', 'x'.repeat(4000), '\u00ff', '"', '%00'];
    for (const header of [
      ...['accept', 'accept-encoding', 'accept-language', 'cookie', 'if-none-match', 'origin'],
      ...['if-modified-since', 'range', 'x-forwarded-for', 'x-forwarded-host', 'forwarded'],
      ...['x-http-method-override', 'referer', 'user-agent'],
    ]) {
      for (const value of values) {
        expectSentence(await world.api.admin.get('/api/leads?limit=2', { [header]: value }));
      }
    }
  });
});
