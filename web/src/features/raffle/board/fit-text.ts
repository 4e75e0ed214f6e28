/** The average width of a letter and the height of a line, in relation to the size of the font. */
const LETTER = 0.54;
const LINE = 1.1;
/** Lines that break between words are seldom full. */
const FILLED = 0.72;

/**
 * The largest font size at which a text of this length fits a box of the given height (in rem) and the
 * width of its container.
 */
export function fitText(length: number, height: number): string {
  const lines = length <= 14 ? 1 : length <= 40 ? 2 : length <= 70 ? 3 : 4;
  const byHeight = height / (LINE * lines);
  const byWidth = (100 * FILLED * lines) / (LETTER * Math.max(length, 8));
  return `min(3.5rem, ${byHeight.toFixed(2)}rem, ${byWidth.toFixed(2)}cqi)`;
}
