import Papa from 'papaparse';

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Matches cells that a spreadsheet may run as a formula; they are prefixed with an apostrophe. The
 * library's own pattern misses cells with a line break and the full-width forms of the signs.
 */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

export function csvHead(columns: readonly string[]): string {
  return `${BYTE_ORDER_MARK}${columns.join(',')}`;
}

/** Some lines, each preceded by a line break: the file is the head and all chunks. */
export function csvLines(rows: readonly string[][]): string {
  if (rows.length === 0) return '';
  return `\r\n${Papa.unparse([...rows], { escapeFormulae: FORMULA_START })}`;
}
