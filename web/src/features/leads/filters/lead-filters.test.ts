import type { Question } from '@drawbridge/contract/questions/kinds';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  activeFilters,
  clearFilter,
  type LeadFilters,
  type LeadView,
  noFilters,
  readLeadView,
  sentFilters,
  toggle,
  wantAnswers,
  writeLeadView,
} from './lead-filters.ts';

const QUESTION = '00000000-0000-4000-8000-000000000001';
const OTHER_QUESTION = '00000000-0000-4000-8000-000000000002';

afterEach(() => vi.unstubAllEnvs());

const sent = (filters: Partial<LeadFilters>) => sentFilters('fair', { ...noFilters, ...filters });

describe('the server gets', () => {
  test('only what narrows the list', () => {
    expect(sent({ search: '  ' })).toEqual({ eventId: 'fair' });
    expect(sent({ search: ' amara ', status: 'pending', addedBy: 'public', mark: 'won' })).toEqual({
      eventId: 'fair',
      q: 'amara',
      status: 'pending',
      addedBy: 'public',
      won: true,
    });
  });

  test('imported leads apart from those of volunteers', () => {
    expect(sent({ source: 'qr' })).toEqual({ eventId: 'fair', source: 'qr' });
    const volunteers = { eventId: 'fair', source: 'volunteer', imported: false };
    expect(sent({ source: 'volunteer' })).toEqual(volunteers);
    expect(sent({ source: 'import' })).toEqual({ eventId: 'fair', imported: true });
  });

  test.each([
    ['UTC', '2026-12-05T00:00:00.000Z', '2026-12-05T23:59:59.999Z'],
    ['Pacific/Auckland', '2026-12-04T11:00:00.000Z', '2026-12-05T10:59:59.999Z'],
    ['America/Los_Angeles', '2026-12-05T08:00:00.000Z', '2026-12-06T07:59:59.999Z'],
  ])('days from their first to their last millisecond by the clock in %s', (zone, from, to) => {
    vi.stubEnv('TZ', zone);
    const day = { from: '2026-12-05', to: '2026-12-05' };
    // As the table shows them, whatever the clock of the event is.
    expect(sent(day)).toEqual({ eventId: 'fair', from, to });
  });
});

test('the address keeps what the screen shows, and ignores what it does not know', () => {
  const view: LeadView = {
    eventId: 'fair',
    filters: {
      search: ' jon  & field+ ',
      status: 'pending',
      source: 'import',
      addedBy: 'former Tom Ellis',
      mark: 'duplicate',
      answers: `${QUESTION}:boats`,
      from: '2026-12-01',
      to: '2026-12-05',
    },
    sort: 'name',
  };
  expect(readLeadView(writeLeadView(view))).toEqual(view);
  const nothing = { eventId: 'all', filters: noFilters, sort: 'newest' };
  expect(writeLeadView(readLeadView(''))).toBe('');
  expect(readLeadView(`answers=${QUESTION}:boats`).filters.answers).toBe('');
  expect(readLeadView('event=fair&answers=x:y').filters.answers).toBe('');
  expect(readLeadView('status=gone&source=x&from=2026-02-30&to=soon&sort=up&event=')).toEqual(
    nothing,
  );
});

describe('the badges', () => {
  const submitters = [{ key: 'priya', name: 'Priya Shah' }];

  test('say what narrows the list', () => {
    const filters: LeadFilters = {
      search: ' amara ',
      status: 'pending',
      source: 'qr',
      addedBy: 'priya',
      mark: 'won',
      answers: `${QUESTION}:4,${QUESTION}:5`,
      from: '2026-12-01',
      to: '2026-12-05',
    };
    const warm = {
      ...({ id: QUESTION, kind: 'rating', label: 'Warm' } as Question),
      archived: true,
    };
    expect(activeFilters(filters, submitters, [warm])).toEqual([
      { name: 'search', label: 'Search: amara' },
      { name: 'status', label: 'Status: Pending' },
      { name: 'source', label: 'Source: QR Code' },
      { name: 'addedBy', label: 'Added By: Priya Shah' },
      { name: 'mark', label: 'Won' },
      { name: QUESTION, label: 'Warm (archived): 4 or 5' },
      { name: 'from', label: 'From: Dec 1, 2026' },
      { name: 'to', label: 'To: Dec 5, 2026' },
    ]);
    expect(activeFilters({ ...noFilters, addedBy: 'public' }, [])).toEqual([
      { name: 'addedBy', label: 'Added By: QR Code (Public)' },
    ]);
    expect(activeFilters(noFilters, submitters)).toEqual([]);
  });

  test('are taken off one by one', () => {
    const filters: LeadFilters = { ...noFilters, search: 'amara', status: 'pending' };
    expect(clearFilter(filters, 'status')).toEqual({ ...noFilters, search: 'amara' });
    const both = wantAnswers(wantAnswers(filters, QUESTION, ['4', '5']), OTHER_QUESTION, ['yes']);
    expect(sentFilters('fair', both).answers).toBe(
      `${QUESTION}:4,${QUESTION}:5,${OTHER_QUESTION}:yes`,
    );
    expect(clearFilter(both, QUESTION).answers).toBe(`${OTHER_QUESTION}:yes`);
    expect(clearFilter(clearFilter(both, QUESTION), OTHER_QUESTION)).toEqual(filters);
  });
});

test('a second press on a status or a mark takes it off', () => {
  const pressed = toggle(noFilters, 'status', 'verified');
  expect(pressed.status).toBe('verified');
  expect(toggle(pressed, 'status', 'pending').status).toBe('pending');
  expect(toggle(pressed, 'status', 'verified')).toEqual(noFilters);
  expect(toggle({ ...noFilters, mark: 'won' }, 'mark', 'won')).toEqual(noFilters);
});
