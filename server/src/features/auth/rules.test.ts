import { describe, expect, it } from 'vitest';
import { createToken } from '../secrets.ts';

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
