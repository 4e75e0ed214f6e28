import { type AdminLead, leadChange } from '@drawbridge/contract/collecting/leads';
import { expect, test } from 'vitest';
import { leadPhoneIn } from '../../lead-form/phone-rule.ts';
import { changedDetails, leadDetails } from './lead-dialogs.tsx';

// The phone was typed as '(123) 45-67', which is long enough; it is stored without its punctuation.
const lead = { eventId: 'fair', name: 'Amara', email: null, phone: '1234567' } as AdminLead;

test('an untouched lead changes nothing', () => {
  expect(changedDetails(lead, leadDetails(lead))).toEqual({});
});

test('a new name goes without the stored phone, which the form would refuse', () => {
  const change = changedDetails(lead, { ...leadDetails(lead), name: 'Amara Okafor' });
  expect(change).toEqual({ name: 'Amara Okafor' });
  const inBritain = leadChange.extend({ phone: leadPhoneIn('GB').optional() });
  expect(inBritain.safeParse(change).success).toBe(true);
  expect(inBritain.safeParse({ ...change, phone: lead.phone }).success).toBe(false);
});

test('an e-mail that is taken out is sent as none', () => {
  const withEmail = { ...lead, email: 'amara@example.com' };
  expect(changedDetails(withEmail, { ...leadDetails(withEmail), email: '' })).toEqual({
    email: '',
  });
});
