import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { XlsxFile } from './xlsx-file.ts';

function read(bytes: Uint8Array): Record<string, string> {
  const parts = unzipSync(bytes);
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strFromU8(part)]));
}

test('numbers are numbers, which a program can add up', () => {
  const file = new XlsxFile('Leads', ['Staff']);
  const parts = read(Buffer.concat([file.add([[1500.5], [-2], ['1500']]), file.end()]));
  const cells = [
    ...(parts['xl/worksheets/sheet1.xml'] ?? '').matchAll(/<c r="A\d"><v>([^<]*)<\/v>/g),
  ];
  expect(cells.map(([, value]) => value)).toEqual(['1500.5', '-2']);
});

test('every cell is text, whatever it looks like', () => {
  const file = new XlsxFile('Leads', ['Name', 'Phone']);
  const bytes = [
    file.add([['=HYPERLINK("https://evil.example")', '07700900121']]),
    file.add([['Zoë <b> & "Co" _x0041_ \u0001\ud800 漢字 🎉', '']]),
    file.end(),
  ];
  const parts = read(Buffer.concat(bytes));
  expect(Object.keys(parts)).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
  const cells = [...sheet.matchAll(/<c r="(\w+)" s="\d" t="inlineStr"><is><t [^>]*>([^<]*)</g)];
  expect(cells.map(([, reference, text]) => [reference, text])).toEqual([
    ['A1', 'Name'],
    ['B1', 'Phone'],
    ['A2', '=HYPERLINK("https://evil.example")'],
    ['B2', '07700900121'],
    ['A3', 'Zoë &lt;b&gt; &amp; "Co" _x005F_x0041_  漢字 🎉'],
  ]);
  expect(sheet).not.toContain('<f>');
  expect(sheet).toContain('sqref="A1:B3"');
});
