import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalisePhone, phoneProblem } from './phone.ts';

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
  // Half of the numbers are British, which chance alone would hardly ever produce.
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

describe('the problem with a typed number', () => {
  const TOO_SHORT = 'Phone number must be at least 10 digits';
  const TOO_LONG = 'Phone number is too long';
  const BAD_CHARACTERS = 'Phone number can only contain digits, spaces, and +-() characters';

  it.each([
    ['', TOO_SHORT],
    ['123456789', TOO_SHORT],
    ['1234567890', undefined],
    ['12345678901234567890', undefined],
    ['123456789012345678901', TOO_LONG],
    ['0770090012x', BAD_CHARACTERS],
    ['07700.900123', BAD_CHARACTERS],
    ['07700\t900123', BAD_CHARACTERS],
    ['07700 900123\n', BAD_CHARACTERS],
    ['07700\u00a0900123', BAD_CHARACTERS],
    ['٠٧٧٠٠٩٠٠١٢٣', BAD_CHARACTERS],
  ])('%j: %s', (typed, problem) => {
    expect(phoneProblem(typed)).toBe(problem);
  });

  it('is its length before its characters', () => {
    expect(phoneProblem('x')).toBe(TOO_SHORT);
    expect(phoneProblem('x'.repeat(21))).toBe(TOO_LONG);
  });

  it('is measured as typed, blanks included, with 7 digits among them', () => {
    expect(phoneProblem('   1234567')).toBeUndefined();
    expect(phoneProblem('123-4567--')).toBeUndefined();
    expect(phoneProblem(`${' '.repeat(14)}1234567`)).toBe(TOO_LONG);
    expect(phoneProblem('123-456---')).toBe(TOO_SHORT);
    expect(phoneProblem('+-() +-() ')).toBe(TOO_SHORT);
  });

  it('is milder where a country has shorter numbers', () => {
    expect(phoneProblem('12345678', 8)).toBeUndefined();
    expect(phoneProblem('1234567', 8)).toBe(TOO_SHORT);
    expect(phoneProblem('22158', 4)).toBeUndefined();
    expect(phoneProblem('2-1-5', 4)).toBe(TOO_SHORT);
  });

  it('is nothing for 10 to 20 of its characters with 7 digits among them, and for nothing else', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789 +-()x'), maxLength: 22 });
    fc.assert(
      fc.property(typed, (phone) => {
        const right =
          phone.length >= 10 &&
          phone.length <= 20 &&
          !phone.includes('x') &&
          normalisePhone(phone).length >= 7;
        expect(phoneProblem(phone) === undefined).toBe(right);
      }),
      { numRuns: 1000 },
    );
  });
});
