import { describe, expect, it } from 'vitest';
import { phrase as typedPhrase } from '../draws.ts';
import { foldPhrase } from './phrase.ts';

const folded = (typed: string) => {
  const result = foldPhrase(typed);
  return 'phrase' in result ? result.phrase : result.problem;
};

describe('a phrase', () => {
  it('is one of its spellings', () => {
    for (const typed of [
      'Crème Brûlée!',
      '  cre\u0300me   bru\u0302le\u0301e ',
      '“CRÈME BRÛLÉE”',
    ]) {
      expect(folded(typed)).toBe('crème brûlée');
    }
    expect(folded('ﬁn\u200b\ufe0f Ⅳ  İ')).toBe('fin iv i̇');
    expect(folded('a\u00adb c\u034fd 🍮 1+1')).toBe('ab cd 11');
  });

  it('is folded to the same again, and is composed', () => {
    for (const typed of ['ǅ ẞ', 'K', 'ΑΣ ', '１２３', 'e\u200d\u0301', 'Ὀδυσσεύς', 'ﷺ']) {
      expect(folded(folded(typed))).toBe(folded(typed));
      expect(folded(typed).normalize('NFC')).toBe(folded(typed));
    }
  });

  it('cannot be empty or longer than 200 bytes when it is folded', () => {
    for (const typed of [
      '',
      ' …!? ',
      '🍮',
      '\u200b',
      'x'.repeat(201),
      'é'.repeat(101),
      'ﷺ'.repeat(20),
    ]) {
      expect(folded(typed), typed).toBe('phrase-not-possible');
    }
    expect(folded('x'.repeat(200))).toHaveLength(200);
  });

  it('cannot have a word of several scripts, whose letters look alike', () => {
    // Each phrase has one letter of another script.
    for (const typed of ['аbba', 'abbа', 'ok ΑBBA', 'раураl', 'fаke news']) {
      expect(folded(typed), typed).toBe('phrase-mixed-scripts');
    }
    for (const typed of [
      'abba абба',
      '王さんのラーメン',
      '한국어 漢字',
      'ㄅ王',
      '東京タワー',
      'ไทย 123abc',
      'naïve',
    ]) {
      expect(folded(typed), typed).not.toBe('phrase-mixed-scripts');
    }
  });

  it('is typed in at most 200 bytes, of which a letter may take four', () => {
    expect(typedPhrase.safeParse('x'.repeat(200)).success).toBe(true);
    expect(typedPhrase.safeParse('x'.repeat(201)).error?.issues[0]?.message).toBe(
      'The phrase is too long',
    );
    expect(typedPhrase.safeParse('🎟'.repeat(50)).success).toBe(true);
    expect(typedPhrase.safeParse('🎟'.repeat(51)).success).toBe(false);
    // The length counts the composed form, which is hashed: decomposed, this is twice as long.
    expect(typedPhrase.safeParse('e\u0301'.repeat(100)).success).toBe(true);
  });

  it('has no characters that nobody can call', () => {
    for (const text of ['a\u0000', 'a\nb', '\ud800', '\u0085']) {
      expect(typedPhrase.safeParse(text).success).toBe(false);
    }
  });
});
