import { expect, test } from 'vitest';
import { createEntryIds } from './entry-ids.ts';

const entry = { name: 'Amara Okafor', phone: '07700 900121', email: '' };

test('the same contents keep their id, also after a change and back', () => {
  const idOf = createEntryIds();
  const first = idOf(entry);
  const changed = idOf({ ...entry, email: 'amara@example.com' });
  expect(changed).not.toBe(first);
  expect(idOf({ ...entry })).toBe(first);
});

test('two visitors with the same contents have two ids', () => {
  expect(createEntryIds()(entry)).not.toBe(createEntryIds()(entry));
});
