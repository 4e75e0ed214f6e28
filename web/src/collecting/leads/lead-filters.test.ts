import type { AdminQuestion } from '@drawbridge/contract/events/questions/schemas';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { badgesOf, clearFilters, readFilters, writeFilters } from '../../ui/fields/filters.tsx';
import { type LeadView, leadFilters, sentLeadFilters, setAnswerFilter } from './lead-filters.tsx';

const QUESTION = '00000000-0000-4000-8000-000000000001';
const OTHER_QUESTION = '00000000-0000-4000-8000-000000000002';
const everything = readFilters(leadFilters, '');

afterEach(() => vi.unstubAllEnvs());

const sent = (view: Partial<LeadView>) =>
  sentLeadFilters({ ...everything, event: 'fair', ...view });

describe('the server gets', () => {
  test('only what narrows the list', () => {
    expect(sent({ q: '  ' })).toEqual({ eventId: 'fair' });
    expect(sent({ q: ' amara ', status: 'pending', by: 'public', flag: 'won' })).toEqual({
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
    // The period is in the time zone of the table's times, not in the event's.
    expect(sent(day)).toEqual({ eventId: 'fair', from, to });
  });
});

const view: LeadView = {
  event: 'fair',
  q: ' jon  & field+ ',
  status: 'pending',
  source: 'import',
  by: 'priya',
  flag: 'won',
  answers: `${QUESTION}:4,${QUESTION}:5,${OTHER_QUESTION}:yes`,
  from: '2026-12-01',
  to: '2026-12-05',
  sort: 'name',
};

test('the address keeps what the screen shows, and ignores what it does not know', () => {
  expect(readFilters(leadFilters, writeFilters(view))).toEqual(view);
  expect(writeFilters(everything)).toBe('');
  const nonsense = 'status=gone&source=x&from=2026-02-30&to=soon&sort=up&event=&answers=x:y';
  expect(readFilters(leadFilters, nonsense)).toEqual(everything);
});

test('the badges say what narrows the list, and are taken off one by one or all at once', () => {
  const warm = { id: QUESTION, kind: 'rating', label: 'Warm', archived: true } as AdminQuestion;
  const known = {
    submitters: [{ key: 'priya', name: 'Priya Shah' }],
    questions: [warm],
    maxChances: 1,
    searchesAnswers: true,
  };
  const badges = badgesOf(leadFilters, view, known);
  expect(badges.map(({ text }) => text)).toEqual([
    'Search: jon  & field+',
    'Status: Pending',
    'Source: Import',
    'Added By: Priya Shah',
    'Warm (archived): 4 or 5',
    'Answer: Unknown',
    'From: Dec 1, 2026',
    'To: Dec 5, 2026',
  ]);
  expect(badges[1]?.without).toEqual({ ...view, status: '' });
  expect(badges[4]?.without).toEqual({ ...view, answers: `${OTHER_QUESTION}:yes` });
  expect(badges[5]?.without.answers).toBe(setAnswerFilter('', QUESTION, ['4', '5']));
  expect(clearFilters(leadFilters, view)).toEqual({ ...everything, event: 'fair', sort: 'name' });
  expect(badgesOf(leadFilters, { ...everything, q: ' ', sort: 'name' }, known)).toEqual([]);
});
