import { describe, expect, it } from 'vitest';
import { foldText, searchWords } from './search.ts';

describe('folding a text', () => {
  it.each([
    ['Sørensen', 'sorensen'],
    ['ÉLODIE', 'elodie'],
    ['Łukasz Żółć', 'lukasz zolc'],
    ['Straße', 'strasse'],
    ['İstanbul ısı', 'istanbul isi'],
    ['Nguyễn Đức', 'nguyen duc'],
    ['Ægir Þór', 'aegir thor'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['陳大文', '陳大文'],
    ['Jon_Field%', 'jon_field%'],
  ])('makes %s %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('does not depend on how the letters are composed', () => {
    expect(foldText('Zoe\u0308')).toBe(foldText('Zo\u00eb'));
  });
});

describe('the words of a search', () => {
  it('are folded, and numbers are written as they are stored', () => {
    expect(searchWords('  Field  JÖN +44-7700 ')).toEqual(['field', 'jon', '447700']);
  });

  it('are one if they are a number', () => {
    expect(searchWords('+44 (0) 20 7946')).toEqual(['440207946']);
  });

  it('are none where nothing is left after folding', () => {
    expect(searchWords('')).toEqual([]);
    expect(searchWords('\u0301 jo \u0308\u0301')).toEqual(['jo']);
  });

  it('keep signs that are no part of a number', () => {
    expect(searchWords('- jo')).toEqual(['-', 'jo']);
  });
});
