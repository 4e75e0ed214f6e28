import { expect, test } from 'vitest';
import { countedLeads, mergeCounts } from './new-leads.tsx';

test('counts that have changed are merged, and a complete message replaces all', () => {
  const first = mergeCounts(undefined, {
    complete: true,
    counts: [
      { eventId: 'fair', leads: 3 },
      { eventId: 'gala', leads: 2 },
    ],
  });
  const second = mergeCounts(first, { complete: false, counts: [{ eventId: 'fair', leads: 5 }] });
  expect([countedLeads(second), countedLeads(second, 'fair'), countedLeads(second, 'new')]).toEqual(
    [7, 5, 0],
  );
  const third = mergeCounts(second, { complete: true, counts: [{ eventId: 'gala', leads: 2 }] });
  expect(countedLeads(third)).toBe(2);
});
