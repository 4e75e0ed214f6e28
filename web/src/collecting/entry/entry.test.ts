import {
  type ContactField,
  mapContact,
  type TypedContact,
} from '@drawbridge/contract/collecting/contact';
import { leadContact } from '@drawbridge/contract/collecting/leads';
import { PHONE_SHORTEST } from '@drawbridge/contract/phones/phone';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../../scripts/lib/any-character.mjs';
import { type EntryProblems, problemsOf } from './entry.ts';

/** The first problem of each field by the server's schema. */
function schemaProblems(entry: TypedContact): EntryProblems {
  const problems: EntryProblems = {};
  for (const { path, message } of leadContact.safeParse(entry).error?.issues ?? []) {
    problems[path[0] as ContactField] ??= message;
  }
  return problems;
}

const fine: TypedContact = {
  name: 'Amara Okafor',
  phone: '07700 900121',
  email: 'amara@example.com',
};

test.each<[string, Partial<TypedContact>, EntryProblems]>([
  ['a whole entry is fine', {}, {}],
  ['the e-mail may be left out', { email: '  ' }, {}],
  ['blanks are no name', { name: '   ' }, { name: 'Name must be at least 2 characters' }],
  ['one emoji is no name', { name: '😀' }, { name: 'Name must be at least 2 characters' }],
  ['a name has an end', { name: 'a'.repeat(101) }, { name: 'Name is too long' }],
  [
    'a name is one line',
    { name: 'A\u0007b' },
    { name: 'Name contains characters that cannot be used' },
  ],
  [
    'nine characters are no number',
    { phone: '077009001' },
    { phone: 'Phone number must be at least 10 digits' },
  ],
  [
    'brackets are no digits',
    { phone: '(((((((((1' },
    { phone: 'Phone number must be at least 10 digits' },
  ],
  ['a number has an end', { phone: '0'.repeat(21) }, { phone: 'Phone number is too long' }],
  [
    'letters are no number',
    { phone: 'call me 0770' },
    { phone: 'Phone number can only contain digits, spaces, and +-() characters' },
  ],
  ['an address needs a domain', { email: 'amara@' }, { email: 'Invalid email address' }],
])('%s', (_, change, problems) => {
  expect(problemsOf({ ...fine, ...change })).toEqual(problems);
});

test("a number that is short everywhere else is fine where the event's country has such", () => {
  const danish = { ...fine, phone: '32123456' };
  expect(problemsOf(danish)).toEqual({ phone: 'Phone number must be at least 10 digits' });
  const denmark = { country: 'DK', phoneMinLength: 8 };
  expect(problemsOf(danish, denmark)).toEqual({});
  expect(problemsOf({ ...fine, phone: '3212345' }, denmark)).toEqual({
    phone: "Phone number is not valid in the event's country",
  });
});

test('the form and the server say the same about anything that can be typed', () => {
  const near = (text: string) => fc.string({ unit: fc.constantFrom(...text), maxLength: 24 });
  const typed = fc.record<TypedContact>({
    ...mapContact(() => fc.string({ unit: anyCharacter, maxLength: 130 })),
    name: fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 110 }),
      near(' aé\u0000\ud83d\ude00'),
      fc.integer({ min: 0, max: 103 }).map((length) => 'n'.repeat(length)),
    ),
    phone: fc.oneof(fc.string({ maxLength: 24 }), near('0123456789 +-()'), near('4 (')),
    email: fc.oneof(
      fc.emailAddress(),
      fc.string({ maxLength: 40 }),
      near("aB.@-+_' "),
      fc.integer({ min: 230, max: 256 }).map((length) => `${'a'.repeat(length)}@b.example`),
    ),
  });
  fc.assert(
    fc.property(typed, (entry) => {
      // The schema does not know the country and accepts numbers of any, so the form gets the shortest length.
      expect(problemsOf(entry, { country: 'GB', phoneMinLength: PHONE_SHORTEST })).toEqual(
        schemaProblems(entry),
      );
    }),
    { numRuns: 2000 },
  );
});
