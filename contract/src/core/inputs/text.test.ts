import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { anyCharacter } from '../../../../scripts/lib/any-character.mjs';
import { emailProblem, lineProblem } from './form-rules.ts';
import { optionalText, searchText, singleLine } from './text.ts';

const unusable: [called: string, text: string][] = [
  ['a NUL', 'ab\u0000cd'],
  ['a tab', 'ab\tcd'],
  ['a line break', 'ab\ncd'],
  ['a delete', 'ab\u007fcd'],
  ['a C1 control', 'ab\u0085cd'],
  ['half a surrogate pair', 'ab\ud83dcd'],
  ['the other half', 'ab\ude00cd'],
];

const plain = [
  'Zoë Müller-Łukasz',
  '李小龍',
  'محمد',
  '👩‍👩‍👧 & co',
  "Robert'); DROP TABLE leads;--",
  '<script>alert(1)</script>',
  '100 % of \\ _ "quotes"',
];

/** The first message of a failed check, or undefined if the value is valid. */
function complaint(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

describe('a line of text', () => {
  const title = singleLine({ label: 'Title', required: 'Title is required', min: 2, max: 5 });

  it('is trimmed, of every kind of blank', () => {
    expect(title.parse(' \t\n\u00a0\ufeff abc \r\n\u2003')).toBe('abc');
  });

  it.each([
    [undefined, 'Title is required'],
    [null, 'Title is required'],
    [12345, 'Title is required'],
    [['abc'], 'Title is required'],
    [{ length: 3 }, 'Title is required'],
    ['', 'Title is required'],
    [' a ', 'Title is required'],
    ['ab', undefined],
    [' abcde ', undefined],
    ['abcdef', 'Title is too long'],
  ])('%j: %s', (value, message) => {
    expect(complaint(title, value)).toBe(message);
  });

  it('counts characters as PostgreSQL does, not halves of them', () => {
    expect(complaint(title, '😀')).toBe('Title is required');
    expect(complaint(title, '😀😀😀😀😀')).toBeUndefined();
    expect(complaint(title, '😀😀😀😀😀😀')).toBe('Title is too long');
  });

  it('speaks of the length before it speaks of characters', () => {
    expect(complaint(title, '\u0001')).toBe('Title is required');
    expect(complaint(title, '\u0001\u0001\u0001\u0001\u0001\u0001')).toBe('Title is too long');
  });

  const wide = singleLine({ label: 'Title', required: 'Title is required', min: 1, max: 100 });

  it.each(unusable)('refuses %s inside', (_, text) => {
    expect(complaint(wide, text)).toBe('Title contains characters that cannot be used');
  });

  it.each(plain)('takes %s as it is', (text) => {
    expect(wide.parse(text)).toBe(text);
  });

  it('lets through only what PostgreSQL can store, composed and trimmed', () => {
    const anyUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(anyUnit, fc.constantFrom('\0', 'a')) }), (text) => {
        const { data } = wide.safeParse(text);
        if (data === undefined) return;
        expect(data).toBe(
          text
            .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
            .trim()
            .normalize('NFC'),
        );
        expect(data).not.toContain('\0');
        expect(Buffer.from(data, 'utf8').toString('utf8')).toBe(data);
      }),
    );
  });
});

/** Texts that are invisible on a screen. */
const invisible: [called: string, text: string][] = [
  ['zero-width spaces', '\u200b\u200b\u200b'],
  ['zero-width joiners', '\u200d\u200c\u200d'],
  ['byte order marks', '\u2060\ufeff\u2060'],
  ['soft hyphens', '\u00ad\u00ad\u00ad'],
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
  ['blank braille', '\u2800\u2800\u2800'],
  ['tags', '\u{e0041}\u{e0062}\u{e007f}'],
  ['variation selectors', '\ufe0f\u{e0100}\ufe0e'],
  ['combining marks alone', '\u0301\u0308\u0323'],
  ['an enclosing mark alone', '\u20dd\u20e3'],
  ['direction marks', '\u200e\u200f\u061c'],
  ['overrides and isolates', '\u202e\u202d\u2066\u2069'],
  ['invisible operators', '\u2061\u2062\u2063\u2064'],
  ['a Mongolian separator and Khmer vowels that show nothing', '\u180e\u17b4\u17b5'],
  ['musical signs without a note', '\u{1d159}\u{1d173}\u{1d17a}'],
  ['a mixture with blanks', '\u200b \u3164\u00a0\u2800 \u00ad'],
];

describe('the visible part of a name', () => {
  const rule = { label: 'Name', required: 'Name must be at least 2 characters', min: 2, max: 100 };
  const name = singleLine(rule);

  it.each(invisible)('is nothing: %s', (_, text) => {
    for (const typed of [text, `\u200b ${text}`]) {
      expect(complaint(name, typed)).toBe(rule.required);
      expect(lineProblem(typed, rule)).toBe(rule.required);
    }
  });

  it('is one letter, whatever shows nothing beside it', () => {
    for (const typed of ['A\u200b', '\u2800A', '\u3164A\u00ad\u202e', 'A\ufe0f']) {
      expect(complaint(name, typed)).toBe(rule.required);
      expect(lineProblem(typed, rule)).toBe(rule.required);
    }
  });

  it.each([
    ['a joined emoji', '👩‍👩‍👧'],
    ['emoji with a colour and a variation selector', '❤️👍🏽'],
    ['a Persian name with a zero-width non-joiner', 'مهدی\u200cیار'],
    ['an Indic name with a joiner', 'क्\u200dष'],
    ['a Hindi name of one letter and its vowel', 'सी'],
    ['a Tamil name', 'மணி'],
    ['a Thai name', 'น้ำ'],
    ['a Hebrew name with a direction mark', 'דנה\u200f (Dana)'],
    ['a name with a mark that has no composed form', 'X\u0323a'],
    ['a Korean name', '김이'],
  ])('is all of it: %s', (_, text) => {
    expect(name.parse(text)).toBe(text.normalize('NFC'));
    expect(lineProblem(text, rule)).toBeUndefined();
  });

  it.each([
    ['an override that turns the rest of the page around', 'Anna\u202egpj.exe', 'Annagpj.exe'],
    ['an embedding that is never closed', '\u202bAnna', 'Anna'],
    ['an isolate around a name', '\u2067Anna\u2069', 'Anna'],
    ['blanks between overrides', '\u202e \u202d Anna \u202c', 'Anna'],
    ['a mark that an override kept from its letter', 'e\u202c\u0301a', 'éa'],
  ])('loses %s', (_, typed, kept) => {
    expect(name.parse(typed)).toBe(kept);
    expect(lineProblem(typed, rule)).toBeUndefined();
    expect(optionalText('Note', 50, 'many').parse(typed)).toBe(kept);
    expect(searchText.parse(typed)).toBe(kept);
  });

  it('has no more marks on a letter than any script has', () => {
    const stacked = `a${'\u0301\u0323'.repeat(16)}b`;
    expect(name.parse(stacked.slice(0, 31))).toBe(stacked.slice(0, 31).normalize('NFC'));
    expect(complaint(name, stacked)).toBe('Name contains characters that cannot be used');
    expect(complaint(optionalText('Note', 50, 'many'), `\n${stacked}`)).toMatch(/cannot be used$/);
    expect(emailProblem(`a@${stacked}.com`)).toBe('Invalid email address');
  });

  it('is judged the same by the server and by the public form, whatever is typed', () => {
    const stacked = '\u0301'.repeat(31);
    const unit = fc.oneof(
      fc.constantFrom(...invisible.flatMap(([, text]) => [...text]), 'a', 'é', stacked, ' '),
      anyCharacter,
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 120 }), (typed) => {
        expect(lineProblem(typed, rule)).toBe(complaint(name, typed));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('optional text', () => {
  const note = optionalText('Note', 5);

  it.each([null, '', '   ', '\n\t'])('takes %j as none', (value) => {
    expect(note.parse(value)).toBeNull();
  });

  it.each(invisible)('takes %s as none', (_, text) => {
    expect(optionalText('Note', 50).parse(text)).toBeNull();
    expect(optionalText('Note', 50, 'many').parse(text)).toBeNull();
  });

  it('is trimmed', () => {
    expect(note.parse('  abc ')).toBe('abc');
  });

  it.each([
    [7, 'Note must be text'],
    [false, 'Note must be text'],
    [['abc'], 'Note must be text'],
    ['abcdef', 'Note is too long'],
    ['abcde', undefined],
    [' abcde ', undefined],
  ])('%j: %s', (value, message) => {
    expect(complaint(note, value)).toBe(message);
  });

  it.each(unusable)('refuses %s', (_, text) => {
    expect(complaint(note, text)).toBe('Note contains characters that cannot be used');
  });

  it('may have several lines where that is said', () => {
    const notes = optionalText('Note', 20, 'many');
    expect(notes.parse('one\r\n\ttwo')).toBe('one\r\n\ttwo');
    expect(complaint(notes, 'one\u0000two')).toBe('Note contains characters that cannot be used');
    expect(complaint(notes, 'one\ud800two')).toBe('Note contains characters that cannot be used');
  });
});

describe('a search text', () => {
  it('is trimmed and may be empty', () => {
    expect(searchText.parse('  100 %_\\ ')).toBe('100 %_\\');
    expect(searchText.parse('  ')).toBe('');
  });

  it('is bounded, and holds nothing that PostgreSQL refuses', () => {
    expect(complaint(searchText, 'x'.repeat(200))).toBeUndefined();
    expect(complaint(searchText, 'x'.repeat(201))).toBe('The search text is too long');
    expect(complaint(searchText, 'a\u0000b')).toBe(
      'The search text contains characters that cannot be used',
    );
  });
});
