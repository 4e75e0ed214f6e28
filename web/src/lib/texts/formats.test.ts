import { expect, test } from 'vitest';
import { currencySign, formatMoney, formatPercent } from './figures.ts';
import { countOf } from './formats.ts';

const dollars = (amount: string, rounded?: 'rounded') =>
  formatMoney({ amount, currency: 'USD' }, rounded);

test('money and percentages have the decimals they are asked for, and blanks are zero', () => {
  expect(dollars('18420.00', 'rounded')).toBe('$18,420');
  expect(dollars('18420.5')).toBe('$18,420.50');
  expect(dollars('', 'rounded')).toBe('$0');
  expect(formatMoney({ amount: '18420.5', currency: 'JPY' })).toBe('¥18,421');
  expect(['USD', 'EUR', 'CHF'].map(currencySign)).toEqual(['$', '€', 'CHF']);
  expect(formatPercent('12.50')).toBe('12.5%');
  expect(formatPercent(66.6, 0)).toBe('67%');
});

test('figures are rounded as they are written, not as floating point has them', () => {
  expect(formatPercent('12.35')).toBe('12.4%');
  expect(formatPercent('1.45')).toBe('1.5%');
  expect(formatPercent('-7.25')).toBe('-7.3%');
  expect(formatPercent('-0.04')).toBe('0.0%');
  expect(formatPercent('12345.60')).toBe('12,345.6%');
  expect(dollars('99999999.49', 'rounded')).toBe('$99,999,999');
  expect(dollars('1234.50', 'rounded')).toBe('$1,235');
});

test('one thing is singular, none and many are plural', () => {
  expect([0, 1, 1284].map((count) => countOf(count, 'lead'))).toEqual([
    '0 leads',
    '1 lead',
    '1,284 leads',
  ]);
});
