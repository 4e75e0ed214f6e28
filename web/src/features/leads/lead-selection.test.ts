import type { AdminLead } from '@drawbridge/contract/leads';
import { expect, test } from 'vitest';
import {
  countPending,
  nothingSelected,
  selectAll,
  selectOne,
  stillPending,
} from './lead-selection.ts';

const lead = (id: string, status: AdminLead['status']) => ({ id, status }) as AdminLead;
const leads = [lead('a', 'pending'), lead('b', 'verified'), lead('c', 'pending')];

test('selecting all takes the pending ones and nothing else', () => {
  expect([...selectAll(nothingSelected, leads, true)]).toEqual(['a', 'c']);
});

test('leads that a filter hides stay selected when the shown ones are selected or let go', () => {
  const hidden = new Set(['hidden']);
  expect([...selectAll(hidden, leads, true)]).toEqual(['hidden', 'a', 'c']);
  expect([...selectAll(new Set(['hidden', 'a', 'c']), leads, false)]).toEqual(['hidden']);
});

test('one lead is added and taken away without touching the selection it came from', () => {
  const one = selectOne(nothingSelected, 'a', true);
  expect([...one]).toEqual(['a']);
  expect([...selectOne(one, 'a', false)]).toEqual([]);
  expect(nothingSelected.size).toBe(0);
});

test('a lead that was verified or deleted meanwhile falls out of the selection', () => {
  const selected = new Set(['a', 'b', 'gone']);
  expect([...stillPending(selected, leads)]).toEqual(['a']);
  const pending = new Set(['a', 'c']);
  expect(stillPending(pending, leads)).toBe(pending);
});

test('the pending leads of a list are counted, and the selected ones among them', () => {
  expect(countPending(leads, new Set(['c', 'hidden']))).toEqual({ pending: 2, selected: 1 });
});
