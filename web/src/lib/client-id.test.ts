import { id } from '@drawbridge/contract/ids';
import { expect, it } from 'vitest';
import { createClientId } from './client-id.ts';

it('makes version 4 UUIDs that the contract accepts and that never repeat', () => {
  const made = Array.from({ length: 1000 }, createClientId);
  for (const one of made) {
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(id.parse(one)).toBe(one);
  }
  expect(new Set(made).size).toBe(made.length);
});
