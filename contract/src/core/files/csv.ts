/** Excel reads a file as UTF-8 only if it begins with this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** The signs that begin a formula, also in their full-width forms. */
const SIGN = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]';

/**
 * Matches a cell that a spreadsheet may run as a formula; a tab or line break at its start can hide the sign. It also
 * matches a cell that only looks guarded, so that removing the guard takes off exactly one apostrophe.
 */
const FORMULA = new RegExp(`^(?='*(?:[\\t\\r\\n]|[\\s"]*${SIGN}))`);

/**
 * Matches a sign after something that may separate cells: where lists are separated by semicolons, Excel splits our
 * lines at those, and a quote in the middle of its cell no longer protects what follows. The sign is optional in the
 * pattern, because the search would otherwise begin again at each character.
 */
const FORMULA_INSIDE = new RegExp(`([;,|\\t\\r\\n][\\s"]*)('*${SIGN})?`, 'g');

const GUARDED = new RegExp(`^'(?='*(?:[\\t\\r\\n]|[\\s"]*${SIGN}))`);
const GUARDED_INSIDE = new RegExp(`([;,|\\t\\r\\n][\\s"]*)(?:'(?='*${SIGN}))?`, 'g');

/**
 * The lines of a CSV file, without a line break at the end. Every cell is quoted, and none is a formula. Phone numbers
 * for programs keep their plus sign unguarded: at worst, a spreadsheet shows such a number without it.
 */
export function csvLines(
  rows: readonly (readonly string[])[],
  { barePhones = false }: { barePhones?: boolean } = {},
): string {
  const write = (cell: string) =>
    barePhones && /^\+\d+$/.test(cell) ? cell : withoutFormula(cell).replaceAll('"', '""');
  return rows.map((cells) => cells.map((cell) => `"${write(cell)}"`).join(',')).join('\r\n');
}

/** Turns a formula into text with an apostrophe. */
function withoutFormula(cell: string): string {
  return cell
    .replace(FORMULA, "'")
    .replace(FORMULA_INSIDE, (all, before, sign) => (sign ? `${before}'${sign}` : all));
}

/** The cell as it was before `csvLines` made it harmless. */
export function withoutGuard(cell: string): string {
  // Inside first: a guard inside may be between the first one and its sign.
  return cell.replace(GUARDED_INSIDE, '$1').replace(GUARDED, '');
}
