import { expect, it } from 'vitest';
import { createHandScanner } from './use-hand-scanner.ts';

function type(text: string, everyMs: number) {
  const scan = createHandScanner();
  return [...text].map((key, index) => scan(key === '\n' ? 'Enter' : key, index * everyMs));
}

it('takes a fast vCard out of the keys, and leaves its line ends alone', () => {
  const text = 'BEGIN:VCARD\nFN:Jon Field\nEND:VCARD';
  const typed = type(text, 5);
  expect(typed.at(-1)).toEqual({ kind: 'complete', text });
  // Before the first word is complete, typing and scanning look the same.
  const start = 'BEGIN:VCARD'.length - 1;
  expect(typed.slice(0, start).every(({ kind }) => kind === 'key')).toBe(true);
  expect(typed.slice(start, -1).every(({ kind }) => kind === 'badge')).toBe(true);
});

it('takes a fast MECARD', () => {
  const text = 'MECARD:N:Field,Jon;TEL:07700900131;;';
  expect(type(text, 5).at(-1)).toEqual({ kind: 'complete', text });
});

it('leaves a person alone, however they type', () => {
  expect(type('MECARD:N:Field,Jon;;', 100).every(({ kind }) => kind === 'key')).toBe(true);
  expect(type('Jon Field\n', 5).every(({ kind }) => kind === 'key')).toBe(true);
});
