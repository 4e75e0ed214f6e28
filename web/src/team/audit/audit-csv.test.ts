import type { AuditEntry } from '@drawbridge/contract/team/audit';
import { expect, test } from 'vitest';
import { readFilters, writeFilters } from '../../ui/fields/filters.tsx';
import { type AuditView, auditCsv, auditFilters, sentAuditFilters } from './api.ts';
import { subjectText, whatText } from './audit-list.tsx';

const entry: AuditEntry = {
  id: '5f0c4dd4-8f3a-4c5e-9c53-0d7a2f6f7a11',
  at: '2026-11-15T09:30:00.25+00:00',
  kind: 'prize-added',
  actor: { id: '0b8a9e0c-30a4-4a1e-9d8a-111111111111', name: '=admin' },
  event: { id: '0b8a9e0c-30a4-4a1e-9d8a-222222222222', name: 'Harbour, "Winter" Fair' },
  subject: { id: '0b8a9e0c-30a4-4a1e-9d8a-333333333333', name: '+1 bicycle' },
  lead: null,
  details: { device: 'Firefox on Linux', address: '192.0.2.7' },
};

test('an entry becomes a row in which nothing is a formula', () => {
  const [head, row] = auditCsv([entry]).split('\r\n');
  expect(head).toBe('\uFEFF"Time","Who","What","Event","Subject","Details","Who Id","Event Id"');
  expect(row).toContain("'=admin");
  expect(row).toContain("'+1 bicycle");
  expect(row).toContain('"Harbour, ""Winter"" Fair"');
  expect(row).toContain('"Firefox on Linux · 192.0.2.7"');
  expect(row).toContain('Added a prize');
});

test('a lead is named by its id, and somebody unknown as such', () => {
  const [, row] = auditCsv([
    { ...entry, actor: null, subject: { id: entry.id, name: null } },
  ]).split('\r\n');
  expect(row).toContain('Unknown');
  expect(row).toContain(entry.id);
});

test('the time has seconds and the distance from UTC', () => {
  const [, row = ''] = auditCsv([entry]).split('\r\n');
  const [time = ''] = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d/.exec(row) ?? [];
  expect(new Date(time)).toEqual(new Date('2026-11-15T09:30:00Z'));
});

test('an export of all events says so', () => {
  const exported: AuditEntry = { ...entry, kind: 'leads-exported', details: {} };
  expect(whatText(exported)).toBe('Exported leads');
  expect(whatText({ ...exported, event: null })).toBe('Exported the leads of all events');
  expect(whatText({ ...exported, details: { leads: 1 } })).toBe('Exported 1 lead');
});

test('on screen a lead has the start of its id, and a sponsor without a name has none', () => {
  const unnamed = { ...entry, subject: { id: entry.id, name: null } };
  expect(subjectText({ ...unnamed, kind: 'lead-changed' })).toBe('Lead 5f0c4dd4');
  expect(subjectText({ ...unnamed, kind: 'person-looked-up' })).toBe('Lead 5f0c4dd4');
  expect(subjectText({ ...unnamed, kind: 'sponsor-added' })).toBe('');
});

const everything = readFilters(auditFilters, '');

test('the filters survive the address, and what it does not understand is ignored', () => {
  const view: AuditView = {
    who: 'unknown',
    event: entry.id,
    what: 'login-failed',
    from: '2026-11-01',
    to: '2026-11-15',
  };
  expect(readFilters(auditFilters, writeFilters(view))).toEqual(view);
  expect(writeFilters(everything)).toBe('');
  const nonsense = 'who=me&event=unknown&what=toString&from=2026-02-30&to=soon';
  expect(readFilters(auditFilters, nonsense)).toEqual(everything);
});

test('the days of a filter are those of the browser, also of one event', () => {
  const day = { event: entry.id, from: '2026-11-15', to: '2026-11-15' };
  expect(sentAuditFilters({ ...everything, ...day })).toEqual({
    eventId: entry.id,
    from: new Date(2026, 10, 15).toISOString(),
    to: new Date(2026, 10, 15, 23, 59, 59, 999).toISOString(),
  });
  expect(sentAuditFilters(everything)).toEqual({});
});
