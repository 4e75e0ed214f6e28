/** The cells of a file or sheet, without blank rows. */
export interface Table {
  rows: string[][];
  /** The number of each row as a spreadsheet shows it. */
  numbers: number[];
}

/** Thrown while a file is read, in the worker. The message is for people; the page recognises the error by its name. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/** Excel's limit for the text of a cell; no contact is longer. */
const CELL_MAX = 32_767;

/** Drops the rows without any text. Each row comes with its number, counted from 1. */
export function withoutBlankRows(rows: Iterable<[number, string[]]>): Table {
  const table: Table = { rows: [], numbers: [] };
  for (const [number, row] of rows) {
    if (!row.some((cell) => cell.trim() !== '')) continue;
    table.rows.push(row.map((cell) => cell.slice(0, CELL_MAX)));
    table.numbers.push(number);
  }
  return table;
}
