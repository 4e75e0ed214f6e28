import { BYTE_ORDER_MARK, csvLines } from '../../../lib/csv.ts';

export function csvHead(columns: string[]): string {
  return `${BYTE_ORDER_MARK}${csvLines([columns])}`;
}

/** Some lines, each preceded by a line break: the file is the head and all chunks. */
export function csvChunk(rows: string[][]): string {
  return rows.length === 0 ? '' : `\r\n${csvLines(rows)}`;
}
