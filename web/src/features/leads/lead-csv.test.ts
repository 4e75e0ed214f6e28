import type { LeadExportRow } from '@drawbridge/contract/leads';
import Papa from 'papaparse';
import { afterEach, expect, test, vi } from 'vitest';
import { csvFileName, csvHead, leadLines } from './lead-csv.ts';

const row: LeadExportRow = {
  name: 'Amara Okafor',
  email: 'amara@example.com',
  phone: '07700900121',
  status: 'pending',
  source: 'qr',
  submittedAt: '2026-12-05T09:05:07.123+00:00',
};

afterEach(() => vi.unstubAllEnvs());

test('the file has a mark for Excel, a head and one line for each lead', () => {
  vi.stubEnv('TZ', 'UTC');
  expect(csvHead + leadLines([row, { ...row, email: null, source: 'volunteer' }])).toBe(
    '\uFEFF"Name","Email","Phone","Status","Source","Submitted At"\r\n' +
      '"Amara Okafor","amara@example.com","07700900121","pending","qr","2026-12-05 09:05:07"\r\n' +
      '"Amara Okafor","","07700900121","pending","volunteer","2026-12-05 09:05:07"',
  );
});

test('pieces follow each other without a gap', () => {
  expect(leadLines([row]) + leadLines([]) + leadLines([row])).toBe(leadLines([row, row]));
});

test('times are those of the clock on the wall', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  expect(leadLines([{ ...row, submittedAt: '2026-12-31T23:59:58Z' }])).toContain(
    '2027-01-01 12:59:58',
  );
});

test('commas, quotes and accents survive', () => {
  const name = 'Zoë "Zo", of São Paulo - 漢字';
  const [, cells] = Papa.parse<string[]>(csvHead.slice(1) + leadLines([{ ...row, name }])).data;
  expect(cells?.[0]).toBe(name);
});

test('the file is named after the event and the day', () => {
  expect(csvFileName('all', '2026-12-05')).toBe('leads_all_2026-12-05.csv');
});
