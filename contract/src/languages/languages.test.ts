import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { problems } from '../core/errors.ts';
import { ticketName } from '../raffle/ticket-names.ts';
import {
  acceptedLanguages,
  bestLanguage,
  formatNumber,
  languageCodes,
  stageLanguages,
} from './languages.ts';
import { readTexts } from './texts.ts';

describe('the language of a visitor', () => {
  test.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['pt-PT', 'pt-BR'],
    ['pt-br', 'pt-BR'],
    ['sv,fi;q=0.9', undefined],
    ['en;q=0.1, ar;q=0.8', 'ar'],
    ['de;q=0, fr', 'fr'],
    ['*', undefined],
    ['', undefined],
    ['en-US-u-ca-buddhist', 'en'],
    ['__proto__, constructor', undefined],
    [`${'x-'.repeat(5000)},de`, undefined],
  ])('%s is %s', (header, language) => {
    expect(bestLanguage(acceptedLanguages(header))).toBe(language);
  });

  test('is one that is offered', () => {
    expect(bestLanguage(['ja', 'de', 'en'], ['en', 'de'])).toBe('de');
  });
});

test.each([
  ['', ['fr']],
  ['de', ['de']],
  ['de,ar', ['de', 'ar']],
  [' pt , xx,JA,de', ['pt-BR', 'ja']],
  ['de,de-AT', ['de']],
  [`${'x,'.repeat(50)}de`, ['fr']],
  ['xx', ['fr']],
])('the stage of a French event with %j in its link is in %j', (linked, shown) => {
  expect(stageLanguages(linked, 'fr')).toEqual(shown);
});

describe('a text', () => {
  const catalogue = {
    visitor: {
      people_one: 'jedna osoba',
      people_few: '{count} osoby',
      people_other: '{count} osób',
    },
    sentences: { 'Name is too long': 'Nazwa jest za długa' },
  };
  const texts = readTexts('pl', catalogue);
  const people = (count: number) => texts.text('visitor.people' as never, { count });

  test('has the plural form of its count', () => {
    expect([1, 3, 5, 22, 12_000].map(people)).toEqual([
      'jedna osoba',
      '3 osoby',
      '5 osób',
      '22 osoby',
      '12\u00a0000 osób',
    ]);
  });

  test('keeps what it is filled with as it is', () => {
    const greeting = readTexts('en', { visitor: { submit: '{name}, {name} {other}' } });
    expect(greeting.text('visitor.submit', { name: '$& {name}' })).toBe(
      '$& {name}, $& {name} {other}',
    );
  });

  test('is not what every object has', () => {
    const found = readTexts('de', { sentences: {}, findings: {}, problems: {} });
    expect(found.sentence('constructor')).toBe('constructor');
    expect(found.sentence('{toString}')).toBe('{toString}');
  });

  test('stays English if it is a sentence that nobody has translated', () => {
    expect(texts.sentence('Name is too long')).toBe('Nazwa jest za długa');
    expect(texts.sentence('“{label}” is too long', { label: 'Firma' })).toBe('“Firma” is too long');
  });
});

test.each([
  ['en', 1284, '1,284'],
  ['es', 1284, '1284'],
  ['es', 12_840, '12.840'],
  ['fr', 1_284_000, '1\u202f284\u202f000'],
  ['de', 12, '12'],
] as const)('%s writes %i as %s', (language, number, written) => {
  expect(formatNumber(number, language)).toBe(written);
});

test.each(languageCodes)('%s has a name of its own for each of the 256 animals', (language) => {
  const file = new URL(`${language}.json`, import.meta.url);
  const names = JSON.parse(readFileSync(file, 'utf8')).animals.names.split('|');
  expect(new Set(names.filter((name: string) => name.trim() !== '')).size).toBe(256);
  if (language !== 'en') return;
  const tickets = names.map((_: string, index: number) => index.toString(16).padStart(2, '0'));
  expect(tickets.map((digits: string) => ticketName(`${digits}000000`))).toEqual(
    names.map((name: string) => `${name} 0000`),
  );
});

test('every problem has a text in every language', () => {
  const { sentences, problems: told } = JSON.parse(
    readFileSync(new URL('en.json', import.meta.url), 'utf8'),
  );
  const missing = Object.values(problems)
    .map(([, sentence]) => sentence)
    .filter((sentence) => !(sentence in sentences || sentence in told));
  expect(missing).toEqual([]);
});

test('from right to left, names are isolated and a text within a text keeps its order', () => {
  const { text } = readTexts(
    'ar',
    JSON.parse(readFileSync(new URL('ar.json', import.meta.url), 'utf8')),
  );
  const time = text('visitor.dayAndTime', { day: '5', monthShort: 'ديسمبر', time: '18:00' });
  expect(time).toContain('\u2068ديسمبر\u2069');
  expect(text('visitor.draw', { time })).toBe(`السحب: ${time}`);
});
