import { expect, test } from 'vitest';
import {
  leadFormPath,
  loginPath,
  pageRegExp,
  pages,
  rafflePath,
  readCodeFragment,
  ticketPath,
  verifyPath,
} from './pages.ts';

test('a path contains the id, escaped', () => {
  expect(leadFormPath('abc')).toBe('/event/abc/submit');
  expect(rafflePath('a/$&?b')).toBe('/event/a%2F%24%26%3Fb/raffle');
  expect(verifyPath('abc')).toBe('/event/abc/raffle/verify');
  expect(verifyPath('abc', 'CODE-1')).toBe('/event/abc/raffle/verify#CODE-1');
});

test('the login path keeps the path to return to, with its query', () => {
  expect(loginPath('/admin/leads?status=pending')).toBe(
    '/login?next=%2Fadmin%2Fleads%3Fstatus%3Dpending',
  );
});

test.each([
  [pages.raffle, '/event/abc/raffle', true],
  [pages.raffle, '/event/abc/raffle/', true],
  [pages.raffle, '/event/abc/raffle/verify', false],
  [pages.raffle, '/event/a/b/raffle', false],
  [pages.raffle, '/x/event/abc/raffle', false],
  [pages.login, '/login', true],
  [pages.login, '/login-x', false],
])('%s matches %s: %s', (pattern, path, matches) => {
  expect(pageRegExp(pattern).test(path)).toBe(matches);
  expect(pageRegExp('/another', pattern).test(path)).toBe(matches);
});

test('a link to a ticket carries its code and any name, and survives being cut off', () => {
  for (const name of ['Zoë Müller', '', 'A/B #2 100%', '李小龙']) {
    const [, fragment] = /(#.*)$/.exec(ticketPath('fair', '7Z2QK-0', name)) ?? [];
    expect(readCodeFragment(fragment ?? '')).toEqual({ code: '7Z2QK-0', name });
  }
  expect(readCodeFragment('#7Z2QK-0/Zo%C3')).toEqual({ code: '7Z2QK-0', name: '' });
  expect(readCodeFragment('')).toEqual({ code: '', name: '' });
});
