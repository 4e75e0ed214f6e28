import { expect, test } from 'vitest';
import { countryOptions } from '../../lib/texts/country-names.ts';
import { searchOptions } from './searchable-select.tsx';

const found = (typed: string) => searchOptions(countryOptions(), typed).map(({ label }) => label);

test('nothing typed shows everything, by name', () => {
  expect(found('  ')).toHaveLength(245);
  expect(found('').slice(0, 3)).toEqual(['Afghanistan', 'Åland Islands', 'Albania']);
});

test.each([
  ['united k', ['United Kingdom']],
  ['KINGDOM', ['United Kingdom']],
  ['gb', ['United Kingdom']],
  ['cote d’ivoire', ['Côte d’Ivoire']],
  ["cote d'iv", ['Côte d’Ivoire']],
  ['Sao Tome and', ['São Tomé & Príncipe']],
  ['st helena', ['St. Helena']],
  ['Reunion', ['Réunion']],
  ['Britain', ['United Kingdom']],
  ['england', ['United Kingdom']],
  ['holland', ['Netherlands']],
  ['turkey', ['Türkiye']],
  ['norge', ['Norway']],
  ['deutschl', ['Germany']],
  ['osterreich', ['Austria']],
  ['atlantis', []],
])('%j finds %j', (typed, labels) => {
  expect(found(typed)).toEqual(labels);
});

test('a code comes before names, and the beginning of a name before the rest of it', () => {
  expect(found('in')[0]).toBe('India');
  expect(found('aland')[0]).toBe('Åland Islands');
  expect(found('uk')).toEqual(['United Kingdom', 'Ukraine']);
  expect(found('usa')).toEqual(['United States']);
  expect(found('guinea').slice(0, 4)).toEqual([
    'Guinea',
    'Guinea-Bissau',
    'Equatorial Guinea',
    'Papua New Guinea',
  ]);
});
