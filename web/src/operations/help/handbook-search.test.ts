import { expect, it } from 'vitest';
import { findSections, searchedWords } from './handbook-search.tsx';

const section = (title: string, text: string) => ({ url: `#${title}`, chapter: '', title, text });
const sections = [
  section('Draw the winners', 'Press Hand over a prize.'),
  section('Webhooks', 'Sent when a prize was handed over.'),
  section('Without a network', 'Leads are kept.'),
  section('Collect leads', 'Without any network, too.'),
];
const found = (typed: string) =>
  findSections(sections, searchedWords(typed)).map(({ title }) => title);

it('finds sections with the most words in any form, those with words in the title first', () => {
  expect(found('Handed over')).toEqual(['Draw the winners', 'Webhooks']);
  expect(found('leads, drawing')).toEqual([
    'Draw the winners',
    'Collect leads',
    'Without a network',
  ]);
  expect(found('hooks')).toEqual([]);
  expect(found('leads')).toEqual(['Collect leads', 'Without a network']);
});

it('knows other words for what the chapters say', () => {
  expect(found('wifi')).toEqual(['Without a network', 'Collect leads']);
  expect(found('Wi-Fi')).toEqual(found('network'));
});
