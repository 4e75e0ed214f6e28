import type { AdminLead } from '@drawbridge/contract/leads';
import Papa from 'papaparse';
import { afterEach, expect, test, vi } from 'vitest';
import { cellsOf, type ExportedLead, exportFileName, headOf, toExported } from './export-table.ts';
import { csvChunk, csvHead } from './lead-csv.ts';

const row: ExportedLead = {
  name: 'Amara Okafor',
  email: 'amara@example.com',
  phone: '07700900121',
  status: 'pending',
  source: 'qr',
  imported: false,
  submittedAt: '2026-12-05T09:05:07.123+00:00',
};

/** The lines of leads in the specified columns. */
const lines = (leads: ExportedLead[]) =>
  csvChunk(leads.map((lead) => cellsOf(lead, { withEvent: false })));
const head = csvHead(headOf({ withEvent: false }));

afterEach(() => vi.unstubAllEnvs());

test('the file has a mark for Excel, a head and one line for each lead', () => {
  vi.stubEnv('TZ', 'UTC');
  const collected: ExportedLead = { ...row, email: null, source: 'volunteer' };
  expect(head + lines([row, collected, { ...collected, imported: true }])).toBe(
    '\uFEFF"Name","Email","Phone","Status","Source","Submitted At"\r\n' +
      '"Amara Okafor","amara@example.com","07700900121","pending","qr","2026-12-05 09:05:07"\r\n' +
      '"Amara Okafor","","07700900121","pending","volunteer","2026-12-05 09:05:07"\r\n' +
      '"Amara Okafor","","07700900121","pending","import","2026-12-05 09:05:07"',
  );
});

test('pieces follow each other without a gap', () => {
  expect(lines([row]) + lines([]) + lines([row])).toBe(lines([row, row]));
});

test('times are those of the clock on the wall', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  expect(lines([{ ...row, submittedAt: '2026-12-31T23:59:58Z' }])).toContain('2027-01-01 12:59:58');
});

test('commas, quotes and accents survive', () => {
  const name = 'Zoë "Zo", of São Paulo - 漢字';
  const [, cells] = Papa.parse<string[]>(head.slice(1) + lines([{ ...row, name }])).data;
  expect(cells?.[0]).toBe(name);
});

test('the file is named after the event and the day', () => {
  expect(exportFileName('all', '2026-12-05', 'csv')).toBe('leads_all_2026-12-05.csv');
  expect(exportFileName('all', '2026-12-05', 'xlsx', 'filtered')).toBe(
    'leads_all_2026-12-05_filtered.xlsx',
  );
});

test('a file with events also says what people agreed to', () => {
  const withEvent = { withEvent: true };
  const lead = { ...row, eventId: 'fair', consentVersion: 7, marketing: false } as AdminLead;
  const names = new Map([['fair', 'Winter Fair']]);
  const exported = toExported(lead, names, new Map([[7, 'By submitting, …']]));
  const cells = cellsOf(exported, withEvent);
  expect(Object.fromEntries(headOf(withEvent).map((head, at) => [head, cells[at]]))).toMatchObject({
    Event: 'Winter Fair',
    Consent: 'By submitting, …',
    'Consent Version': '7',
    Marketing: 'no',
  });
  const imported = toExported({ ...lead, consentVersion: null, marketing: null }, names, new Map());
  expect(cellsOf(imported, withEvent).slice(-3)).toEqual(['', '', '']);
});
