import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameOriginPath } from './same-origin-path.ts';

const origin = 'http://venue.example:3000';

test('the way back keeps path, query and fragment of this site', () => {
  expect(sameOriginPath('/admin/leads?status=pending#top', origin)).toBe(
    '/admin/leads?status=pending#top',
  );
});

test.each([
  null,
  '',
  'admin',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\r/evil.example',
  '/\t\\evil.example',
  '/.//evil.example',
  '/./\\evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/%2E%2e//evil.example/',
  '/.\t//evil.example',
  '/a/..//evil.example',
  '/a/../..///evil.example',
  'javascript:alert(1)',
  ' //evil.example',
])('the way back never leads elsewhere: %j', (given) =>
  expect(sameOriginPath(given, origin)).toBeNull(),
);

test('the way back never leads elsewhere, whatever it is made of', () => {
  const piece = fc.constantFrom(
    ...['/', '\\', '.', '..', '%2e', '%2f', '%5c', '\t', '\n', '\r', ' ', ':', '@', '?', '#', 'a'],
    ...['evil.example', 'http:', 'javascript:', '\u3000', '\uff0f', '\u0000'],
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const path = sameOriginPath(`/${pieces.join('')}`, origin);
      if (path === null) return;
      expect(path).toMatch(/^\/(?![/\\])/);
      // As a link, as a script's redirect, and below a page of the site.
      for (const base of [origin, `${origin}/login`, `${origin}/event/1/raffle`]) {
        expect(new URL(path, base).origin).toBe(origin);
      }
      expect(sameOriginPath(path, origin)).toBe(path);
    }),
    { numRuns: 2000 },
  );
});
