import { csvLines } from '@drawbridge/contract/core/files/csv';
import { describe, expect, it } from 'vitest';
import { decodeText, openFile, readCsv } from './read-file.ts';

const csvs = import.meta.glob<string>('../../../../../node_modules/csv-spectrum/csvs/*.csv', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const jsons = import.meta.glob<string>('../../../../../node_modules/csv-spectrum/json/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const nameOf = (path: string) => /(\w+)\.\w+$/.exec(path)?.[1] ?? '';
const expectations = new Map(
  Object.entries(jsons).map(([path, json]) => [nameOf(path), [JSON.parse(json)].flat()]),
);
// The package's own JSON of this file has another phone number than its CSV.
expectations.get('location_coordinates')?.forEach((row) => {
  row['Contact Phone Number'] = '2095257564';
});

describe('the files of csv-spectrum', () => {
  it('are all there', () => expect(Object.keys(csvs)).toHaveLength(12));

  it.each(Object.keys(csvs))('%s', (path) => {
    const { rows } = openFile(new TextEncoder().encode(csvs[path])).read(0);
    const [header = [], ...body] = rows;
    const objects = body.map((cells) =>
      Object.fromEntries(header.map((key, at) => [key, cells[at]])),
    );
    expect(objects).toEqual(expectations.get(nameOf(path)));
  });
});

describe('separators', () => {
  it.each([',', ';', '\t', '|'])('%j is found, also when others stand in the text', (separator) => {
    const line = (...cells: string[]) => cells.join(separator);
    const text = [line('Name', 'Phone', 'Note'), line('"O, Zoë; A"', '07700', '"1|2\t3"')].join(
      '\n',
    );
    expect(readCsv(text).rows).toEqual([
      ['Name', 'Phone', 'Note'],
      ['O, Zoë; A', '07700', '1|2\t3'],
    ]);
  });

  it("is named by Excel's first line, which is no row", () => {
    expect(readCsv('sep=|\r\na|b\r\n1,2|3')).toEqual({
      rows: [
        ['a', 'b'],
        ['1,2', '3'],
      ],
      numbers: [2, 3],
    });
  });
});

it('blank rows are left out, and the others keep their numbers', () => {
  expect(readCsv('a,b\n\n , \n1,2\n')).toEqual({
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
    numbers: [1, 4],
  });
});

it('a quotation mark that is never closed is reported with its row', () => {
  expect(() => readCsv('a,b\n1,2\n3,"4\n5,6\n')).toThrow(
    'A quotation mark in row 3 is never closed',
  );
});

it('our own export comes back as it was', () => {
  const rows = [
    ['Name', 'Phone'],
    ['Zoë "Zo" of São Paulo', '07700900121'],
  ];
  expect(readCsv(csvLines(rows)).rows).toEqual(rows);
});

describe('the encoding', () => {
  const text = 'Zoë,Łukasz,漢字';
  const utf16 = (swap: boolean) =>
    Uint8Array.from(
      [...text].flatMap((sign) => {
        const code = sign.charCodeAt(0);
        return swap ? [code >> 8, code & 255] : [code & 255, code >> 8];
      }),
    );
  const withMark = (mark: number[], bytes: Uint8Array) => Uint8Array.from([...mark, ...bytes]);
  const utf8 = new TextEncoder().encode(text);

  it.each([
    ['UTF-8', utf8],
    ['UTF-8 with a mark', withMark([0xef, 0xbb, 0xbf], utf8)],
    ['UTF-16 with a mark', withMark([0xff, 0xfe], utf16(false))],
    ['big-endian UTF-16 with a mark', withMark([0xfe, 0xff], utf16(true))],
  ])('%s is recognised', (_name, bytes) => expect(decodeText(bytes)).toBe(text));

  it('is UTF-16 if every other byte is zero', () => {
    const bytes = Uint8Array.from([...'Name,Zoë\n'].flatMap((sign) => [sign.charCodeAt(0), 0]));
    expect(decodeText(bytes)).toBe('Name,Zoë\n');
  });

  it('is Windows-1252 if the bytes are not UTF-8', () => {
    const bytes = Uint8Array.from([0x5a, 0x6f, 0xeb, 0x20, 0xd8]);
    expect(decodeText(bytes)).toBe('Zoë Ø');
  });
});

it.each([
  ['a workbook of an old Excel', [0xd0, 0xcf, 0x11, 0xe0, 0, 0], /old version of Excel/],
  ['an archive that is no workbook', [0x50, 0x4b, 0x03, 0x04, 1, 2], /not an Excel workbook/],
  [
    'a picture',
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 1],
    /neither CSV nor XLSX/,
  ],
])('%s is refused with a sentence', (_name, bytes, sentence) => {
  expect(() => openFile(Uint8Array.from(bytes))).toThrow(sentence);
});
