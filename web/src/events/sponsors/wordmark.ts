const FONT_SIZE = 64;
const LINE_HEIGHT = 1.15 * FONT_SIZE;
/** Pages show logos on a plate, so they need little space around them. */
const MARGIN = 8;
// Images do not follow the theme; dark text on a white plate is readable on every background.
const PLATE = '#ffffff';
const INK = '#1d2130';
const FACE = '"Bricolage Grotesque Variable", "Instrument Sans Variable", system-ui, sans-serif';

/** A logo for a sponsor without one: its name, as a PNG data URL as wide as the name. */
export function drawWordmark(name: string): string {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('There is no canvas to draw on');
  const font = `650 ${FONT_SIZE}px ${FACE}`;
  pen.font = font;
  const lines = breakWordmark(name, (text) => pen.measureText(text).width / FONT_SIZE);
  canvas.width =
    Math.ceil(Math.max(...lines.map((line) => pen.measureText(line).width))) + 2 * MARGIN;
  canvas.height = Math.ceil(lines.length * LINE_HEIGHT) + 2 * MARGIN;

  pen.fillStyle = PLATE;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  // Setting the size of a canvas resets its pen.
  pen.font = font;
  pen.fillStyle = INK;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  for (const [index, line] of lines.entries()) {
    pen.fillText(line, canvas.width / 2, MARGIN + (index + 0.5) * LINE_HEIGHT);
  }
  return canvas.toDataURL('image/png');
}

/** The width of a text at a font size of 1; text grows in proportion. */
type Measure = (text: string) => number;

/** The widest line that is not broken in two, relative to the font size. */
const ONE_LINE_MAX = 8;

/**
 * The lines of a name: one, or two of about the same length. Pages show logos at one height, so a picture with more
 * lines would have smaller letters, while a wider one does no harm.
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
