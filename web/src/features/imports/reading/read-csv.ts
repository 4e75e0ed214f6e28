import Papa from 'papaparse';
import { type Table, UnreadableFile, withoutBlankRows } from './table.ts';

const SEPARATORS = [',', ';', '\t', '|'];

/** Excel's own first line, which names the separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** Reads comma-separated text, or text with another usual separator. */
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
  return withoutBlankRows(data.map((cells, index) => [index + first, cells]));
}
