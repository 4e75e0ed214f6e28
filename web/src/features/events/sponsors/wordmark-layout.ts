/** How wide a text is at a font size of 1; text grows in proportion. */
export type Measure = (text: string) => number;

/** The widest line, in relation to the size of the font, that is not broken in two. */
const ONE_LINE_MAX = 8;

/**
 * The lines of a name: one, or two of about the same length. Pages show logos at one height, so a picture with
 * more lines would have smaller letters, while one that is wider does no harm.
 */
export function breakWordmark(name: string, measure: Measure): string[] {
  const words = name.split(/\s+/).filter(Boolean);
  const whole = words.join(' ');
  if (measure(whole) <= ONE_LINE_MAX) return [whole];
  const widest = (lines: string[]) => Math.max(...lines.map(measure));
  return words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')])
    .reduce((best, next) => (widest(next) < widest(best) ? next : best), [whole]);
}
