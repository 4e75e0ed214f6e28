import type { AdminLead } from '@drawbridge/contract/leads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  activeFilters,
  clearFilter,
  filterLeads,
  type LeadFilters,
  type LeadSort,
  noFilters,
  sharedContact,
  toggleStatus,
} from './lead-filters.ts';
import { indexLeads, PUBLIC } from './lead-index.ts';
import { type LeadView, readLeadView, writeLeadView } from './lead-view.ts';

const amara: AdminLead = {
  id: 'amara',
  eventId: 'fair',
  name: 'Amara Okafor',
  email: 'amara.okafor@example.com',
  phone: '07400900121',
  status: 'pending',
  source: 'volunteer',
  imported: false,
  submittedBy: 'priya',
  submitterName: 'Priya Shah',
  submittedAt: '2026-12-05T12:00:00+00:00',
  verifiedAt: null,
  consentVersion: 1,
  marketing: null,
  duplicateOf: null,
  entries: 1,
  phoneE164: '+447400900121',
  won: false,
  forfeited: false,
};
const jonas: AdminLead = {
  ...amara,
  id: 'jonas',
  name: 'Jonas Lindqvist',
  email: null,
  phone: '07700900977',
  phoneE164: null,
  status: 'verified',
  source: 'qr',
  submittedBy: null,
  submitterName: null,
};
const wei: AdminLead = {
  ...amara,
  id: 'wei',
  name: 'Wei Zhang',
  email: 'wei@example.org',
  phone: '0612345678',
  phoneE164: '+33612345678',
  status: 'promoted',
  submittedBy: null,
  submitterName: 'Tom Ellis',
};

const index = indexLeads([amara, jonas, wei]);
const idsWith = (filters: Partial<LeadFilters>) =>
  filterLeads(index, { ...noFilters, ...filters }).map(({ id }) => id);

afterEach(() => vi.unstubAllEnvs());

describe('the index', () => {
  test('counts each status', () => {
    expect(index.tally).toEqual({ pending: 1, verified: 1, promoted: 1 });
  });

  test('names everyone who has added leads once, with the latest name, in order', () => {
    const renamed = { ...amara, id: 'older', submitterName: 'Priya Old-Name' };
    expect(indexLeads([wei, amara, renamed, jonas]).submitters).toEqual([
      { key: 'priya', name: 'Priya Shah' },
      { key: 'former Tom Ellis', name: 'Tom Ellis' },
    ]);
  });
});

describe('filtering', () => {
  test('without filters gives the very same list', () => {
    expect(filterLeads(index, noFilters)).toBe(index.leads);
    expect(filterLeads(index, { ...noFilters, search: '  ' })).toBe(index.leads);
  });

  test.each([
    ['OKAF', ['amara']],
    [' lindqvist ', ['jonas']],
    ['@EXAMPLE.', ['amara', 'wei']],
    ['234567', ['wei']],
    ['07400 900-121', ['amara']],
    ['+44 (7400) 900121', ['amara']],
    ['0044 7400 900', ['amara']],
    ['7400 900', ['amara']],
    // Not a valid number, so only its digits are known.
    ['+44 7700 900977', ['jonas']],
    ['06 12 34', ['wei']],
    ['+33 6 12-34', ['wei']],
    ['0033612345678', ['wei']],
    ['612345678', ['wei']],
    ['900', ['amara', 'jonas']],
    ['00', ['amara', 'jonas']],
    ['okafor amara', ['amara']],
    ['ÖKAFÓR', ['amara']],
    ['example wei', ['wei']],
    ['amara 900', ['amara']],
    ['amara wei', []],
    ['nobody', []],
    ['()', []],
    // Without its letter, an accent says nothing.
    ['\u0301', ['amara', 'jonas', 'wei']],
    ['\u0301 wei', ['wei']],
  ])('searches names, e-mails and phones for %j', (search, ids) => {
    expect(idsWith({ search })).toEqual(ids);
  });

  test('finds digits in either form of a number, each lead once and in order', () => {
    const numbers: [id: string, phone: string, phoneE164: string | null][] = [
      ['international', '07400900121', '+447400900121'],
      ['as typed', '07700944977', null],
      ['neither', '0612345678', '+33612345678'],
      ['both', '07400944121', '+447400944121'],
      ['international again', '07400900122', '+447400900122'],
    ];
    const leads = numbers.map(([id, phone, phoneE164]) => ({ ...jonas, id, phone, phoneE164 }));
    const found = filterLeads(indexLeads(leads), { ...noFilters, search: '44' });
    expect(found.map(({ id }) => id)).toEqual([
      'international',
      'as typed',
      'both',
      'international again',
    ]);
  });

  test('goes by status, source and who added the lead', () => {
    expect(idsWith({ status: 'pending' })).toEqual(['amara']);
    expect(idsWith({ source: 'volunteer' })).toEqual(['amara', 'wei']);
    const imported = indexLeads([amara, { ...wei, imported: true }]);
    const ofSource = (source: LeadFilters['source']) =>
      filterLeads(imported, { ...noFilters, source }).map(({ id }) => id);
    expect([ofSource('volunteer'), ofSource('import')]).toEqual([['amara'], ['wei']]);
    expect(idsWith({ addedBy: PUBLIC })).toEqual(['jonas']);
    expect(idsWith({ addedBy: 'priya' })).toEqual(['amara']);
    expect(idsWith({ addedBy: 'former Tom Ellis' })).toEqual(['wei']);
    expect(idsWith({ source: 'volunteer', status: 'verified' })).toEqual([]);
  });

  test.each(['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])(
    'takes days from their first to their last millisecond by the clock in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      const at = (...time: [number, number, number, number]) =>
        new Date(2026, 11, 5, ...time).toISOString();
      const nextDay = new Date(2026, 11, 6).toISOString();
      const days = indexLeads(
        [
          new Date(2026, 11, 4, 23, 59, 59, 999).toISOString(),
          at(0, 0, 0, 0),
          at(23, 59, 59, 999),
          nextDay,
        ].map((submittedAt, position) => ({ ...amara, id: String(position), submittedAt })),
      );
      const ids = (filters: Partial<LeadFilters>) =>
        filterLeads(days, { ...noFilters, ...filters }).map(({ id }) => id);
      expect(ids({ from: '2026-12-05', to: '2026-12-05' })).toEqual(['1', '2']);
      expect(ids({ from: '2026-12-05' })).toEqual(['1', '2', '3']);
      expect(ids({ to: '2026-12-05' })).toEqual(['0', '1', '2']);
    },
  );
});

test('leads are sorted by their age or name', () => {
  const sorted = (sort: LeadSort, filters: Partial<LeadFilters> = {}) =>
    filterLeads(index, { ...noFilters, ...filters }, sort).map(({ id }) => id);
  expect(sorted('oldest')).toEqual(['wei', 'jonas', 'amara']);
  expect(sorted('name', { source: 'volunteer' })).toEqual(['amara', 'wei']);
  const accents = indexLeads(
    ['zoë', 'Élodie', 'Ella', 'Emil'].map((name) => ({ ...amara, id: name, name })),
  );
  expect(filterLeads(accents, noFilters, 'name').map(({ name }) => name)).toEqual([
    'Ella',
    'Élodie',
    'Emil',
    'zoë',
  ]);
});

test('the address keeps what the screen shows, and ignores what it does not know', () => {
  const view: LeadView = {
    eventId: 'fair',
    filters: {
      search: ' jon  & field+ ',
      status: 'pending',
      source: 'import',
      addedBy: 'former Tom Ellis',
      from: '2026-12-01',
      to: '2026-12-05',
    },
    sort: 'name',
  };
  expect(readLeadView(writeLeadView(view))).toEqual(view);
  const nothing = { eventId: 'all', filters: noFilters, sort: 'newest' };
  expect(writeLeadView(readLeadView(''))).toBe('');
  expect(readLeadView('status=gone&source=x&from=2026-02-30&to=soon&sort=up&event=')).toEqual(
    nothing,
  );
});

describe('the badges', () => {
  test('say what narrows the list', () => {
    const filters: LeadFilters = {
      search: ' amara ',
      status: 'pending',
      source: 'qr',
      addedBy: 'priya',
      from: '2026-12-01',
      to: '2026-12-05',
    };
    expect(activeFilters(filters, index.submitters)).toEqual([
      { name: 'search', label: 'Search: amara' },
      { name: 'status', label: 'Status: Pending' },
      { name: 'source', label: 'Source: QR Code' },
      { name: 'addedBy', label: 'Added By: Priya Shah' },
      { name: 'from', label: 'From: Dec 1, 2026' },
      { name: 'to', label: 'To: Dec 5, 2026' },
    ]);
    expect(activeFilters({ ...noFilters, addedBy: PUBLIC }, [])).toEqual([
      { name: 'addedBy', label: 'Added By: QR Code (Public)' },
    ]);
    expect(activeFilters(noFilters, index.submitters)).toEqual([]);
  });

  test('are taken off one by one', () => {
    const filters: LeadFilters = { ...noFilters, search: 'amara', status: 'pending' };
    expect(clearFilter(filters, 'status')).toEqual({ ...noFilters, search: 'amara' });
  });
});

test('a second press on a status takes it off', () => {
  const pressed = toggleStatus(noFilters, 'verified');
  expect(pressed.status).toBe('verified');
  expect(toggleStatus(pressed, 'pending').status).toBe('pending');
  expect(toggleStatus(pressed, 'verified')).toEqual(noFilters);
});

test('a duplicate is found again by what it shares with the earlier lead', () => {
  const later = { ...amara, id: 'later', duplicateOf: 'amara' };
  const otherPhone = { ...later, phone: '07700900999', phoneE164: null };
  const noEmail = { ...later, email: null };
  expect(sharedContact(otherPhone, [amara, otherPhone])).toBe('amara.okafor@example.com');
  expect(sharedContact(noEmail, [amara, noEmail])).toBe('07400900121');
  expect(sharedContact(noEmail, [noEmail])).toBe('07400900121');
  // Both of them, however the phone was written: the phone is what the draw goes by.
  const international = { ...wei, id: 'later', phone: '33612345678', duplicateOf: 'wei' };
  expect(sharedContact(international, [wei, international])).toBe('33612345678');
  expect(idsWith({ search: '33612345678' })).toEqual(['wei']);
});

test('the id of a lead finds that lead alone, for links from the audit trail', () => {
  const id = '5f0c4dd4-8f3a-4c5e-9c53-0d7a2f6f7a11';
  const leads = indexLeads([amara, { ...jonas, id }]);
  const found = (search: string) =>
    filterLeads(leads, { ...noFilters, search }).map(({ name }) => name);
  expect(found(id)).toEqual(['Jonas Lindqvist']);
  expect(found('5f0c4dd4-8f3a-4c5e-9c53-0d7a2f6f7a12')).toEqual([]);
});
