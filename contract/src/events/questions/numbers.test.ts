import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Language, languageCodes } from '../../languages/languages.ts';
import { readTypedNumber, writeNumber } from './numbers.ts';

type Row = [language: Language, typed: string, value: number | undefined, ambiguous?: 'shown back'];

it.each<Row>([
  ['en', '1500', 1500],
  ['en', '1,500', 1500, 'shown back'],
  ['en', '1,500,000', 1_500_000],
  ['en', '1,500.5', 1500.5],
  ['en', '1500.5', 1500.5],
  ['en', '1.500', 1.5, 'shown back'],
  ['en', '0.125', 0.125],
  ['en', '1500,5', 1500.5, 'shown back'],
  ['en', '-£1,500.00', undefined],
  ['en', '£1,500.00', 1500],
  ['en', '1e3', 1000],
  ['de', '1.500', 1500, 'shown back'],
  ['de', '1500,5', 1500.5],
  ['de', '1.500,50 €', 1500.5],
  ['de', '1.500.000', 1_500_000],
  ['de', '1,500', 1.5, 'shown back'],
  ['de', '1500.5', 1500.5, 'shown back'],
  ['de', '1’500', 1500],
  ['fr', '1\u202f500,5', 1500.5],
  ['fr', '1 500', 1500],
  ['es', '1.500', 1500, 'shown back'],
  ['it', '12,5', 12.5],
  ['pt-BR', '−1.500,5', -1500.5],
  ['nl', '1.5', 1.5, 'shown back'],
  ['pl', '1\u00a0500\u00a0000,25', 1_500_000.25],
  ['ja', '１，５００．５', 1500.5],
  ['ja', '1,500', 1500, 'shown back'],
  ['ar', '١٥٠٠', 1500],
  ['ar', '١٬٥٠٠٫٥', 1500.5],
  ['ar', '۱۲٫۵', 12.5],
  ['ar', '\u200f1,500', 1500, 'shown back'],
  ['en', '1,50,000', undefined],
  ['en', '12 34', undefined],
  ['en', '1.5.2', undefined],
  ['de', '.', undefined],
  ['de', 'viele', undefined],
])('a form in %s reads %j as %j', (language, typed, value, ambiguous) => {
  expect(readTypedNumber(typed, language)).toEqual(
    value === undefined ? undefined : { value, ambiguous: ambiguous !== undefined },
  );
});

it('a number that a form shows is read as the same one, and needs no question', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...languageCodes),
      fc.oneof(fc.integer(), fc.double({ noNaN: true, min: -1e14, max: 1e14 }), fc.constant(1.125)),
      (language, number) => {
        const value = number + 0;
        const shown = readTypedNumber(writeNumber(value, language), language);
        expect(shown).toEqual({ value, ambiguous: false });
      },
    ),
  );
});
