/** The cells of a file or sheet, without blank rows. */
export interface Table {
  rows: string[][];
  /** The number of each row as a spreadsheet shows it. */
  numbers: number[];
}

/** A file that cannot be read; the message is for people. */
export class UnreadableFile extends Error {}

/** Leaves out the rows without any text. */
export function withoutBlankRows(rows: string[][]): Table {
  const table: Table = { rows: [], numbers: [] };
  for (const [index, row] of rows.entries()) {
    if (!row?.some((cell) => cell.trim() !== '')) continue;
    table.rows.push(row);
    table.numbers.push(index + 1);
  }
  return table;
}
