import { withoutGuard } from '@drawbridge/contract/core/files/csv';
import { english } from '@drawbridge/contract/languages/english';
import Papa from 'papaparse';
import { openXlsx, type Workbook } from './read-xlsx.ts';
import { type Table, UnreadableFile, withoutBlankRows } from './table.ts';

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** The first bytes of workbooks of Excel before 2007, and of those with a password. */
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];

/** Opens a CSV file or a workbook, which are told apart by their first bytes. A CSV file has one sheet. */
export function openFile(bytes: Uint8Array): Workbook {
  const startsWith = (start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (startsWith(ZIP)) return openXlsx(bytes);
  if (startsWith(OLD_OFFICE)) {
    throw new UnreadableFile(
      english(
        'This workbook is password-protected or from an old version of Excel. Save it as XLSX or CSV and try again.',
      ),
    );
  }
  const text = decodeText(bytes);
  if (text.slice(0, 1000).includes('\u0000')) {
    throw new UnreadableFile(english('This file is neither CSV nor XLSX.'));
  }
  const table = readCsv(text);
  return { sheets: [''], read: () => table };
}

const SEPARATORS = [',', ';', '\t', '|'];

/** Excel's own first line, which names the separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** Reads comma-separated text, or text with another usual separator, without the guards of our own files. */
export function readCsv(text: string): Table {
  const named = SEPARATOR_LINE.exec(text);
  const { data, errors } = Papa.parse<string[]>(named ? text.slice(named[0].length) : text, {
    delimiter: named?.[1] ?? '',
    delimitersToGuess: SEPARATORS,
  });
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (open) {
    throw new UnreadableFile(
      `A quotation mark in row ${(open.row ?? 0) + 1} is never closed. Correct the file and try again.`,
    );
  }
  const first = named ? 2 : 1;
  return withoutBlankRows(data.map((cells, index) => [index + first, cells.map(withoutGuard)]));
}

const MARKS: [encoding: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The number of bytes examined to recognise UTF-16 without a byte order mark. */
const SAMPLE = 4096;

/**
 * The text of a file: by its byte order mark, otherwise UTF-16 if every other byte is zero, UTF-8 if it is
 * valid, and else Windows-1252, in which Excel saves a CSV file in Western countries.
 */
export function decodeText(bytes: Uint8Array): string {
  const mark = MARKS.find(([, start]) => start.every((byte, at) => bytes[at] === byte));
  if (mark) return new TextDecoder(mark[0]).decode(bytes);
  const utf16 = guessUtf16(bytes.subarray(0, SAMPLE));
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function guessUtf16(sample: Uint8Array): string | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 8;
  if (odd > many && even < odd / 4) return 'utf-16le';
  return even > many && odd < even / 4 ? 'utf-16be' : undefined;
}
