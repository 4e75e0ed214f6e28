import { describe, expect, it } from 'vitest';
import { createToken, sessionEnd } from './rules.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const begin = Date.parse('2026-11-15T08:00:00Z');

describe('the end of a session', () => {
  it.each([
    ['just begun', 0, 12, 12 * HOUR],
    ['used after five hours', 5 * HOUR, 12, 17 * HOUR],
    ['used half a day before its week is over', 6.5 * DAY, 12, 7 * DAY],
    ['used a minute before its week is over', 7 * DAY - 60_000, 1, 7 * DAY],
    ['begun with the longest setting', 0, 168, 7 * DAY],
    ['used with the longest setting', DAY, 168, 7 * DAY],
  ])('%s', (_, lastUsed, hours, end) => {
    expect(sessionEnd(begin, begin + lastUsed, hours).getTime() - begin).toBe(end);
  });
});

describe('a token', () => {
  it('is 32 bytes in letters that need no escaping, and never the same twice', () => {
    const tokens = Array.from({ length: 1000 }, createToken);
    expect(new Set(tokens).size).toBe(tokens.length);
    for (const token of tokens) {
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    }
  });
});
