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
