import { expect, test } from 'vitest';
import { formFieldOf } from './core/inputs/form-fields.ts';
import { eventInput } from './events/events.ts';
import { prizeDetails } from './raffle/prizes.ts';
import { emailChange } from './team/accounts.ts';
import { eventVolunteerForm, volunteerEditForm, volunteerForm } from './team/volunteers.ts';

test('a field is required if its schema refuses nothing', () => {
  expect(formFieldOf(volunteerForm, 'password')).toEqual({
    label: 'Password',
    control: 'password',
    autoComplete: 'new-password',
    placeholder: 'Min. 6 characters',
    required: true,
  });
  expect(formFieldOf(prizeDetails, 'value')).toMatchObject({
    label: 'Value (Optional)',
    required: false,
  });
  expect(formFieldOf(eventInput, 'date')).toMatchObject({ type: 'date', required: true });
  expect(formFieldOf(eventInput, 'consentNote').required).toBe(false);
  expect(formFieldOf(emailChange, 'email').required).toBe(false);
});

test('the same field has other labels in other forms', () => {
  const common = { autoCapitalize: 'none', spellCheck: false, autoComplete: 'off', required: true };
  expect(formFieldOf(volunteerForm, 'username')).toEqual({ ...common, label: 'Username/Email' });
  expect(formFieldOf(eventVolunteerForm, 'username')).toEqual({
    ...common,
    label: 'Username / Email',
  });
  expect(formFieldOf(volunteerEditForm, 'password')).toMatchObject({
    label: 'New Password (optional)',
    control: 'password',
    required: false,
  });
});

test('a form that names a field which nothing describes says so', () => {
  expect(() => formFieldOf(eventInput, 'status')).toThrow('status');
  expect(() => formFieldOf(eventInput, 'colour')).toThrow('colour');
});

test('a blank password of a volunteer is not sent, and a short one is refused', () => {
  const { password } = volunteerEditForm.shape;
  expect(password.parse('')).toBeUndefined();
  expect(password.safeParse('12345').error?.issues[0]?.message).toBe(
    'Password must be at least 6 characters',
  );
});
