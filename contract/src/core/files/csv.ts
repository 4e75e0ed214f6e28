/** Excel reads a file as UTF-8 only if it begins with this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** The signs that begin a formula, also in their full-width forms. */
const SIGN = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]';

/**
 * A cell that a spreadsheet may run; a tab or line break at its start can hide the sign. One that only looks guarded
 * is guarded, too, so that exactly one apostrophe is taken off again.
 */
const FORMULA = new RegExp(`^(?='*(?:[\\t\\r\\n]|[\\s"]*${SIGN}))`);

/**
 * A sign behind something that may separate cells: where lists are separated by semicolons, Excel splits
 * our lines at those, and a quote in the middle of its cell no longer protects what follows. Also matches
 * what has no sign behind it, because the search would otherwise begin again at each of its characters.
 */
const FORMULA_INSIDE = new RegExp(`([;,|\\t\\r\\n][\\s"]*)('*${SIGN})?`, 'g');

const GUARDED = new RegExp(`^'(?='*(?:[\\t\\r\\n]|[\\s"]*${SIGN}))`);
const GUARDED_INSIDE = new RegExp(`([;,|\\t\\r\\n][\\s"]*)(?:'(?='*${SIGN}))?`, 'g');

/**
 * Lines of a CSV file, without a line break at the end. Every cell is quoted, and none is a formula. Phone numbers for
 * programs keep their plus sign bare: at worst, a spreadsheet shows such a number without it.
 */
export function csvLines(
  rows: readonly (readonly string[])[],
  { barePhones = false }: { barePhones?: boolean } = {},
): string {
  const write = (cell: string) =>
    barePhones && /^\+\d+$/.test(cell) ? cell : withoutFormula(cell).replaceAll('"', '""');
  return rows.map((cells) => cells.map((cell) => `"${write(cell)}"`).join(',')).join('\r\n');
}

/** An apostrophe turns a formula into text. */
function withoutFormula(cell: string): string {
  return cell
    .replace(FORMULA, "'")
    .replace(FORMULA_INSIDE, (all, before, sign) => (sign ? `${before}'${sign}` : all));
}

/** The cell as it was before `csvLines` made it harmless. */
export function withoutGuard(cell: string): string {
  // In the reverse order: a guard inside may be between the first one and its sign.
  return cell.replace(GUARDED_INSIDE, '$1').replace(GUARDED, '');
}
