import { leadContact } from '@drawbridge/contract/collecting/leads';
import { isMaskedEmail, isShortName } from '@drawbridge/contract/fair-draw/check/short-form';
import { shortName } from '@drawbridge/contract/raffle/stage';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../../../scripts/lib/any-character.mjs';
import { maskEmail } from './rules.ts';

it.each([
  ['Amara Okafor', 'Amara O.'],
  ['Ana María de la Cruz', 'Ana C.'],
  ['Madonna', 'Madonna'],
  ['Anne-Marie Smith', 'Anne-Marie S.'],
  ['Frank-Hyphenlast', 'Frank H.'],
  ['Dave_Hiddenname', 'Dave H.'],
  ['Eve\u200bHidden', 'Eve H.'],
  ['王小明', '王…'],
  ['สมชาย', 'ส…'],
  ['ßeta ßigma', 'ßeta SS.'],
  // The capital of this letter has three code points, two of which compose to one.
  ['Ana \u0390ris', 'Ana \u03aa\u0301.'],
])('the name %j is shortened to %j', (name, short) => {
  expect(shortName(name)).toBe(short);
});

it.each([
  ['amara@example.com', 'a***@e***.com'],
  ['a@b.co.uk', 'a***@b***.uk'],
])('the address %j is masked as %j', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});

it('the checker recognises shortened names and e-mail addresses', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 2, maxLength: 20 }), (typed) => {
      const name = leadContact.shape.name.safeParse(typed);
      fc.pre(name.success);
      const short = shortName(name.data ?? '');
      expect(isShortName(short), short).toBe(true);
      expect(short.normalize('NFC')).toBe(short);
    }),
    { numRuns: 2000 },
  );
  fc.assert(fc.property(fc.emailAddress(), (email) => isMaskedEmail(maskEmail(email))));
});
