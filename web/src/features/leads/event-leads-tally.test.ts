import type { AdminLead } from '@drawbridge/contract/leads';
import { expect, test } from 'vitest';
import { pendingIds, selectedPending, tallyLeads } from './event-leads-tally.ts';

const lead = (id: string, status: AdminLead['status']) => ({ id, status }) as AdminLead;
const leads = [
  lead('a', 'pending'),
  lead('b', 'verified'),
  lead('c', 'pending'),
  lead('d', 'promoted'),
];

test('leads are counted by status, and a list without any has three zeros', () => {
  expect(tallyLeads(leads)).toEqual({ pending: 2, verified: 1, promoted: 1 });
  expect(tallyLeads([])).toEqual({ pending: 0, verified: 0, promoted: 0 });
});

test('only pending leads can be selected', () => {
  expect(pendingIds(leads)).toEqual(['a', 'c']);
});

test('what was verified or deleted meanwhile falls out of a selection', () => {
  expect(selectedPending(leads, new Set(['b', 'c', 'gone']))).toEqual(['c']);
  expect(selectedPending(leads, new Set())).toEqual([]);
});
