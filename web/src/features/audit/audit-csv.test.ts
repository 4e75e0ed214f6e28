import type { AuditEntry } from '@drawbridge/contract/audit';
import { expect, test } from 'vitest';
import { auditCsv } from './audit-csv.ts';
import { noFilters, toQuery } from './audit-filters.ts';

const entry: AuditEntry = {
  id: '5f0c4dd4-8f3a-4c5e-9c53-0d7a2f6f7a11',
  at: '2026-11-15T09:30:00.25+00:00',
  kind: 'prize-added',
  actor: { id: '0b8a9e0c-30a4-4a1e-9d8a-111111111111', name: '=admin' },
  event: { id: '0b8a9e0c-30a4-4a1e-9d8a-222222222222', name: 'Harbour, "Winter" Fair' },
  subject: { id: '0b8a9e0c-30a4-4a1e-9d8a-333333333333', name: '+1 bicycle' },
  details: { sessionsEnded: 2, fields: 'name, value' },
};

test('an entry becomes a row in which nothing is a formula', () => {
  const [head, row] = auditCsv([entry]).split('\r\n');
  expect(head).toBe('\uFEFF"Time","Who","What","Event","Subject","Details","Who Id","Event Id"');
  expect(row).toContain("'=admin");
  expect(row).toContain("'+1 bicycle");
  expect(row).toContain('"Harbour, ""Winter"" Fair"');
  expect(row).toContain('sessions ended: 2, fields: name, value');
  expect(row).toContain('Added a prize');
});

test('a lead is named by its id, and somebody unknown as such', () => {
  const [, row] = auditCsv([
    { ...entry, actor: null, subject: { id: entry.id, name: null } },
  ]).split('\r\n');
  expect(row).toContain('Unknown');
  expect(row).toContain(entry.id);
});

test('the days of a filter are those of the browser', () => {
  const query = new URLSearchParams(
    toQuery({ ...noFilters, from: '2026-11-15', to: '2026-11-15' }),
  );
  const [from, to] = [query.get('from'), query.get('to')].map((time) => new Date(time ?? ''));
  expect(from).toEqual(new Date(2026, 10, 15));
  expect(to).toEqual(new Date(2026, 10, 15, 23, 59, 59, 999));
  expect(toQuery(noFilters)).toBe('');
});
