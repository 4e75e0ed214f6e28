import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalisePhone } from './phone.ts';

describe('normalisePhone', () => {
  it.each([
    ['07700 900123', '07700900123'],
    ['(07700) 900-123', '07700900123'],
    ['+1 (555) 010-9999', '15550109999'],
    ['0044 7700 900123', '00447700900123'],
    [' + - ( ) ', ''],
    ['', ''],
  ])('strips spaces, hyphens, parentheses and plus signs: %j becomes %j', (typed, stored) => {
    expect(normalisePhone(typed)).toBe(stored);
  });

  it.each([
    ['+44 7700 900123', '07700900123'],
    ['447700900123', '07700900123'],
    ['(44) 20-7946-0958', '02079460958'],
  ])('turns the British international form %j into %j', (typed, stored) => {
    expect(normalisePhone(typed)).toBe(stored);
  });

  it.each([
    ['44770090012', 'one digit fewer'],
    ['4477009001234', 'one digit more'],
    ['447700 9001234', 'one digit more, counted after stripping'],
    ['147700900123', '12 digits of another country'],
    ['044770090012', '12 digits with 44 in second place'],
  ])('keeps the 44 of %s: %s', (typed) => {
    expect(normalisePhone(typed)).toBe(typed.replaceAll(' ', ''));
  });

  it('keeps a second 44 behind the first', () => {
    expect(normalisePhone('44 4477 009001')).toBe('04477009001');
  });

  const separators = fc.string({ unit: fc.constantFrom(' ', '-', '(', ')', '+') });
  // Half of them British, which chance alone would hardly ever hit.
  const digits = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 20 }),
    fc
      .string({ unit: fc.constantFrom(...'0123456789'), minLength: 10, maxLength: 10 })
      .map((rest) => `44${rest}`),
  );

  it('gives the same number however it is punctuated', () => {
    fc.assert(
      fc.property(
        digits,
        fc.array(separators, { minLength: 21, maxLength: 23 }),
        (number, gaps) => {
          const typed = [...number].map((digit, i) => `${gaps[i]}${digit}`).join('') + gaps.at(-1);
          expect(normalisePhone(typed)).toBe(normalisePhone(number));
        },
      ),
    );
  });

  it('changes nothing the second time, whatever it is given', () => {
    fc.assert(
      fc.property(fc.oneof(digits, separators, fc.string()), (typed) => {
        const once = normalisePhone(typed);
        expect(normalisePhone(once)).toBe(once);
      }),
    );
  });
});
