import { expect, test } from 'vitest';
import { currencyOf } from './currencies.ts';

test('a country has its currency, its own or a shared one', () => {
  const found = ['GB', 'AT', 'US', 'SE', 'IM', 'CI', 'AQ'].map(currencyOf);
  expect(found).toEqual(['GBP', 'EUR', 'USD', 'SEK', 'GBP', 'XOF', undefined]);
});
