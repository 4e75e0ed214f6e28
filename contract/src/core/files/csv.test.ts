import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvLines, withoutGuard } from './csv.ts';

const SIGNS = '=+-@＝＋－＠';

test.each([
  ['=HYPERLINK("https://evil.example","Win")', `'=HYPERLINK("https://evil.example","Win")`],
  ['+1+1', "'+1+1"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['  =1', "'  =1"],
  ['"=1', `'"=1`],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['=1\nsecond line', "'=1\nsecond line"],
  ['Bob\n=1', "Bob\n'=1"],
  ['Bob;=HYPERLINK("https://evil.example")', `Bob;'=HYPERLINK("https://evil.example")`],
  ['Bob";"=1', `Bob";"'=1`],
  ['Bob; =1;+2|@3', "Bob; '=1;'+2|'@3"],
])('a cell that a spreadsheet would run is made harmless: %j', (cell, harmless) => {
  const { data } = Papa.parse<string[]>(csvLines([[cell, cell]]), { delimiter: ',' });
  expect(data).toEqual([[harmless, harmless]]);
});

test.each([
  'Zoë "Zo", of São Paulo - 漢字',
  'Okafor, Amara; Sales',
  'Anne-Marie + Tom = us @ home',
  '',
])('other cells stay as they are: %j', (cell) => {
  expect(csvLines([[cell]])).toBe(`"${cell.replaceAll('"', '""')}"`);
});

test.each(['\n', '"', ';', '; '])('a cell of very many %j is written and read again', (text) => {
  const cell = `x;${text.repeat(100_000)}x`;
  expect(withoutGuard(cell)).toBe(cell);
  expect(csvLines([[cell]])).toBe(`"${cell.replaceAll('"', '""')}"`);
});

test('a guarded cell comes back as it was', () => {
  const character = fc.constantFrom(...SIGNS, ...',;|\t\r\n"\' A1');
  fc.assert(
    fc.property(fc.string({ unit: character }), (cell) => {
      const { data } = Papa.parse<string[]>(csvLines([[cell]]), { delimiter: ',' });
      expect(withoutGuard(data[0]?.[0] ?? '')).toBe(cell);
    }),
  );
});

test.each([',', ';', '\t', '|'])(
  'no text becomes a formula in a program that separates cells by %j',
  (separator) => {
    const character = fc.constantFrom(...SIGNS, ...',;|\t\r\n"\' A1');
    fc.assert(
      fc.property(fc.array(fc.string({ unit: character }), { minLength: 1 }), (cells) => {
        for (const cell of splitCarelessly(csvLines([cells]), separator)) {
          expect(cell).not.toMatch(new RegExp(`^[\\s"]*[${SIGNS.replace('-', '\\-')}]`));
        }
      }),
    );
  },
);

/** Splits at every separator and line break, as a program does that has lost count of the quotes. */
function splitCarelessly(text: string, separator: string): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator));
}
