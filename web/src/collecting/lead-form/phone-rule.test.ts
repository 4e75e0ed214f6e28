import { expect, test } from 'vitest';
import { phoneWarning } from './lead-fields.tsx';
import { leadPhoneIn } from './phone-rule.ts';

const problemIn = (country: string | undefined, typed: string) =>
  leadPhoneIn(country).safeParse(typed).error?.issues[0]?.message;

test("the rule is that of the event's country, and the mildest while there is no event", () => {
  const tooShort = 'Phone number must be at least 10 digits';
  expect(problemIn('DK', '32123456')).toBeUndefined();
  expect(problemIn('GB', '32123456')).toBe(tooShort);
  expect(problemIn(undefined, '32123456')).toBeUndefined();
  expect(problemIn(undefined, '123')).toBe(tooShort);
  expect(leadPhoneIn('GB').parse('+44 7400 123456')).toBe('+44 7400 123456');
});

test('a number that will be taken but is not valid is doubted, and no other', () => {
  expect(phoneWarning('07700 900121', 'GB')).toBe(
    "Not a valid number in the event's country (United Kingdom).",
  );
  expect(phoneWarning('07400 123456', 'GB')).toBeUndefined();
  expect(phoneWarning('+33 6 12 34 56 78', 'GB')).toBeUndefined();
  expect(phoneWarning('0770', 'GB')).toBeUndefined();
  expect(phoneWarning('', 'GB')).toBeUndefined();
});
