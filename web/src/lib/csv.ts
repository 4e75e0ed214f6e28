import Papa from 'papaparse';

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Matches cells that a spreadsheet may run as a formula; they are prefixed with an apostrophe. The
 * library's own pattern misses cells with a line break and the full-width forms of the signs.
 */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** The beginning of a CSV file, which `csvRows` continues. */
export function startCsv(columns: readonly string[]): string {
  return `${BYTE_ORDER_MARK}${columns.join(',')}`;
}

/** Some rows, each preceded by a line break. */
export function csvRows(rows: readonly string[][]): string {
  if (rows.length === 0) return '';
  return `\r\n${Papa.unparse([...rows], { escapeFormulae: FORMULA_START })}`;
}

/** `yyyy-MM-dd HH:mm:ss` in the time zone of the browser. */
export function localTime(moment: string): string {
  const time = new Date(moment);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}
