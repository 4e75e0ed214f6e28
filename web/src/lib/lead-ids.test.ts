import { expect, test } from 'vitest';
import { createLeadIds } from './lead-ids.ts';

test('the same contents keep their id, also after a change and back', () => {
  const idOf = createLeadIds();
  const first = idOf('Amara Okafor', '07700 900121', '');
  expect(idOf('Amara Okafor', '07700 900121', 'amara@example.com')).not.toBe(first);
  expect(idOf('Amara Okafor', '07700 900121', '')).toBe(first);
});

test('two visitors with the same contents have two ids', () => {
  const contents = ['Amara Okafor', '07700 900121', null];
  expect(createLeadIds()(...contents)).not.toBe(createLeadIds()(...contents));
});
