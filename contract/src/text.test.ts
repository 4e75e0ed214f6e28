import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { line, optionalText, searchText } from './text.ts';

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

/** What a person is told: the first message, or undefined when the value is fine. */
function complaint(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

describe('a line of text', () => {
  const title = line({ label: 'Title', required: 'Title is required', min: 2, max: 5 });

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

  const wide = line({ label: 'Title', required: 'Title is required', min: 1, max: 100 });

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
        expect(data).toBe(text.trim().normalize('NFC'));
        expect(data).not.toContain('\0');
        expect(Buffer.from(data, 'utf8').toString('utf8')).toBe(data);
      }),
    );
  });
});

describe('optional text', () => {
  const note = optionalText('Note', 5);

  it.each([null, '', '   ', '\n\t'])('takes %j as none', (value) => {
    expect(note.parse(value)).toBeNull();
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
