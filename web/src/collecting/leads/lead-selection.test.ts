import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import { expect, test } from 'vitest';
import {
  countSelected,
  isSelected,
  type Selection,
  selectedLeads,
  selectOne,
  withoutChangedLeads,
} from './lead-selection.ts';

const lead = (id: string, status: AdminLead['status'] = 'pending', minute = 0) =>
  ({ id, status, submittedAt: `2026-12-05T09:0${minute}:00+00:00` }) as AdminLead;

const [amara, wei, noor] = [lead('amara'), lead('wei'), lead('noor')];
const some: Selection = {
  leads: new Map([amara, wei].map((one) => [one.id, one])),
};
const all: Selection = {
  leads: new Map(),
  all: {
    url: '/api/leads?eventId=fair',
    filter: { eventId: 'fair', to: '2026-12-05T09:05:00.000Z' },
    count: 849,
    except: new Map(),
  },
};

test('leads are selected one by one', () => {
  expect(selectedLeads(selectOne(some, noor, true))).toEqual({
    count: 3,
    leadIds: ['amara', 'wei', 'noor'],
  });
  expect(selectedLeads(selectOne(some, wei, false))).toEqual({ count: 1, leadIds: ['amara'] });
  expect(isSelected(some, lead('amara'))).toBe(true);
  expect(isSelected(some, lead('amara', 'verified'))).toBe(false);
});

test('all of a long list are those that were counted, without the ones that were taken off', () => {
  const without = selectOne(all, wei, false);
  expect([countSelected(all), countSelected(without)]).toEqual([849, 848]);
  expect(selectedLeads(without)).toEqual({
    count: 848,
    filter: all.all?.filter,
    except: ['wei'],
  });
  expect(isSelected(without, lead('wei'))).toBe(false);
  expect(isSelected(selectOne(without, wei, true), lead('wei'))).toBe(true);
  expect(isSelected(all, lead('later', 'pending', 6))).toBe(false);
  expect(isSelected(all, lead('verified', 'verified'))).toBe(false);
});

test('leads that others have verified or deleted meanwhile are no longer selected', () => {
  const ids = (rows: AdminLead[], everything: boolean) => [
    ...withoutChangedLeads(some, rows, everything).leads.keys(),
  ];
  expect(ids([lead('amara', 'verified'), lead('wei')], false)).toEqual(['wei']);
  // A lead that is not listed may be hidden by the filter.
  expect(ids([lead('noor')], false)).toEqual(['amara', 'wei']);
  expect(ids([lead('wei')], true)).toEqual(['wei']);
});
