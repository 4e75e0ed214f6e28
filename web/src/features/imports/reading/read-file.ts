import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { openXlsx, type Workbook } from './read-xlsx.ts';
import { UnreadableFile } from './table.ts';

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Workbooks of Excel before 2007, and those with a password. */
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];

/** Opens a CSV file or a workbook, which are told apart by their first bytes. A CSV file has one sheet. */
export function openFile(bytes: Uint8Array): Workbook {
  const startsWith = (start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (startsWith(ZIP)) return openXlsx(bytes);
  if (startsWith(OLD_OFFICE)) {
    throw new UnreadableFile(
      'This workbook has a password or is of an old version of Excel. Save it as XLSX or CSV and try again.',
    );
  }
  const text = decodeText(bytes);
  if (text.slice(0, 1000).includes('\u0000')) {
    throw new UnreadableFile('This file is neither CSV nor XLSX.');
  }
  const table = readCsv(text);
  return { sheets: [''], read: () => table };
}
