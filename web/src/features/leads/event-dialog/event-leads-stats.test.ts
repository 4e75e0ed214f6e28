import type { AdminLead } from '@drawbridge/contract/leads';
import { expect, test } from 'vitest';
import { tallyLeads } from './event-leads-stats.tsx';

const leads = (...statuses: AdminLead['status'][]) =>
  statuses.map((status) => ({ status }) as AdminLead);

test('leads are counted by status, and a list without any has three zeros', () => {
  expect(tallyLeads(leads('pending', 'verified', 'pending', 'promoted'))).toEqual({
    pending: 2,
    verified: 1,
    promoted: 1,
  });
  expect(tallyLeads([])).toEqual({ pending: 0, verified: 0, promoted: 0 });
});
