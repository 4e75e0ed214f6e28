import { id } from '@drawbridge/contract/ids';
import { expect, test } from 'vitest';
import { newId } from './storage.ts';

test('an id is a random UUID that the server takes as it is', () => {
  const ids = Array.from({ length: 500 }, newId);
  for (const made of ids) {
    expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(id.parse(made)).toBe(made);
  }
  expect(new Set(ids).size).toBe(ids.length);
});
